import { describe, expect, test } from 'vitest';
import type { Seat } from '../../../proxy/games/seat.js';
import { stockAfterChange } from '../../../proxy/rules/production/costs.js';
import { allTargets, type Target } from '../../../proxy/rules/production/target.js';
import { canBuild, productionPrice } from '../../../proxy/rules/production.js';
import type { City } from '../../../proxy/world/city.js';
import { ownCities } from '../../support/own-things.js';
import { playGame } from '../../support/played-game.js';

interface Tally {
  accepted: number;
  refused: number;
  readonly wrong: string[];
}

/** Asks the server to build everything in every city, and compares each answer with what the rules had said. */
async function compareTargets(seat: Seat, tally: Tally): Promise<void> {
  for (const city of ownCities(seat.world)) {
    if (city.detail?.didBuy) continue;
    for (const target of allTargets(seat.world)) await compareTarget(seat, city.id, target, tally);
    const { productionKind, productionValue } = city.detail ?? {};
    if (productionKind === undefined || productionValue === undefined) continue;
    await seat.request('city_change', { cityId: city.id, productionKind, productionValue });
  }
}

async function compareTarget(seat: Seat, cityId: number, target: Target, tally: Tally): Promise<void> {
  const before = cityNow(seat, cityId);
  if (isProducing(before, target)) return;
  const said = canBuild(seat.world, before, target);
  const stock = stockAfterChange(seat.world, before, target);
  const change = { cityId, productionKind: target.kind, productionValue: target.value };
  await seat.request('city_change', change);
  const after = cityNow(seat, cityId);
  const accepted = isProducing(after, target);
  if (accepted) tally.accepted += 1;
  else tally.refused += 1;
  const what = `${target.thing.name} in ${before.name}`;
  if (said !== accepted) tally.wrong.push(`${what}: said ${said}, got ${accepted}`);
  if (!accepted || after.detail === undefined) return;
  if (after.detail.shieldStock !== stock) {
    tally.wrong.push(`${what}: said ${stock} shields in stock, got ${after.detail.shieldStock}`);
  }
  const price = productionPrice(seat.world, after);
  if (price !== after.detail.buyCost)
    tally.wrong.push(`${what}: said ${price} gold, is ${after.detail.buyCost}`);
}

function cityNow(seat: Seat, id: number): City {
  const city = seat.world.cities.get(id);
  if (city === undefined) throw new Error(`city ${id} is gone`);
  return city;
}

function isProducing({ detail }: City, target: Target): boolean {
  return detail?.productionKind === target.kind && detail.productionValue === target.value;
}

const rulesets = [
  { ruleset: 'classic', turns: [20, 60, 110] },
  { ruleset: 'civ2civ3', turns: [20, 60, 110] },
  { ruleset: 'civ1', turns: [40] },
  { ruleset: 'civ2', turns: [40] },
  { ruleset: 'multiplayer', turns: [40] },
  { ruleset: 'experimental', turns: [40] },
  { ruleset: 'sandbox', turns: [40] },
  { ruleset: 'alien', turns: [40] },
];

describe.each(rulesets)('in $ruleset', ({ ruleset, turns }) => {
  test.each([0, 30, 75])(
    'a city is offered exactly what the server lets it build, from %i techs on',
    async (techs) => {
      await using game = await playGame({
        ruleset,
        players: 3,
        commands: [`set techlevel ${techs}`, 'set gold 3000', 'set size 2', 'hard'],
      });
      const tally: Tally = { accepted: 0, refused: 0, wrong: [] };
      for (const turn of turns) {
        await game.playUntil(turn);
        await compareTargets(game.seat, tally);
      }
      console.info(`${ruleset} from ${techs} techs: ${tally.accepted} accepted, ${tally.refused} refused`);
      expect(tally.wrong).toEqual([]);
      expect(tally.accepted).toBeGreaterThan(10);
    },
  );
});
