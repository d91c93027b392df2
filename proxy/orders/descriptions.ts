import type { Culprit } from '#shared/protocol/event.js';
import { displayName, listUpTo } from '../rules/lookup/names.js';
import { cityAt } from '../rules/lookup/tiles.js';
import type { City } from '../world/city.js';
import { nameText } from '../world/name-text.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import type { Occupation } from './occupation.js';

/** `Warriors 12`. */
export function unitName(world: World, unit: Unit): string {
  return `${typeName(world, unit)} ${unit.id}`;
}

/** `Warriors`: the displayed name of a unit's type. */
export function typeName(world: World, { type }: Unit): string {
  return displayName(world.ruleset.unitTypes.get(type)?.name ?? 'Unit');
}

/** `(3, 4)`, or `Rome (3, 4)` where a city is. */
export function placeName(world: World, tile: number): string {
  const { x, y } = world.map.position(tile);
  const city = cityAt(world, tile);
  return city === undefined ? `(${x}, ${y})` : `${nameText(city.name)} (${x}, ${y})`;
}

/** `going to (3, 4)`: an occupation in words. */
export function describeOccupation(world: World, { kind, goal, extra }: Occupation): string {
  switch (kind) {
    case 'goto':
      return goal === undefined ? 'going somewhere' : `going to ${placeName(world, goal)}`;
    case 'patrol':
      return 'on patrol';
    case 'explore':
      return 'exploring';
    case 'sentry':
      return 'on sentry';
    case 'fortify':
      return 'fortified';
    case 'convert':
      return 'converting';
    case 'auto_work':
      return 'working by itself';
    case 'work':
      return `working on ${extraName(world, extra)}`;
  }
}

/** `Road`: the displayed name of an extra; `the terrain` for work that is about no extra. */
export function extraName(world: World, extra: number | undefined): string {
  return displayName(world.ruleset.extras.get(extra ?? -1)?.name ?? 'the terrain');
}

/** A unit as events name it: the one that blocks the way, is in sight or attacks. */
export function unitCulprit(world: World, unit: Unit): Culprit {
  const whose = { player_id: unit.owner, nation: nationOf(world, unit.owner) };
  return {
    kind: 'unit',
    id: unit.id,
    name: typeName(world, unit),
    ...whose,
    ...world.map.position(unit.tile),
  };
}

/** A city as events name it. */
export function cityCulprit(world: World, city: City): Culprit {
  const whose = { player_id: city.owner, nation: nationOf(world, city.owner) };
  return { kind: 'city', id: city.id, name: city.name, ...whose, ...world.map.position(city.tile) };
}

/** `Roman Legion 45 at (4, 4) and 2 more`. */
export function describeCulprits(culprits: readonly Culprit[]): string {
  const names = culprits.map(({ kind, nation, name, id, x, y }) => {
    return kind === 'city'
      ? `the ${nation} city ${name} (${x}, ${y})`
      : `${nation} ${name} ${id} at (${x}, ${y})`;
  });
  return listUpTo(MAX_NAMED_CULPRITS, names);
}

const MAX_NAMED_CULPRITS = 3;

/** `Roman`: the adjective of a player's nation; `unknown` where the player or its nation is not known. */
export function nationOf(
  world: Pick<World, 'players' | 'ruleset'>,
  player: number,
  unknown = 'foreign',
): string {
  const nation = world.players.get(player)?.nation ?? -1;
  return displayName(world.ruleset.nations.get(nation)?.adjective ?? unknown);
}
