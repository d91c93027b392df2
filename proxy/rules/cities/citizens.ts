import type { City } from '../../world/city.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { cityTiles } from '../lookup/cities.js';
import { areAtWar, isPlayer } from '../lookup/players.js';
import { cityAt, isSeen, unitsOn } from '../lookup/tiles.js';
import { effectValue } from '../requirements/effects.js';
import { cityContext } from '../requirements/requirement.js';
import { arePossible } from '../requirements/requirements.js';

/** The tiles that citizens of a city work, its centre among them. */
export function workedTiles(world: World, city: City): number[] {
  return (cityTiles(world, city) ?? []).filter((tile) => world.tiles.get(tile)?.worked === city.id);
}

/** The free tiles that one of a city's citizens could work (`city_can_work_tile`). */
export function freeTiles(world: World, city: City): number[] {
  return (cityTiles(world, city) ?? []).filter((tile) => obstacleAt(world, city, tile) === undefined);
}

/** Why citizens of a city cannot work a tile: `beyond` its radius, `worked` by a city, on `foreign` land, `useless` by its terrain. */
export type WorkObstacle = 'beyond' | 'unseen' | 'worked' | 'foreign' | 'enemy' | 'city' | 'useless';

/** The first reason why citizens of a city cannot work a tile (`city_can_work_tile`); undefined for a free tile of the city. */
export function workObstacle(world: World, city: City, tile: number): WorkObstacle | undefined {
  return (cityTiles(world, city) ?? []).includes(tile) ? obstacleAt(world, city, tile) : 'beyond';
}

function obstacleAt(world: World, city: City, tile: number): WorkObstacle | undefined {
  const info = world.tiles.get(tile);
  if (info === undefined || !isSeen(world, tile)) return 'unseen';
  if (info.worked !== 0) return 'worked';
  if (isPlayer(info.owner) && info.owner !== city.owner) return 'foreign';
  if (unitsOn(world, tile).some((unit) => occupies(world, unit, city.owner))) return 'enemy';
  if (cityAt(world, tile) !== undefined) return 'city';
  const isUseful = effectValue(world, 'EFT_TILE_WORKABLE', { ...cityContext(city), tile }) > 0;
  return isUseful ? undefined : 'useless';
}

/** Whether a military unit of an enemy keeps citizens off its tile (`unit_occupies_tile`). */
function occupies(world: World, unit: Unit, player: number): boolean {
  const type = world.ruleset.unitTypes.get(unit.type);
  const unitClass = type && world.ruleset.unitClasses.get(type.unitClassId);
  return (
    type?.flags.has('UTYF_CIVILIAN') === false &&
    unitClass?.flags.has('UCF_DOESNT_OCCUPY_TILE') === false &&
    areAtWar(world, unit.owner, player) === true
  );
}

/** How many citizens of a city are specialists. */
export function specialistCount(city: City): number {
  return (city.detail?.specialists ?? []).reduce((sum, count) => sum + count, 0);
}

/** More unhappy citizens than happy ones (`city_unhappy`): no production, no taxes, disorder next turn. */
export function isInDisorder({ detail }: City): boolean {
  if (detail === undefined) return false;
  const happy = detail.pplHappy.at(-1) ?? 0;
  const unhappy = detail.pplUnhappy.at(-1) ?? 0;
  const angry = detail.pplAngry.at(-1) ?? 0;
  return happy < unhappy + 2 * angry;
}

/** The specialists that citizens of a city may be. */
export function usableSpecialists(world: World, city: City): number[] {
  return [...world.ruleset.specialists.values()]
    .filter(({ reqs }) => arePossible(world, reqs, { player: city.owner, city }) === true)
    .map(({ id }) => id);
}
