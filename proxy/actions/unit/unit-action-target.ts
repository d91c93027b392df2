import { z } from 'zod';
import { ok, type Result } from '#shared/core/result.js';
import type { ActionTargetKind } from '../../freeciv/generated/packets.js';
import { resolveName } from '../../rules/lookup/names.js';
import { cityAt } from '../../rules/lookup/tiles.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { invalidAction } from '../action.js';
import type { ActionPort } from '../action-port.js';
import { resolveTile, tileTarget } from '../common-fields.js';

/** Where a unit acts; what stands there is for the server to say unless the agent named it. */
export interface UnitActionTarget {
  readonly tile: number;
  readonly city: number | undefined;
  /** The unit the agent chose; undefined lets the server choose among those on the tile. */
  readonly unit: number | undefined;
}

/** Schema of the target of a unit action; without one it is the unit's own tile. */
export const unitActionTargetSchema = z
  .union([
    tileTarget,
    z.looseObject({ id: z.int() }),
    z.looseObject({ value: z.union([z.string().min(1).max(80), z.int()]) }),
  ])
  .describe('{x, y} of a tile, {id} of a city or unit, or {value} with the name of a city')
  .optional();

/** The place and thing a target means. Without a target it is where the unit stands. */
export function resolveUnitActionTarget(
  port: ActionPort<never>,
  unit: Unit,
  kind: ActionTargetKind | undefined,
  target: PossibleTarget | undefined,
): Result<UnitActionTarget> {
  const { world } = port;
  if (target === undefined || kind === 'ATK_SELF') return ok(place(world, unit.tile));
  const { x, y, id, value } = target;
  if (typeof x === 'number' && typeof y === 'number') {
    const tile = resolveTile(port, { x, y });
    return tile.ok ? ok(place(world, tile.value)) : tile;
  }
  const named = id ?? value;
  return typeof named === 'number' ? numbered(world, named) : namedCity(world, String(named));
}

interface PossibleTarget {
  readonly x?: unknown;
  readonly y?: unknown;
  readonly id?: unknown;
  readonly value?: unknown;
}

function place(world: World, tile: number): UnitActionTarget {
  return { tile, city: cityAt(world, tile)?.id, unit: undefined };
}

function numbered(world: World, id: number): Result<UnitActionTarget> {
  const city = world.cities.get(id);
  if (city !== undefined) return ok(place(world, city.tile));
  const unit = world.units.get(id);
  if (unit !== undefined) return ok({ ...place(world, unit.tile), unit: id });
  return invalidAction(`You know of no city or unit ${id}`, 'data.target', {
    expected: '{x, y}, {id} or {value}',
  });
}

function namedCity(world: World, name: string): Result<UnitActionTarget> {
  const cities = [...world.cities.values()];
  const named = resolveName(cities, name);
  if (named.ok) return ok(place(world, named.value.tile));
  return invalidAction(`You know of no city "${name}"`, 'data.target', {
    did_you_mean: named.failure.didYouMean,
    possible: cities.slice(0, 60).map((city) => city.name),
  });
}
