import fc from 'fast-check';
import { expect, test } from 'vitest';
import { governmentGains } from '../../../features/advisor/advice/government-gains.js';
import { ratesOutlook } from '../../../features/advisor/advice/nation-orders.js';
import { researchOf } from '../../../proxy/rules/lookup/players.js';
import { supposePlayer, supposeTechs } from '../../../proxy/rules/lookup/supposed-world.js';
import { realmBasis } from '../../../proxy/rules/players/realm-forecast.js';
import { turnOf, type World } from '../../../proxy/world/world.js';
import { must, worldWith } from '../../support/changed-world.js';
import { forgotten } from '../../support/forgotten-world.js';
import { runs } from '../../support/property-runs.js';
import { worldAtTurn } from '../../support/recorded-world.js';
import { changes, happen } from './world-changes.js';

const ME = 0;

function gainsIn(world: World) {
  const basis = realmBasis(world, ME);
  return governmentGains(basis, ratesOutlook(basis));
}

/** What makes a revolution another question. */
function question(world: World): string {
  const { government, revolutionFinishes } = must(world.players.get(ME));
  return JSON.stringify([turnOf(world), government, revolutionFinishes, researchOf(world, ME)?.inventions]);
}

test('what governments would bring is kept within a turn, whatever else happens', () => {
  fc.assert(
    fc.property(fc.array(changes, { minLength: 1, maxLength: 6 }), (steps) => {
      const world = worldAtTurn(60);
      const asked = question(world);
      const gains = gainsIn(world);
      for (const step of steps) {
        happen(world, step);
        if (question(world) === asked) expect(gainsIn(world)).toBe(gains);
      }
    }),
    { numRuns: runs(12) },
  );
});

const recorded = worldAtTurn(60);
const own = must(recorded.players.get(ME));

test.each([
  ['three turns have passed', worldWith(recorded, { game: { ...must(recorded.game), turn: 63 } })],
  ['a technology is learned', supposeTechs(recorded, ME, [...recorded.ruleset.techs.keys()])],
  ['the government is another', supposePlayer(recorded, ME, { government: own.government === 1 ? 2 : 1 })],
])('what governments would bring is computed anew where %s', (_what, world) => {
  const gains = gainsIn(recorded);
  const { tiles } = recorded;
  const now = gainsIn({ ...world, tiles });
  expect(now).not.toBe(gains);
  expect(now).toEqual(gainsIn(forgotten(world)));
});

test('what governments would bring is kept in the two turns after', () => {
  const gains = gainsIn(recorded);
  for (const turn of [61, 62])
    expect(gainsIn(worldWith(recorded, { game: { ...must(recorded.game), turn } }))).toBe(gains);
});
