import { expect, test } from 'vitest';
import { buildTurns } from '../../../proxy/rules/production/build-costs.js';
import { productionOf } from '../../../proxy/rules/production/target.js';
import type { City } from '../../../proxy/world/city.js';
import { turnOf, type World } from '../../../proxy/world/world.js';
import { replay } from '../../support/recorded-world.js';

const LAST_TURN = 70;

/** A turn in which a city built a unit that takes citizens, and the turns until it that were foretold. */
interface Forecast {
  readonly turn: number;
  readonly said: number;
}

function buildsSettlers(world: World, city: City): boolean {
  const target = productionOf(world, city);
  return target?.kind === 'VUT_UTYPE' && target.thing.popCost > 0;
}

/** By how many turns settlers came later than was foretold, for each turn in which a city was at them and nothing was bought. */
function delays(): readonly number[] {
  const open = new Map<number, Forecast[]>();
  const built = new Map<number, number>();
  const late: number[] = [];
  let last = 0;
  const look = (world: World, city: City, turn: number) => {
    const { detail } = city;
    if (detail === undefined) return;
    const runs = open.get(city.id) ?? [];
    if (detail.turnLastBuilt > (built.get(city.id) ?? detail.turnLastBuilt)) {
      late.push(...runs.map((run) => turn - run.turn - run.said));
      runs.length = 0;
    }
    built.set(city.id, detail.turnLastBuilt);
    const target = productionOf(world, city);
    const said = target && buildTurns(world, city, target);
    if (!buildsSettlers(world, city) || detail.didBuy || said === undefined) open.delete(city.id);
    else open.set(city.id, [...runs, { turn, said }]);
  };
  replay(0, (world) => {
    const turn = turnOf(world);
    if (world.turn.phase !== 'movement' || turn === last) return true;
    last = turn;
    for (const city of world.cities.values()) look(world, city, turn);
    return turn < LAST_TURN;
  });
  return late;
}

test('settlers of the recorded game came when it was foretold or sooner, with their growth and shields', () => {
  const late = delays();
  expect(late.length).toBeGreaterThan(300);
  // Workers that are moved to other tiles, and units that are supported anew, cost a few cities some turns.
  expect(late.filter((turns) => turns > 1).length / late.length).toBeLessThan(0.02);
  expect(Math.max(...late)).toBeLessThanOrEqual(3);
});
