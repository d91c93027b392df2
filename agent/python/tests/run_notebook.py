"""Runs the code cells of a notebook in order and prints what each shows, as a notebook would."""

import ast
import json
import sys

names: dict = {}
with open(sys.argv[1]) as file:
    cells = [cell["source"] for cell in json.load(file)["cells"] if cell["cell_type"] == "code"]
for source in cells:
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if last is not None:
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
        shown = [form for form in ("_repr_html_", "_repr_svg_", "_repr_png_") if getattr(value, form, lambda: None)()]
        print("cell", type(value).__name__, *shown)
