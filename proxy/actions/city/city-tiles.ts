import { z } from 'zod';
import { ok, type Result } from '#shared/core/result.js';
import type { Reply } from '../../freeciv/brackets.js';
import { type CityTilesPlan, planIdOf } from '../../plans/plan.js';
import { freeTiles, specialistCount, usableSpecialists, workedTiles } from '../../rules/cities/citizens.js';
import { displayName } from '../../rules/lookup/names.js';
import type { City } from '../../world/city.js';
import { turnOf, type World } from '../../world/world.js';
import { invalidAction } from '../action.js';
import type { ActionPort } from '../action-port.js';
import { defineCityAction } from '../actor-action.js';
import { actorFields, resolveChoice, resolveTile, tileTarget } from '../common-fields.js';
import { tileRefusal } from './tile-refusal.js';
import { surplusChange, tileWithYields } from './tile-yields.js';

const MAX_TILES = 60;
const MAX_CITIZENS = 255;

const specialistName = z.string().min(1).max(80);

const schema = z.looseObject({
  ...actorFields,
  tiles: z
    .array(z.union([tileTarget, z.string().regex(/^[nesw]{1,16}$/u)]))
    .max(MAX_TILES)
    .describe(
      'tiles as {x, y}, or as steps from the city such as "nne", the best ones first; its centre is always worked',
    ),
  specialists: z
    .union([specialistName, z.record(specialistName, z.int().min(0).max(MAX_CITIZENS))])
    .describe('what citizens without a tile become: a kind, or a number for each kind')
    .optional(),
  keep: z
    .boolean()
    .describe(
      'true: citizens are put back each turn when the server moves them, and a growing city takes the next tiles of the list. ' +
        'false: you are told when it moves them',
    )
    .default(false),
});

type Port = ActionPort<'city_make_specialist' | 'city_make_worker' | 'city_change_specialist'>;
/** Numbers of citizens by specialist number. */
type SpecialistCounts = ReadonlyMap<number, number>;

/** Action `set_city_tiles`: as many city_make_specialist, city_make_worker and city_change_specialist as it takes. */
export const setCityTiles = defineCityAction({
  name: 'set_city_tiles',
  doc: 'Say which tiles a city works besides its centre; citizens without a tile become specialists.',
  overrides: ['city_focus'],
  schema,
  sends: ['city_make_specialist', 'city_make_worker', 'city_change_specialist'],
  plan(port, city, fields) {
    const { world } = port;
    const listed = listedTiles(port, city, fields.tiles);
    if (!listed.ok) return listed;
    const { id, name, size } = city;
    if (listed.value.length > size && !fields.keep)
      return invalidAction(
        `${name} has ${size} ${size === 1 ? 'citizen' : 'citizens'}: no more tiles than that`,
        'data.tiles',
      );
    const tiles = listed.value.slice(0, size);
    const kinds = wantedSpecialists(world, city, size - tiles.length, fields.specialists);
    if (!kinds.ok) return kinds;
    const plan: CityTilesPlan = {
      kind: 'city_tiles',
      id: planIdOf('city_tiles', id),
      since: turnOf(world),
      cityId: id,
      city: name,
      tiles: [...listed.value],
      keep: fields.keep,
    };
    const isDone = () => isPlaced(port.world, id, tiles, kinds.value);
    const wasDone = isDone();
    return ok({
      send: () => place(port, id, tiles, kinds.value),
      effect: (before, after) => {
        const now = after.cities.get(id);
        const isSame = now === undefined || now === before.cities.get(id);
        return isSame && !wasDone
          ? undefined
          : { ...placed(after, id, tiles, before.cities.get(id)), plan: plan.id };
      },
      planChange: { kind: 'set', plan },
    });
  },
});

/** The tiles by index, without the centre; E130 with the reason for one that cannot be worked. */
function listedTiles(
  port: Port,
  city: City,
  list: z.output<typeof schema>['tiles'],
): Result<readonly number[]> {
  const { world } = port;
  const open = [...workedTiles(world, city), ...freeTiles(world, city)];
  const tiles = new Set<number>();
  for (const [index, entry] of list.entries()) {
    const tile = typeof entry === 'string' ? tileBySteps(world, city, entry) : resolveTile(port, entry);
    if (!tile.ok) return invalidAction(tile.failure.message, `data.tiles.${index}`);
    if (!open.includes(tile.value) && !port.skipsRules)
      return invalidAction(tileRefusal(world, city, tile.value), `data.tiles.${index}`, {
        possible: open.filter((one) => one !== city.tile).map((one) => tileWithYields(world, city, one)),
      });
    if (tile.value !== city.tile) tiles.add(tile.value);
  }
  return ok([...tiles]);
}

/** `nne`: two tiles north of the city and one east, in map coordinates. */
function tileBySteps(world: World, city: City, letters: string): Result<number> {
  const count = (letter: string) => letters.split(letter).length - 1;
  const tile = world.map.tileAtOffset(city.tile, [count('e') - count('w'), count('s') - count('n')]);
  return tile === undefined ? invalidAction(`"${letters}" is off the map`, 'data.tiles') : ok(tile);
}

/** The wanted number of specialists of each kind; empty where the server chooses. */
function wantedSpecialists(
  world: World,
  city: City,
  count: number,
  wish: z.output<typeof schema>['specialists'],
): Result<SpecialistCounts> {
  const usable = new Set(usableSpecialists(world, city));
  const kinds = [...world.ruleset.specialists.values()]
    .filter(({ id }) => usable.has(id))
    .map((kind) => ({ ...kind, name: kind.pluralName, otherNames: [kind.shortName] }));
  const wishes = typeof wish === 'string' ? { [wish]: count } : (wish ?? {});
  const counts = new Map<number, number>();
  for (const [name, wanted] of Object.entries(wishes)) {
    const kind = resolveChoice(kinds, name, 'specialist');
    if (!kind.ok) return invalidAction(kind.failure.message, 'data.specialists', kind.failure.details);
    counts.set(kind.value.id, wanted);
  }
  const sum = [...counts.values()].reduce((total, one) => total + one, 0);
  if (sum <= count) return ok(counts);
  return invalidAction(`Only ${count} citizens have no tile`, 'data.specialists');
}

/** Takes citizens off the other tiles, puts them on these, and changes specialists, as far as the server lets it. */
async function place(
  port: Port,
  id: number,
  tiles: readonly number[],
  kinds: SpecialistCounts,
): Promise<readonly Reply[]> {
  const replies: Reply[] = [];
  const before = tilesOf(port.world, id);
  for (const tileId of before.filter((tile) => !tiles.includes(tile)))
    replies.push(await port.request('city_make_specialist', { cityId: id, tileId }));
  for (const tileId of tiles.filter((tile) => !before.includes(tile)))
    replies.push(await port.request('city_make_worker', { cityId: id, tileId }));
  for (let left = MAX_CITIZENS; left > 0; left -= 1) {
    const change = nextChange(port.world, id, kinds);
    if (change === undefined) break;
    const known = port.world.cities.get(id);
    replies.push(await port.request('city_change_specialist', { cityId: id, ...change }));
    // The server did not do it, and would not do it again.
    if (port.world.cities.get(id) === known) break;
  }
  return replies;
}

/** A kind of specialist with too many citizens, and a kind with too few. */
function nextChange(
  world: World,
  id: number,
  kinds: SpecialistCounts,
): { readonly from: number; readonly to: number } | undefined {
  const now = world.cities.get(id)?.detail?.specialists ?? [];
  const to = [...kinds].find(([kind, count]) => (now[kind] ?? 0) < count)?.[0];
  const from = now.findIndex((count, kind) => count > (kinds.get(kind) ?? 0));
  return to === undefined || from < 0 ? undefined : { from, to };
}

/** The tiles a city works, without its centre. */
function tilesOf(world: World, id: number): readonly number[] {
  const city = world.cities.get(id);
  return city === undefined ? [] : workedTiles(world, city).filter((tile) => tile !== city.tile);
}

function isPlaced(world: World, id: number, tiles: readonly number[], kinds: SpecialistCounts): boolean {
  const now = tilesOf(world, id);
  const isSame = now.length === tiles.length && tiles.every((tile) => now.includes(tile));
  return isSame && nextChange(world, id, kinds) === undefined;
}

/** Where the citizens are then and what the city has left in a turn, for the agent. */
function placed(
  world: World,
  id: number,
  tiles: readonly number[],
  before: City | undefined,
): Record<string, unknown> {
  const city = world.cities.get(id);
  if (city === undefined) return { city_id: id };
  const now = tilesOf(world, id);
  const missing = tiles.filter((tile) => !now.includes(tile));
  const kinds = [...world.ruleset.specialists.values()].filter(
    ({ id: kind }) => (city.detail?.specialists[kind] ?? 0) > 0,
  );
  const counts = kinds.map((kind) => [displayName(kind.pluralName), city.detail?.specialists[kind.id] ?? 0]);
  return {
    city_id: id,
    worked_tiles: [city.tile, ...now].map((tile) => tileWithYields(world, city, tile)),
    ...(missing.length > 0 && { not_worked: missing.map((tile) => world.map.position(tile)) }),
    ...(specialistCount(city) > 0 && { specialists: Object.fromEntries(counts) }),
    ...surplusChange(before, city),
  };
}
