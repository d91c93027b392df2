import { tilesWithin } from '../../proxy/rules/lookup/adjacency.js';
import { canExistAt } from '../../proxy/rules/lookup/nativity.js';
import { cityAt, knownTile, terrainOf, unitsOn } from '../../proxy/rules/lookup/tiles.js';
import type { World } from '../../proxy/world/world.js';
import { ownCities, ownUnits } from './own-things.js';
import type { PlayedGame } from './played-game.js';

/** Numbers that look random and are the same each time. */
export function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

/** Known tiles around the places of a seat, the near ones as well as those a few steps off. */
export function surroundings(world: World, radiusSq = 30): number[] {
  const centres = [...ownCities(world), ...ownUnits(world)].map(({ tile }) => tile);
  const around = centres.flatMap((tile) => tilesWithin(world.map, tile, radiusSq));
  return [...new Set(around)].filter((tile) => knownTile(world, tile) !== undefined);
}

/** Puts roads, rails and rivers of all kinds onto land around a seat, by the server's own script. */
export async function buildRoads(game: PlayedGame, random: (below: number) => number): Promise<void> {
  const { world } = game.seat;
  const roads = [...world.ruleset.extras.values()].filter((extra) => extra.causes.has('EC_ROAD'));
  const bases = [...world.ruleset.extras.values()].filter((extra) => extra.causes.has('EC_BASE'));
  for (const tile of surroundings(world)) {
    if (terrainOf(world, tile)?.tclass !== 'TC_LAND') continue;
    const road = roads[random(roads.length * 2)];
    if (road !== undefined)
      await lua(game, `edit.create_extra(${tileCode(world, tile)}, "${road.ruleName}")`);
    const base = bases[random(bases.length * 8)];
    if (base !== undefined)
      await lua(game, `edit.create_extra(${tileCode(world, tile)}, "${base.ruleName}")`);
  }
}

/** Puts units of all types where they can be: `count` of each player, near the seat. */
export async function placeUnits(
  game: PlayedGame,
  players: readonly number[],
  count: number,
  random: (below: number) => number,
): Promise<void> {
  const { world } = game.seat;
  const types = [...world.ruleset.unitTypes.values()].filter((type) => !type.flags.has('UTYF_UNIQUE'));
  const tiles = surroundings(world, 12);
  for (let placed = 0; placed < count * players.length * 4; placed += 1) {
    const player = players[placed % players.length] ?? 0;
    const tile = tiles[random(tiles.length)];
    const type = types[random(types.length)];
    if (tile === undefined || type === undefined || canExistAt(world, type, tile) !== true) continue;
    const taken = [...unitsOn(world, tile), cityAt(world, tile)].some(
      (thing) => thing !== undefined && thing.owner !== player,
    );
    if (taken) continue;
    const code = `edit.create_unit(find.player(${player}), ${tileCode(world, tile)}, find.unit_type(${type.id}), 0, nil, -1)`;
    await lua(game, code);
  }
}

/** Whether the server still has a unit. */
export async function lives(game: PlayedGame, unit: number): Promise<boolean> {
  const lines = await game.command(`lua cmd log.normal("unit is " .. tostring(find.unit(nil, ${unit})))`);
  return !lines.some((line) => line.includes('unit is nil'));
}

async function lua(game: PlayedGame, code: string): Promise<void> {
  const lines = await game.command(`lua cmd ${code}`);
  const error = lines.find((line) => line.includes('attempt to') || line.includes('syntax error'));
  if (error !== undefined) throw new Error(error);
}

function tileCode(world: World, tile: number): string {
  const { x, y } = world.map.position(tile);
  return `find.tile(${x}, ${y})`;
}
