import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cityFocusStep, cityTilesStep } from '../../../proxy/plans/city-focus.js';
import { type CityFocusPlan, type CityTilesPlan, planSchema } from '../../../proxy/plans/plan.js';
import { freeTiles, usableSpecialists, workedTiles } from '../../../proxy/rules/cities/citizens.js';
import { cityBasis, cityEconomy } from '../../../proxy/rules/cities/city-economy.js';
import { CITY_FOCUSES, focusedPlacement } from '../../../proxy/rules/cities/placement.js';
import { outputs } from '../../../proxy/rules/lookup/outputs.js';
import { runs } from '../../support/property-runs.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const worlds = [worldAtTurn(60), worldAtTurn(60, 'classic-8-ai-150-turns')];
const places = worlds.flatMap((world) =>
  [...world.cities.values()].flatMap((city) => (city.detail === undefined ? [] : [{ world, city }])),
);
/** A number instead of a world, which would take a million characters in a report. */
const anyPlace = fc.nat(places.length - 1);

function at(index: number) {
  const place = places[index];
  if (place === undefined) throw new Error('there is no such city');
  return place;
}

const anyFocus = fc.constantFrom(...CITY_FOCUSES);

test('a focus finds a place for each citizen that it can have, and no worse ones', () => {
  fc.assert(
    fc.property(anyPlace, anyFocus, (index, focus) => {
      const { world, city } = at(index);
      const placement = focusedPlacement(world, city, focus);
      if (placement === undefined) return;
      const { tiles, specialists } = placement;
      const open = [...workedTiles(world, city), ...freeTiles(world, city)];
      expect(new Set(tiles).size).toBe(tiles.length);
      expect(tiles.filter((tile) => !open.includes(tile))).toEqual([]);
      expect(tiles).toContain(city.tile);
      const idle = specialists.reduce((sum, one) => sum + one, 0);
      expect(tiles.length - 1 + idle).toBe(city.size);
      const usable = usableSpecialists(world, city);
      for (const [kind, count] of specialists.entries()) if (count > 0) expect(usable).toContain(kind);
      const before = cityEconomy(world, cityBasis(world, city));
      const after = cityEconomy(world, cityBasis(world, city, placement));
      expect(after.disorder && !before.disorder).toBe(false);
      const lacks = ({ surplus }: typeof before) =>
        Math.min(0, surplus[outputs.food] ?? 0) + Math.min(0, surplus[outputs.shields] ?? 0);
      if (before.disorder) return;
      expect(lacks(after)).toBeGreaterThanOrEqual(lacks(before));
      if (lacks(before) < 0) return;
      const output = outputs[focus];
      expect(after.surplus[output]).toBeGreaterThanOrEqual(before.surplus[output] ?? 0);
    }),
    { numRuns: runs(150) },
  );
});

test('a focus of all cities gives no tile to two of them, and rests once all are placed well', () => {
  const [world] = worlds;
  if (world === undefined) throw new Error('there is no world');
  const plan: CityFocusPlan = {
    ...{ kind: 'city_focus', id: 'city_focus-all', since: 1, cities: 'all', known: [], arranged: {} },
    focus: 'shields',
  };
  expect(planSchema.parse(JSON.parse(JSON.stringify(plan)))).toEqual(plan);
  const step = cityFocusStep(world, plan, []);
  const given = (step.kind === 'act' ? step.actions : []).flatMap(({ tiles }) =>
    (Array.isArray(tiles) ? tiles : []).map((tile) => JSON.stringify(tile)),
  );
  expect(given.length).toBeGreaterThan(0);
  expect(new Set(given).size).toBe(given.length);
  if (step.kind !== 'act' || step.plan.kind !== 'city_focus') throw new Error('it does nothing');
  const own = [...world.cities.values()].filter(({ owner }) => owner === world.seat.player);
  const acted = step.actions.map(({ actor_id: id }) => id);
  const settled = Object.keys(step.plan.arranged).map(Number);
  expect([...acted, ...settled].sort()).toEqual(own.map(({ id }) => id).sort());
  const others: CityTilesPlan[] = own.map(({ id, name }) => ({
    ...{
      kind: 'city_tiles',
      id: `city_tiles-${id}`,
      since: 1,
      cityId: id,
      city: name,
      tiles: [],
      keep: true,
    },
  }));
  expect(cityFocusStep(world, plan, others).kind).toBe('wait');
  expect(cityFocusStep(world, { ...plan, cities: 999_999 }, [])).toMatchObject({
    end: { outcome: 'failed' },
  });
});

test('kept tiles are taken again as far as there are citizens and the tiles are free', () => {
  fc.assert(
    fc.property(anyPlace, fc.infiniteStream(fc.boolean()), fc.boolean(), (index, dice, keep) => {
      const { world, city } = at(index);
      world.seat = { ...world.seat, player: city.owner };
      const worked = workedTiles(world, city).filter((tile) => tile !== city.tile);
      const open = [...worked, ...freeTiles(world, city)];
      const tiles = open.filter(() => dice.next().value === true);
      const plan: CityTilesPlan = {
        ...{ kind: 'city_tiles', id: 'city_tiles', since: 1, cityId: city.id, city: city.name },
        ...{ tiles, keep },
      };
      expect(planSchema.parse(JSON.parse(JSON.stringify(plan)))).toEqual(plan);
      const step = cityTilesStep(world, plan);
      const isMoved =
        tiles.some((tile) => !worked.includes(tile)) && worked.some((tile) => !tiles.includes(tile));
      if (!isMoved) expect(step.kind).toBe('wait');
      else expect(step.kind).toBe(keep ? 'act' : 'end');
      for (const action of step.kind === 'act' ? step.actions : [])
        expect(action.tiles).toHaveLength(worked.length);
    }),
  );
  const [world] = worlds;
  const gone: CityTilesPlan = {
    ...{ kind: 'city_tiles', id: 'city_tiles', since: 1, cityId: 999_999, city: 'Nowhere' },
    ...{ tiles: [], keep: true },
  };
  if (world !== undefined) expect(cityTilesStep(world, gone)).toMatchObject({ end: { outcome: 'failed' } });
});
