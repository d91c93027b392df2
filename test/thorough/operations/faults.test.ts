import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PlannedFault } from '../../support/faults/plan.js';
import { runFaults } from '../../support/faults/run-faults.js';
import { promised } from '../../support/promised.js';

/** The most telling ones; `npm run chaos -- faults` does all of them, at random. */
const faults: readonly PlannedFault[] = [
  { kind: 'kill', process: 'server', moment: 'end_turn under way', game: 0, holdMs: 0 },
  { kind: 'damage', file: 'recording', damage: 'zeroed', when: 'in play', game: 0, holdMs: 0 },
  { kind: 'full_disk', loses: 'server', game: 1, holdMs: 1_000 },
  { kind: 'hang', process: 'launcher', moment: 'any time', game: 1, holdMs: 1_000 },
  { kind: 'second_installation', game: 0, holdMs: 0 },
];

test('promises 23 and 24: under npm start no fault of process, file or disk stops a game or loses a word', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'freeciv-faults-log-'));
  const report = await runFaults({
    seed: 1,
    games: 2,
    faults,
    // The time limit of the test ends what stands still.
    patienceMs: Number.POSITIVE_INFINITY,
    logFile: join(folder, 'log'),
    print: console.log,
  });
  await rm(folder, { recursive: true });
  expect(report.violations).toEqual([]);
  const survived = [...report.faults.values()].reduce((sum, count) => sum + count, 0);
  promised(
    23,
    { what: 'faults after which every game went on', value: survived },
    { exactly: faults.length },
  );
  const { violations, restarts } = report;
  promised(
    24,
    { what: 'games and processes that a fault of another ended', value: violations.length },
    { exactly: 0 },
    { restarts },
  );
});
