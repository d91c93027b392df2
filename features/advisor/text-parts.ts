import { turnsText } from '#shared/core/turns-text.js';
import { wireNameOf } from '../../proxy/rules/lookup/names.js';
import type { City } from '../../proxy/world/city.js';
import type { Direction } from '../../proxy/world/map-geometry.js';
import { nameText } from '../../proxy/world/name-text.js';
import type { Unit } from '../../proxy/world/unit.js';
import type { World } from '../../proxy/world/world.js';

export { turnsText };

const words: Record<Direction, string> = {
  DIR8_NORTHWEST: 'northwest',
  DIR8_NORTH: 'north',
  DIR8_NORTHEAST: 'northeast',
  DIR8_WEST: 'west',
  DIR8_EAST: 'east',
  DIR8_SOUTHWEST: 'southwest',
  DIR8_SOUTH: 'south',
  DIR8_SOUTHEAST: 'southeast',
};

/** `2 tiles northeast of Rome`; `in Rome` for its own tile. Directions are those that moves are given in, by the straight way. */
export function relativePlace(world: World, tile: number, city: City): string {
  if (tile === city.tile) return `in ${nameText(city.name)}`;
  const distance = world.map.distance(city.tile, tile);
  const direction = world.map.bearing(city.tile, tile);
  const word = direction === undefined ? 'away' : words[direction];
  return `${distance} ${distance === 1 ? 'tile' : 'tiles'} ${word} of ${nameText(city.name)}`;
}

/** The nearest of some cities and how far it is; undefined when there are none. */
export function nearestCity(
  world: World,
  tile: number,
  cities: readonly City[],
): { readonly city: City; readonly distance: number } | undefined {
  let nearest: { city: City; distance: number } | undefined;
  for (const city of cities) {
    const distance = world.map.distance(tile, city.tile);
    if (nearest === undefined || distance < nearest.distance) nearest = { city, distance };
  }
  return nearest;
}

/** `(25, 30)`. */
export function positionText(world: World, tile: number): string {
  const { x, y } = world.map.position(tile);
  return `(${x}, ${y})`;
}

/** `this turn`, `in 2 turns`: after this many turn changes. */
export function whenText(turns: number): string {
  return turns === 0 ? 'this turn' : `in ${turnsText(turns)}`;
}

/** `1 tech`, `2 techs`: a number with its noun. `plural` is for nouns whose plural is not the noun with an s. */
export function countText(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** `3 legion, 1 catapult`: how many of each name, most first. */
export function countsText(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

/** `catapult 12`: a unit as agents read and send it. */
export function unitWithId(world: World, { id, type }: Unit): string {
  return `${wireNameOf(world.ruleset.unitTypes.get(type)) ?? 'unit'} ${id}`;
}
