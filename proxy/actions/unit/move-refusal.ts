import { unitName } from '../../orders/descriptions.js';
import { displayName } from '../../rules/lookup/names.js';
import { isNativeTile } from '../../rules/lookup/nativity.js';
import { cityAt, knownTile, terrainOf } from '../../rules/lookup/tiles.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';

/** That a unit has no moves left; undefined when it has. */
export function movesRefusal(world: World, unit: Unit): string | undefined {
  return unit.detail?.movesleft === 0 ? `${unitName(world, unit)} has no moves left: next turn` : undefined;
}

/** Why a unit has no way to a tile: the reason that applies. */
export function moveRefusal(world: World, unit: Unit, goal: number): string {
  const { x, y } = world.map.position(goal);
  const place = `(${x}, ${y})`;
  const tile = knownTile(world, goal);
  const terrain = terrainOf(world, goal);
  if (tile === undefined || terrain === undefined)
    return `${place} is unknown to you: move to a known tile beside the unknown, or explore`;
  const type = world.ruleset.unitTypes.get(unit.type);
  const name = unitName(world, unit);
  const isNative = type === undefined || isNativeTile(world, type.unitClassId, goal) !== false;
  if (!isNative && cityAt(world, goal) === undefined)
    return `${place} is ${displayName(terrain.name)}, where ${name} cannot go${terrain.tclass === 'TC_OCEAN' ? ': only by sea, in a boat' : ''}`;
  const here = knownTile(world, unit.tile)?.continent ?? 0;
  if (here > 0 && tile.continent > 0 && here !== tile.continent)
    return `${place} is on another land mass: ${name} gets there only by sea, in a boat`;
  if (here < 0 && tile.continent < 0 && here !== tile.continent)
    return `${place} is on other water, to which no ship gets from here`;
  if (here < 0 && tile.continent > 0 && unit.transportedBy !== undefined)
    return `${name} is aboard at sea: bring the boat beside land first, then move it ashore`;
  return `There is no way to ${place} that ${name} can go and you know of`;
}
