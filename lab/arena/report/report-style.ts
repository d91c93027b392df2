/** The style of the report: it stands in the file itself, by day, in the dark and on a phone. */
export const REPORT_STYLE = `
:root { color-scheme: light dark; --ground: #f3f4f1; --card: #fff; --ink: #1d2126; --muted: #5d6570; --line: #dcdfe0; --accent: #1f6a99; --warn: #a8650b;
  font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14171b; --card: #1d2227; --ink: #e8eaec; --muted: #9aa4ae; --line: #30363d; --accent: #74b9e6; --warn: #e3ab55; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); }
main { max-width: 1180px; margin: 0 auto; padding: clamp(16px, 4vw, 48px); display: grid; gap: 18px; grid-template-columns: minmax(0, 1fr); }
h1 { font-size: clamp(26px, 5vw, 38px); letter-spacing: -0.02em; margin: 0; }
h2 { font-size: 18px; margin: 0 0 10px; } h3 { font-size: 15px; margin: 14px 0 4px; }
p { margin: 0 0 8px; } a { color: var(--accent); }
section { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 16px 18px; }
.charts { display: grid; gap: 18px 28px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); }
figure { margin: 0; } figcaption { font-weight: 600; margin-bottom: 6px; }
svg { width: 100%; height: auto; max-width: 620px; display: block; } svg text { fill: var(--muted); font-size: 12.5px; }
svg .grid { stroke: var(--line); } svg polyline { fill: none; stroke-width: 2; }
.legend { list-style: none; padding: 0; margin: 6px 0 0; display: flex; flex-wrap: wrap; gap: 4px 16px; font-size: 13px; }
.swatch { display: inline-block; width: 11px; height: 11px; border-radius: 3px; margin-right: 6px; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { text-align: right; padding: 5px 10px; border-bottom: 1px solid var(--line); white-space: nowrap; font-variant-numeric: tabular-nums; }
th:first-child, td:first-child { text-align: left; } thead th { color: var(--muted); font-weight: 500; font-size: 13px; }
.text { text-align: left; white-space: normal; min-width: 220px; }
@media (max-width: 600px) { svg text { font-size: 17px; } }
.muted { color: var(--muted); } .warn { color: var(--warn); } code { font-size: 13px; overflow-wrap: anywhere; }
`;
