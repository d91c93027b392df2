import { describe, expect, test } from 'vitest';
import { cityTilesStep } from '../../../proxy/plans/city-focus.js';
import type { CityTilesPlan } from '../../../proxy/plans/plan.js';
import { freeTiles, workedTiles } from '../../../proxy/rules/cities/citizens.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const world = worldAtTurn(60);
/** The capital, whose three citizens work tiles. */
const nesa = must(world.cities.get(133));
const worked = workedTiles(world, nesa).filter((tile) => tile !== nesa.tile);
const [one = -1, two = -1, three = -1] = worked;
const [free = -1, other = -1] = freeTiles(world, nesa);
const place = (tile: number) => world.map.position(tile);
const words = (...tiles: readonly number[]) =>
  tiles.map((tile) => `(${place(tile).x}, ${place(tile).y})`).join(', ');

function step(tiles: readonly number[], keep: boolean, of = world) {
  const plan: CityTilesPlan = {
    ...{
      kind: 'city_tiles',
      id: 'city_tiles-133',
      since: 1,
      cityId: nesa.id,
      city: 'Nesa',
      tiles: [...tiles],
      keep,
    },
  };
  return { plan, ...cityTilesStep(of, plan) };
}

test('the city of kept tiles works three tiles and could work others', () => {
  expect(new Set([one, two, three, free, other]).size).toBe(5);
  expect(worked).toHaveLength(3);
});

describe('moved citizens', () => {
  test('tiles that are not kept end their plan with the tiles that are worked in place of others', () => {
    expect(step([free, one, other], false)).toMatchObject({
      kind: 'end',
      end: {
        outcome: 'failed',
        sentence: `The server moved citizens of Nesa: ${words(two, three)} worked instead of ${words(free, other)}.`,
      },
    });
  });

  test('kept tiles are worked again, and by the other citizens what they worked', () => {
    const { plan, ...act } = step([free, one], true);
    expect(act).toMatchObject({
      kind: 'act',
      actions: [
        { action_type: 'set_city_tiles', actor_id: 133, tiles: [free, one, two].map((tile) => place(tile)) },
      ],
    });
    expect(act.kind === 'act' && act.ifFailed('', 0)).toEqual(plan);
  });

  test('kept tiles that others work are waited for', () => {
    const taken = must(world.cities.get(143)).tile;
    expect(step([taken, one], true)).toMatchObject({ kind: 'wait' });
    expect(step([taken, one, free], true)).toMatchObject({
      actions: [{ tiles: [one, free, two].map((tile) => place(tile)) }],
    });
  });
});

test.each([
  ['all of them are worked', [one, two]],
  ['each citizen works one of them', [one, two, three, free]],
])('kept tiles stay as they are where %s', (_where, tiles) => {
  for (const keep of [true, false]) expect(step(tiles, keep)).toMatchObject({ kind: 'wait' });
});

test('tiles of a city that is lost are no longer kept', () => {
  const lost = worldWith(world, {
    cities: tableWith(world.cities, ({ id }) => id, { ...nesa, owner: 5 }),
  });
  expect(step([one], true, lost)).toMatchObject({
    kind: 'end',
    end: {
      outcome: 'failed',
      sentence: 'The tiles of Nesa are no longer kept: the city is no longer yours.',
    },
  });
});
