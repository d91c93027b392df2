import { nationOf, unitName } from '../../proxy/orders/descriptions.js';
import { displayName } from '../../proxy/rules/lookup/names.js';
import { cityAt, extrasOn, knownTile, terrainOf, unitsOn } from '../../proxy/rules/lookup/tiles.js';
import { relationBetween } from '../../proxy/views/entities/relations.js';
import { nameText } from '../../proxy/world/name-text.js';
import type { Unit } from '../../proxy/world/unit.js';
import type { World } from '../../proxy/world/world.js';
import { yieldsAt } from '../advisor/rules/work-outcome.js';

/** `9,23`: a place in as few tokens as possible. */
export function shortPlace(world: World, tile: number): string {
  const { x, y } = world.map.position(tile);
  return `${x},${y}`;
}

/** `ours`, or the nation that owns something. */
export function ownerWord(world: World, owner: number): string {
  return owner === world.seat.player ? 'ours' : nationOf(world, owner);
}

/** `wheat 12,23 14,25`: each resource on some tiles with its places. */
export function resourceLines(world: World, tiles: readonly number[]): readonly string[] {
  const places = new Map<string, string[]>();
  for (const index of tiles) {
    const resource = world.ruleset.resources.has(knownTile(world, index)?.resource ?? -1)
      ? world.ruleset.extras.get(knownTile(world, index)?.resource ?? -1)
      : undefined;
    if (resource === undefined) continue;
    const name = displayName(resource.name).toLowerCase();
    places.set(name, [...(places.get(name) ?? []), shortPlace(world, index)]);
  }
  return [...places]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, found]) => `${name} ${found.join(' ')}`);
}

/** `9,23 ours: Nesa 126, size 2`: the cities on some tiles, in the order of the tiles. */
export function cityLines(world: World, tiles: readonly number[]): readonly string[] {
  return tiles.flatMap((index) => {
    const city = cityAt(world, index);
    if (city === undefined) return [];
    return [
      `${shortPlace(world, index)} ${whose(world, city.owner)}: ${nameText(city.name)} ${city.id}, size ${city.size}`,
    ];
  });
}

/** `10,16 Austrian, war: Warriors 312`: the units on some tiles by owner, own ones first, in the order of the tiles. */
export function unitLines(world: World, tiles: readonly number[]): readonly string[] {
  return tiles.flatMap((index) => {
    const here = unitsOn(world, index);
    const owners = [...new Set(here.map(({ owner }) => owner))].sort(
      (a, b) => Number(b === world.seat.player) - Number(a === world.seat.player) || a - b,
    );
    return owners.map((owner) => {
      const units = here.filter((unit) => unit.owner === owner);
      return `${shortPlace(world, index)} ${whose(world, owner)}: ${names(world, units)}`;
    });
  });
}

function names(world: World, units: readonly Unit[]): string {
  return units.map((unit) => unitName(world, unit)).join(', ');
}

/** `ours`, or a nation and how it stands to the seat. */
function whose(world: World, owner: number): string {
  const { player } = world.seat;
  const word = ownerWord(world, owner);
  return owner === player || player === undefined
    ? word
    : `${word}, ${relationBetween(world, player, owner)}`;
}

/** One tile in words: `grassland, river, yields food 2, shields 0, trade 1, worked by Roma 133`; what it yields under the own government. */
export function tileText(world: World, index: number): string {
  const tile = knownTile(world, index);
  const terrain = terrainOf(world, index);
  if (tile === undefined || terrain === undefined) return 'unknown';
  const [food, shields, trade] = yieldsAt(world, index, undefined);
  const worker = world.cities.get(tile.worked);
  return [
    ...[terrain, ...extrasOn(world, tile)].map(({ name }) => displayName(name).toLowerCase()),
    `yields food ${food}, shields ${shields}, trade ${trade}`,
    ...(worker === undefined ? [] : [`worked by ${nameText(worker.name)} ${worker.id}`]),
  ].join(', ');
}
