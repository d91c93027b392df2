import { test } from 'vitest';
import { sized } from '../../integration/promises/support/form.js';
import { ManualClock } from '../../support/manual-clock.js';
import { promised } from '../../support/promised.js';
import { seededRandom } from '../../support/seeded-random.js';
import { startStack } from '../../support/stack.js';
import { type FaultyTurn, TurnFaults, turnFaults } from '../../support/turn-faults.js';
import { TwoAgents } from '../../support/two-agents.js';

const LIMIT_S = 60;
/** ABSENT_WAIT_S as it is without being set. */
const ABSENT_S = 30;

test('promise 23: a turn ends in time whatever dies, hangs or goes away, and who waits is told for whom', async () => {
  const clock = new ManualClock();
  await using stack = await startStack({}, { clock });
  const players = await TwoAgents.begin(stack, 'still', { players: 3, turn_time_limit: LIMIT_S });
  const faults = new TurnFaults(stack, clock, players);
  const random = seededRandom(23);
  const turns: FaultyTurn[] = [];
  const rounds = sized(turnFaults.length, 500);
  for (let round = 0; round < rounds; round += 1) {
    // The short form has each once.
    const at = round < turnFaults.length ? round : Math.floor(random() * turnFaults.length);
    turns.push(await faults.run(turnFaults[at] ?? turnFaults[0]));
  }
  const slowest = (isAbsent: boolean) =>
    Math.max(
      ...turns.filter(({ fault }) => fault.includes('gone') === isAbsent).map(({ seconds }) => seconds),
    );
  promised(
    23,
    { what: 'seconds of the slowest turn', value: slowest(false) },
    { atMost: LIMIT_S },
    { rounds },
  );
  promised(
    23,
    { what: 'seconds of the slowest wait for who is away', value: slowest(true) },
    { atMost: ABSENT_S },
  );
  const untold = turns.filter(({ isTold }) => !isTold).length;
  promised(23, { what: 'waits of which those who wait were not told', value: untold }, { exactly: 0 });
});
