import { isJsonObject } from '#shared/core/json.js';
import { ok, type Result } from '#shared/core/result.js';
import type { ActionReference } from '#shared/protocol/actions.js';
import { actionReferences } from '#shared/protocol/actions.js';
import type { Change } from '#shared/protocol/state/action-result.js';
import { hasBit } from '../../freeciv/value-codecs.js';
import { ownCities } from '../../rules/lookup/entity-index.js';
import { areAtWar } from '../../rules/lookup/players.js';
import { buildingHasEffect } from '../../rules/requirements/effects.js';
import type { City } from '../../world/city.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { invalidAction } from '../action.js';

/** What the actions of a seat have made and chosen so far. */
export interface CreatedIds {
  readonly lastCreated: number | undefined;
  readonly lastCity: number | undefined;
  readonly selected: number | undefined;
}

/** The state of a seat before its first action. */
export const NOTHING_CREATED: CreatedIds = {
  lastCreated: undefined,
  lastCity: undefined,
  selected: undefined,
};

const idFields: ReadonlySet<string> = new Set([
  ...['actor_id', 'unit_id', 'city_id', 'player_id', 'target_id', 'with_unit', 'id'],
]);

/** Fields that name the actor, by precedence. */
const actorNames = ['actor_id', 'unit_id', 'city_id'] as const;

type Fields = Readonly<Record<string, unknown>>;
type Entity = Unit | City;

interface Referred {
  readonly world: World;
  readonly made: CreatedIds;
  /** From where the nearest is looked for: the tile of who acts, else of who acted last. */
  readonly from: number | undefined;
}

/** The fields of one action with its references replaced by their values. E130 when a reference has no value. */
export function resolveReferences(
  world: World,
  made: CreatedIds,
  fields: Fields,
): Result<Record<string, unknown>> {
  const named = actorNames.map((name) => fields[name]).find((value) => value !== undefined);
  const own = isReference(named) ? idOf({ world, made, from: undefined }, named) : named;
  const actor = typeof own === 'number' ? own : made.selected;
  return resolveAll({ world, made, from: entityOf(world, actor)?.tile }, fields, 'data');
}

function resolveAll(referred: Referred, fields: Fields, path: string): Result<Record<string, unknown>> {
  const resolved: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const found = resolveField(referred, name, value, `${path}.${name}`);
    if (!found.ok) return found;
    resolved[name] = found.value;
  }
  return ok(resolved);
}

function resolveField(referred: Referred, name: string, value: unknown, path: string): Result<unknown> {
  if (isReference(value) && (idFields.has(name) || name === 'target')) {
    const id = idOf(referred, value);
    if (id === undefined) return invalidAction(`There is nothing that "${value}" could mean here`, path);
    return ok(name === 'target' ? targetOf(referred.world, value, id) : id);
  }
  const isNested = name === 'target' || name === 'parameters';
  return isNested && isJsonObject(value) ? resolveAll(referred, value, path) : ok(value);
}

/** A target by its id and, for a unit or city, by its tile: actions take the one or the other. */
function targetOf(world: World, reference: ActionReference, id: number): object {
  const tile = reference === 'self' ? undefined : entityOf(world, id)?.tile;
  return tile === undefined ? { id } : { id, ...world.map.position(tile) };
}

/** What has been made and chosen after an action by `actor` made these changes. */
export function withCreated(
  world: World,
  made: CreatedIds,
  changes: readonly Change[],
  actor: number | undefined,
): CreatedIds {
  const own = world.seat.player;
  const created = changes.filter(({ before, after }) => before === undefined && after?.owner === own);
  const city = created.findLast(({ kind }) => kind === 'city')?.id;
  return {
    // A unit that founds a city is used up by it: the city is what was made.
    lastCreated: city ?? created.at(-1)?.id ?? made.lastCreated,
    lastCity: city ?? made.lastCity,
    selected: actor ?? made.selected,
  };
}

/** Whether a value is a reference, in whatever field. */
export function isReference(value: unknown): value is ActionReference {
  return actionReferences.some((reference) => reference === value);
}

function idOf(referred: Referred, reference: ActionReference): number | undefined {
  const { world, made, from } = referred;
  switch (reference) {
    case 'last_created':
      return made.lastCreated;
    case 'last_city':
      return made.lastCity ?? newestCity(world);
    case 'selected':
      return made.selected;
    case 'capital':
      return ownCities(world).find((city) => isCapital(world, city))?.id;
    case 'self':
      return world.seat.player;
    case 'nearest_city':
      return nearest(world, from, ownCities(world));
    case 'nearest_foreign_city':
      return nearest(world, from, foreignCities(world));
    case 'nearest_enemy':
      return nearest(world, from, enemies(world));
  }
}

function entityOf(world: World, id: number | undefined): Entity | undefined {
  return id === undefined ? undefined : (world.units.get(id) ?? world.cities.get(id));
}

/** The first of the nearest by real distance; undefined where no unit acts. */
function nearest(world: World, from: number | undefined, all: readonly Entity[]): number | undefined {
  if (from === undefined) return undefined;
  const far = all.map(({ id, tile }) => ({ id, distance: world.map.distance(from, tile) }));
  return far.toSorted((a, b) => a.distance - b.distance || a.id - b.id).at(0)?.id;
}

function foreignCities(world: World): City[] {
  return [...world.cities.values()].filter(({ owner }) => owner !== world.seat.player);
}

/** Units and cities, as far as they are seen, of players that this one is at war with. */
function enemies(world: World): Entity[] {
  const isEnemy = ({ owner }: Entity) => areAtWar(world, world.seat.player ?? -1, owner) === true;
  return [...world.units.values(), ...world.cities.values()].filter(isEnemy);
}

/** The city founded last; ids rise as they are given. */
function newestCity(world: World): number | undefined {
  const cities = ownCities(world);
  const founded = (city: City) => city.detail?.turnFounded ?? 0;
  return cities.toSorted((a, b) => founded(a) - founded(b) || a.id - b.id).at(-1)?.id;
}

function isCapital(world: World, city: City): boolean {
  return [...world.ruleset.improvements.keys()].some(
    (building) =>
      hasBit(city.improvements, building) && buildingHasEffect(world, building, 'EFT_CAPITAL_CITY'),
  );
}
