import { ok, type Result } from '#shared/core/result.js';
import type { Change } from '#shared/protocol/state/action-result.js';
import { hasBit } from '../../freeciv/value-codecs.js';
import { buildingHasEffect } from '../../rules/requirements/effects.js';
import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { invalidAction } from '../action.js';
import { ownCities } from '../common-fields.js';

/** What a batch has made so far. */
export interface CreatedIds {
  readonly lastCreated: number | undefined;
  readonly lastCity: number | undefined;
}

/** The state of a batch before its first action. */
export const NOTHING_CREATED: CreatedIds = { lastCreated: undefined, lastCity: undefined };

const references = ['last_created', 'last_city', 'capital', 'self'] as const;

type Reference = (typeof references)[number];

/** Fields in which a reference stands for a number. */
const idFields = new Set(['actor_id', 'unit_id', 'city_id', 'player_id', 'target_id', 'id']);

/** The fields of one action with its references replaced by the ids they stand for. E130 when one stands for nothing. */
export function resolveReferences(
  world: World,
  made: CreatedIds,
  fields: Readonly<Record<string, unknown>>,
  path = 'data',
): Result<Record<string, unknown>> {
  const resolved: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const at = `${path}.${name}`;
    const found = resolveField(world, made, name, value, at);
    if (!found.ok) return found;
    resolved[name] = found.value;
  }
  return ok(resolved);
}

function resolveField(
  world: World,
  made: CreatedIds,
  name: string,
  value: unknown,
  path: string,
): Result<unknown> {
  if (isReference(value) && (idFields.has(name) || name === 'target')) {
    const id = idOf(world, made, value);
    if (id === undefined) return invalidAction(`There is nothing that "${value}" could mean here`, path);
    return ok(name === 'target' ? { id } : id);
  }
  const isNested = name === 'target' || name === 'parameters';
  if (isNested && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return resolveReferences(world, made, { ...value }, path);
  }
  return ok(value);
}

/** What has been made after changes that an action made. */
export function withCreated(world: World, made: CreatedIds, changes: readonly Change[]): CreatedIds {
  const own = world.seat.player;
  const created = changes.filter(({ before, after }) => before === undefined && after?.owner === own);
  const city = created.findLast(({ kind }) => kind === 'city')?.id;
  // A unit that founds a city is used up by it: the city is what was made.
  return { lastCreated: city ?? created.at(-1)?.id ?? made.lastCreated, lastCity: city ?? made.lastCity };
}

function isReference(value: unknown): value is Reference {
  return references.some((reference) => reference === value);
}

function idOf(world: World, made: CreatedIds, reference: Reference): number | undefined {
  switch (reference) {
    case 'last_created':
      return made.lastCreated;
    case 'last_city':
      return made.lastCity ?? newestCity(world);
    case 'capital':
      return ownCities(world).find((city) => isCapital(world, city))?.id;
    case 'self':
      return world.seat.player;
  }
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
