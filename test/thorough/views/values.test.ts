import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Seat } from '../../../proxy/games/seats/seat.js';
import { fullView } from '../../../proxy/views/full.js';
import type { World } from '../../../proxy/world/world.js';
import { compareTurns, type Foretold, isOff, shownOf } from '../../integration/views/foretold.js';
import { ownCities } from '../../support/own-things.js';
import { playGame } from '../../support/played-game.js';
import { cases, isMain, rulesets } from '../../support/rulesets.js';
import { scoreLog } from '../../support/score-log.js';

function shownScores(world: World): [string, number][] {
  const { players, turn } = fullView(world);
  return Object.values(players).flatMap(({ id, score }) =>
    score === null ? [] : [[`${turn} ${id}`, score]],
  );
}

/** Then nothing is built, and the treasury changes by what was foretold to the last coin unless a city grows. */
async function buildCoinage(seat: Seat): Promise<void> {
  const coinage = [...seat.world.ruleset.improvements.values()].find(({ flags }) => flags.has('IF_GOLD'));
  for (const { id } of ownCities(seat.world))
    await seat.request('city_change', {
      cityId: id,
      productionKind: 'VUT_IMPROVEMENT',
      productionValue: coinage?.id ?? 0,
    });
}

/** One for each way to pay upkeep in gold: by the city, partly by the nation, all by the nation. */
const played = cases(rulesets, (ruleset) => isMain(ruleset) || ruleset === 'alien');

test.each(played)(
  'stocks and gold in %s change as foretold, and scores are those the server logs',
  async (ruleset) => {
    await using game = await playGame({
      ...{ ruleset, seats: 1, players: 4 },
      commands: ['set size 2', 'set landmass 65', 'set scorelog enabled', 'set scoreloglevel ALL'],
    });
    const foretold: Foretold[] = [];
    const scores = new Map<string, number>();
    for (const turn of [20, 40, 60]) {
      await game.playUntil(turn);
      for (let quiet = 0; quiet < 6; quiet += 1) {
        const { world } = game.seat;
        if (quiet === 3) await buildCoinage(game.seat);
        const before = shownOf(world);
        await game.nextTurn();
        foretold.push(...compareTurns(before, shownOf(world)));
        for (const [key, score] of shownScores(world)) scores.set(key, score);
      }
    }
    const logged = scoreLog(await readFile(join(game.folder, 'freeciv-score.log'), 'utf8'));
    expect(scores.size).toBeGreaterThanOrEqual(18);
    expect([...scores].filter(([key, score]) => logged.get(key) !== score)).toEqual([]);
    const exact = foretold.filter(({ excuse, tolerance }) => excuse === undefined && tolerance === 0);
    expect(exact.filter(({ what }) => what === 'gold').length).toBeGreaterThan(3);
    expect(exact.length).toBeGreaterThanOrEqual(foretold.length / 2);
    expect(foretold.filter(isOff)).toEqual([]);
  },
);
