import type { Player } from '../../rules/lookup/players.js';
import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { researchNumber } from '../entities/research-view.js';

/**
 * Cities whose own entry or trade routes changed. Most views depend on one entity; those of cities and players on several.
 * What is added to `playerView` or `cityView` must be added here; the property test of deltas finds what is missing.
 */
export function citiesChangedSince(world: World, version: number): readonly City[] {
  const ids = new Set<number>(world.tradeRoutes.removedSince(version));
  for (const city of world.cities.changedSince(version)) ids.add(city.id);
  for (const [route] of world.tradeRoutes.changedSince(version)) if (route !== undefined) ids.add(route.city);
  return existing(world.cities, ids);
}

/** Players whose own entry, relations (or ours with them), research or spaceship changed. */
export function playersChangedSince(world: World, version: number): readonly Player[] {
  const ids = new Set<number>();
  for (const player of world.players.changedSince(version)) ids.add(player.playerno);
  for (const state of world.diplomacy.changedSince(version)) {
    ids.add(state.plr1);
    if (state.plr1 === world.seat.player) ids.add(state.plr2);
  }
  for (const ship of world.spaceships.changedSince(version)) ids.add(ship.playerNum);
  const research = researchChangedSince(world, version);
  for (const player of world.players.values()) {
    if (research.has(researchNumber(world, player.playerno))) ids.add(player.playerno);
  }
  return existing(world.players, ids);
}

/** Whether what the seat knows changed. */
export function ownTechsChangedSince(world: World, version: number): boolean {
  const me = world.seat.player;
  return me !== undefined && researchChangedSince(world, version).has(researchNumber(world, me));
}

/** Whether its research changed, those who pay tech upkeep for it, or cities, which make its bulbs. */
export function ownResearchChangedSince(world: World, version: number): boolean {
  const me = world.seat.player;
  if (me === undefined) return false;
  if (ownTechsChangedSince(world, version)) return true;
  const { cities, players } = world;
  if (cities.removedSince(version).length > 0 || players.removedSince(version).length > 0) return true;
  // A city that was lost has another owner now.
  if ([...cities.changedSince(version)].length > 0) return true;
  const number = researchNumber(world, me);
  const members = [...players.changedSince(version)].map(({ playerno }) => playerno);
  return members.some((player) => researchNumber(world, player) === number);
}

function researchChangedSince(world: World, version: number): ReadonlySet<number> {
  const changed = [...world.research.changedSince(version)].map((research) => research.id);
  return new Set([...changed, ...world.research.removedSince(version)]);
}

function existing<T>(table: { get(id: number): T | undefined }, ids: Iterable<number>): readonly T[] {
  return [...ids].flatMap((id) => table.get(id) ?? []);
}
