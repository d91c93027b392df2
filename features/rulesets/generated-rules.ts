import { inventedNames } from './invented-names.js';
import { type OrdinaryThing, ordinaryThings, type RulesetFile, readRulesetFiles } from './ordinary-rules.js';
import { type RegistryEdit, withEdits } from './registry-file.js';
import { renamedIn, renamedScript } from './renaming.js';
import { strengthEdits } from './strengths.js';
import { treeEdits } from './tree-edits.js';
import { textEdits } from './withheld-texts.js';

/** What the script file of a ruleset is called. */
const SCRIPT = 'script.lua';

/**
 * The files of a generated ruleset, from those of an ordinary one: other names, costs, strengths and another tree of technologies.
 * The same files and seed give the same bytes. Throws with file and line where a file is in another format.
 */
export function generatedRules(
  texts: ReadonlyMap<string, string>,
  seed: number,
): ReadonlyMap<string, string> {
  const files = readRulesetFiles(texts);
  const things = ordinaryThings(files);
  const names = inventedNames(things, seed);
  const tree = treeEdits(things, names, seed);
  const written = files.map((file): [string, string] => {
    const own = things.filter((thing) => thing.file === file.file);
    return [file.file, withEdits(file.text, editsOf(file, own, { names, tree, seed }))];
  });
  const scripts = [...texts].filter(([file]) => file === SCRIPT);
  return new Map([
    ...written,
    ...[...texts].filter(([file]) => file.endsWith('.lua') && file !== SCRIPT),
    ...scripts.map(([file, text]): [string, string] => [file, renamedScript(text, names)]),
  ]);
}

interface Changes {
  readonly names: ReadonlyMap<OrdinaryThing, string>;
  readonly tree: ReadonlyMap<OrdinaryThing, readonly RegistryEdit[]>;
  readonly seed: number;
}

/** Where two changes meet, the first of them counts. */
function editsOf(
  file: RulesetFile,
  things: readonly OrdinaryThing[],
  { names, tree, seed }: Changes,
): readonly RegistryEdit[] {
  const all = [
    ...textEdits(file.entries),
    ...things.flatMap((thing) => [...(tree.get(thing) ?? []), ...strengthEdits(thing, seed)]),
    ...renamedIn(file, things, names),
  ];
  const first = new Map(all.toReversed().map((edit) => [edit.start, edit]));
  return [...first.values()];
}
