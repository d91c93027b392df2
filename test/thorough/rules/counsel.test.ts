import { expect, test } from 'vitest';
import { counselOf } from '../../../features/advisor/counsel/counsel.js';
import { counselContradiction } from '../../support/counsel-contradiction.js';
import { playGame } from '../../support/played-game.js';
import { cases, looksAt, rulesets } from '../../support/rulesets.js';

/** No recorded game has the rules of this one. */
const unlikeOthers = cases(rulesets, (ruleset) => ruleset === 'alien');

test.each(unlikeOthers)('counsel in %s contradicts nothing that its player knows', async (ruleset) => {
  const commands = ['set size 2', 'set techlevel 10', 'hard'];
  await using game = await playGame({ ruleset, seats: 2, players: 4, commands });
  const kinds = new Set<string>();
  for (const turn of looksAt([10, 25, 45, 60, 80])) {
    await game.playUntil(turn);
    for (const { world } of game.seats) {
      for (const line of counselOf(world)) {
        kinds.add(line.kind);
        expect(counselContradiction(world, line), `turn ${turn}`).toBeUndefined();
      }
    }
  }
  console.info(`${ruleset}: ${[...kinds].sort().join(', ')}`);
  expect(kinds.size).toBeGreaterThanOrEqual(4);
});
