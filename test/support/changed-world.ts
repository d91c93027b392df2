import type { Unit } from '../../proxy/world/unit.js';
import { VersionedTable } from '../../proxy/world/versioned-table.js';
import type { World } from '../../proxy/world/world.js';

/** The world of a recorded game with some things in it otherwise than they were; the recorded one stays as it is. */
export function worldWith(world: World, changes: Partial<World>): World {
  return { ...world, ...changes };
}

/** A copy of a table in which some values replace those of the same key. */
export function tableWith<T>(
  table: VersionedTable<T>,
  keyOf: (value: T) => number,
  ...replaced: readonly T[]
): VersionedTable<T> {
  const copy = new VersionedTable<T>();
  for (const value of [...table.values(), ...replaced]) copy.set(keyOf(value), value, 1);
  return copy;
}

/** The world with these units besides, or instead of those with the same ids. */
export function worldWithUnits(world: World, ...units: readonly Unit[]): World {
  return worldWith(world, { units: tableWith(world.units, ({ id }) => id, ...units) });
}

/** A unit with some of its fields, and some of those that only its owner is told, otherwise. */
export function unitWith(unit: Unit, changes: Partial<Unit>, detail: Partial<Unit['detail']> = {}): Unit {
  const told = unit.detail === undefined ? undefined : { ...unit.detail, ...detail };
  return { ...unit, ...changes, detail: told };
}

/** For what the recorded game is known to have. */
export function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the recorded game has no such thing');
  return value;
}
