import { expect, test } from 'vitest';
import { FAULT_MATRIX } from '../../support/faults/fault-matrix.js';
import { readText, sourceFiles } from '../architecture/source-files.js';

const cells = Object.entries(FAULT_MATRIX).flatMap(([fault, row]) =>
  Object.entries(row).map(([holding, [file, title]]) => ({ cell: `${fault}, ${holding}`, file, title })),
);

/** What ends or stops a part of an installation under agents. */
const STRIKES =
  /kill(?:Servers|Proxy|Gateway)\(|SIGSTOP|process\.kill\(|strikeAfter\(|new TurnFaults|runFaults\(|runCluster\(|killGames\(/;

/** Where whole installations are struck; tests of one part stand beside those of that part. */
const folders = ['promises', 'operations', 'agent', 'cluster'].map((name) => `test/thorough/${name}`);

test('each cell of the matrix of faults names a test that is there', () => {
  for (const { cell, file, title } of cells) {
    const text = readText(`test/${file}.test.ts`);
    expect(
      ["'", '"', '`'].some((quote) => text.includes(`(${quote}${title}`)),
      `${cell}: ${title}`,
    ).toBe(true);
  }
});

test('a test that strikes a whole installation has a cell of its own in the matrix of faults', () => {
  const named = new Set(cells.map(({ file }) => `test/${file}.test.ts`));
  const striking = sourceFiles([...folders, 'test/nightly'], /\.test\.ts$/).filter(({ text }) =>
    STRIKES.test(text),
  );
  expect(striking.length).toBeGreaterThan(7);
  expect(striking.map(({ path }) => path).filter((path) => !named.has(path))).toEqual([]);
});
