import { expect, test } from 'vitest';
import type { Seat } from '../../../proxy/games/seats/seat.js';
import { stockAfterChange } from '../../../proxy/rules/production/build-costs.js';
import { canBuild } from '../../../proxy/rules/production/build-targets.js';
import { productionPrice } from '../../../proxy/rules/production/buy-and-sell.js';
import { allTargets, type Target } from '../../../proxy/rules/production/target.js';
import type { City } from '../../../proxy/world/city.js';
import { ownCities } from '../../support/own-things.js';
import { playGame } from '../../support/played-game.js';
import { isMain, rulesets } from '../../support/rulesets.js';

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

interface Played {
  readonly ruleset: string;
  readonly techs: number;
  readonly turns: readonly number[];
}

/** Turns at which all targets of all cities are tried. */
function turnsOf(ruleset: string): readonly number[] {
  return isMain(ruleset) ? [20, 60, 110] : [40];
}

const all: readonly Played[] = rulesets.flatMap((ruleset) =>
  [0, 30, 75].map((techs) => ({ ruleset, techs, turns: turnsOf(ruleset) })),
);
const short: readonly Played[] = [
  { ruleset: 'classic', techs: 30, turns: [20, 50] },
  { ruleset: 'civ2civ3', techs: 75, turns: [40] },
  { ruleset: 'alien', techs: 0, turns: [40] },
];

test.each(process.env.RULES === 'all' ? all : short)(
  'a city in $ruleset from $techs techs on is offered exactly what the server lets it build',
  async ({ ruleset, techs, turns }) => {
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
