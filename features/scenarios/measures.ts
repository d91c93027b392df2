import { hasBit } from '../../proxy/freeciv/value-codecs.js';
import type { Measure, ScenarioPlan, Side, Sides } from '../../proxy/games/disk/scenario-plan.js';
import { citiesByOwner } from '../../proxy/rules/lookup/entity-index.js';
import { resolveName } from '../../proxy/rules/lookup/names.js';
import { hasRealEmbassy, relation } from '../../proxy/rules/lookup/players.js';
import { knownTechIds, ownResearch } from '../../proxy/rules/lookup/research.js';
import { knownTile, terrainOf } from '../../proxy/rules/lookup/tiles.js';
import type { City } from '../../proxy/world/city.js';
import type { World } from '../../proxy/world/world.js';

/** The inputs of measures: a seat's world, and the players of each side. */
export interface Measured {
  readonly world: World;
  readonly sides: Sides;
  readonly areas: ScenarioPlan['areas'];
}

/** The value of a measure in what the seat knows. A yes is 1, a no is 0. */
export function measure(measured: Measured, wanted: Measure): number {
  const { world } = measured;
  const me = world.seat.player ?? -1;
  const player = world.players.get(me);
  switch (wanted.count) {
    case 'cities':
      return citiesOfSide(measured, wanted.of).filter(({ tile }) => isIn(measured, tile, wanted.in)).length;
    case 'largest_city':
      return Math.max(0, ...citiesOfSide(measured, 'you').map(({ size }) => size));
    case 'holds_city':
      return yes(citiesOfSide(measured, 'you').some(({ name }) => name === wanted.name));
    case 'known_tiles':
      return knownPercent(measured, wanted.in);
    case 'techs':
      return techsKnown(world, wanted.names);
    case 'gold':
      return player?.gold ?? 0;
    case 'building':
      return buildings(measured, wanted.name);
    case 'celebrations':
      return citiesOfSide(measured, 'you').filter((city) => isCelebrating(world, city)).length;
    case 'units_on_land':
      return unitsOnLand(measured, wanted);
    case 'living':
      return yes(world.players.get(playerOf(measured, wanted.of))?.isAlive === true);
    case 'relation': {
      const state = relation(world, me, playerOf(measured, wanted.of))?.replace('DS_', '').toLowerCase();
      return yes(wanted.is.some((name) => name === state));
    }
    case 'embassy':
      return yes(hasRealEmbassy(world, me, playerOf(measured, wanted.of)));
    case 'spaceship':
      return spaceship(world, me, wanted.what);
    case 'lost_to_others':
      return yes(world.finalRanking.some(({ playerId, winner }) => winner && playerId !== me));
  }
}

function yes(is: boolean): number {
  return is ? 1 : 0;
}

function playerOf({ world, sides }: Measured, side: Side): number {
  return side === 'you' ? (world.seat.player ?? -1) : (sides[side] ?? -1);
}

function citiesOfSide(measured: Measured, side: Side): readonly City[] {
  return citiesByOwner(measured.world).get(playerOf(measured, side)) ?? [];
}

/** Whether a tile lies in an area, from corner to corner; anywhere without a name. */
function isIn({ world, areas }: Measured, tile: number, name: string | undefined): boolean {
  const area = name === undefined ? undefined : areas[name];
  if (area === undefined) return name === undefined;
  const { x, y } = world.map.position(tile);
  const [left, top, right, bottom] = area;
  return x >= left && x <= right && y >= top && y <= bottom;
}

function knownPercent(measured: Measured, name: string | undefined): number {
  const { world } = measured;
  const all = Array.from({ length: world.map.xsize * world.map.ysize }, (_, tile) => tile).filter((tile) =>
    isIn(measured, tile, name),
  );
  const known = all.filter((tile) => knownTile(world, tile) !== undefined);
  return all.length === 0 ? 0 : Math.floor((known.length * 100) / all.length);
}

function techsKnown(world: World, names: readonly string[]): number {
  const known = knownTechIds(ownResearch(world));
  return names.filter((name) => {
    const tech = resolveName(world.ruleset.techs.values(), name);
    return tech.ok && known.has(tech.value.id);
  }).length;
}

function buildings(measured: Measured, name: string): number {
  const building = resolveName(measured.world.ruleset.improvements.values(), name);
  if (!building.ok) return 0;
  return citiesOfSide(measured, 'you').filter(({ improvements }) => hasBit(improvements, building.value.id))
    .length;
}

/** Big enough, and happy at the last turn change (`city_celebrating`). */
function isCelebrating({ game }: World, { size, detail }: City): boolean {
  return detail?.wasHappy === true && size >= (game?.celebratesize ?? Number.POSITIVE_INFINITY);
}

function unitsOnLand(
  measured: Measured,
  { types, in: area }: Extract<Measure, { count: 'units_on_land' }>,
): number {
  const { world } = measured;
  const wanted = types?.flatMap((name) => {
    const type = resolveName(world.ruleset.unitTypes.values(), name);
    return type.ok ? [type.value.id] : [];
  });
  return [...world.units.values()].filter(
    ({ owner, tile, type }) =>
      owner === world.seat.player &&
      (wanted === undefined || wanted.includes(type)) &&
      isIn(measured, tile, area) &&
      terrainOf(world, tile)?.tclass === 'TC_LAND',
  ).length;
}

function spaceship(world: World, me: number, what: 'parts' | 'launched'): number {
  const ship = world.spaceships.get(me);
  if (ship === undefined) return 0;
  if (what === 'parts') return ship.structurals + ship.components + ship.modules;
  return yes(ship.sshipState === 'SSHIP_LAUNCHED' || ship.sshipState === 'SSHIP_ARRIVED');
}
