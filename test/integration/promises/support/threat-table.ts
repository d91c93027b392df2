import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const page = fileURLToPath(new URL('../../../../docs/threat-model.md', import.meta.url));

/** A table of the threat model: for each row (its first cell) the cells by the names of their columns. */
export type ThreatTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The table below that heading of docs/threat-model.md. */
export function threatTable(heading: string): ThreatTable {
  const [, below = ''] = readFileSync(page, 'utf8').split(`\n## ${heading}\n`);
  const [section = ''] = below.split('\n## ', 1);
  const [head = [], , ...rows] = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return Object.fromEntries(
    rows.map(([name = '', ...cells]) => [
      name.replaceAll('`', ''),
      Object.fromEntries(cells.map((cell, index) => [head[index + 1] ?? '', cell])),
    ]),
  );
}
