import type { DeltaState, RemovedEntities } from '#shared/protocol/state/delta.js';
import type { FullState } from '#shared/protocol/state/full.js';
import type { PlanView } from '#shared/protocol/state/plans.js';
import type { Plan } from '../../plans/plan.js';
import type { Position } from '../../world/map-geometry.js';
import type { World } from '../../world/world.js';
import { cityView } from '../entities/city-view.js';
import { gameHeader } from '../entities/header.js';
import { isKnown, mapView, tileView } from '../entities/map-view.js';
import { messagesSince } from '../entities/message-view.js';
import { outlookView, treasuryView, treatyView } from '../entities/nation-view.js';
import { planView } from '../entities/plan-view.js';
import { playerView } from '../entities/player-view.js';
import { unitView } from '../entities/unit-view.js';
import { fullView, ownResearch } from '../full.js';
import {
  citiesChangedSince,
  ownResearchChangedSince,
  ownTechsChangedSince,
  playersChangedSince,
} from './changed-entities.js';

/** What changed after `since`: applied to the full state of that version it gives today's. */
export function deltaView(world: World, since: number): DeltaState {
  if (!isExactSince(world, since)) {
    return { ...fullView(world), since_version: since, full_resync: true };
  }
  return {
    ...gameHeader(world),
    since_version: since,
    ...(mayHaveNewMap(world, since) && { map: mapView(world) }),
    ...changedLists(world, since),
    ...changedPlayers(world, since),
    ...changedResearch(world, since),
    treasury: treasuryView(world),
    outlook: outlookView(world),
    removed: removed(world, since),
  };
}

/** Whether all that changed since a version is known. */
export function isExactSince(world: World, since: number): boolean {
  return since >= exactSince(world) && since <= world.version;
}

/** A delta may begin at this version or any later one. */
export function exactSince(world: World): number {
  const { tiles, units, cities, players, research, diplomacy, treaties, spaceships, tradeRoutes } = world;
  const tables = [tiles, units, cities, players, research, diplomacy, treaties, spaceships, tradeRoutes];
  return Math.max(0, ...tables.map((table) => table.exactSince));
}

/** A map's size and shape stand once the first turn has begun. */
function mayHaveNewMap(world: World, since: number): boolean {
  const [firstTurn] = world.turn.beganAt.values();
  return firstTurn === undefined || since < firstTurn;
}

function changedLists(world: World, since: number) {
  const { units, tiles, treaties } = world;
  return {
    ...list(
      'units',
      [...units.changedSince(since)].map((unit) => unitView(world, unit)),
    ),
    ...list(
      'cities',
      citiesChangedSince(world, since).map((city) => cityView(world, city)),
    ),
    ...list(
      'visible_tiles',
      [...tiles.changedSince(since)].filter(isKnown).map((tile) => tileView(world, tile)),
    ),
    ...list(
      'treaties',
      [...treaties.changedSince(since)].map((treaty) => treatyView(world, treaty)),
    ),
    ...list('messages', messagesSince(world, since)),
  };
}

function changedPlayers(world: World, since: number): Partial<Pick<FullState, 'players'>> {
  const players = playersChangedSince(world, since);
  if (players.length === 0) return {};
  return {
    players: Object.fromEntries(players.map((player) => [player.playerno, playerView(world, player)])),
  };
}

function changedResearch(world: World, since: number): Partial<ReturnType<typeof ownResearch>> {
  if (ownTechsChangedSince(world, since)) return ownResearch(world);
  return ownResearchChangedSince(world, since) ? { research: ownResearch(world).research } : {};
}

function removed(world: World, since: number): RemovedEntities {
  return {
    units: world.units.removedSince(since),
    cities: world.cities.removedSince(since),
    ...list('visible_tiles', forgottenTiles(world, since)),
    ...list('players', world.players.removedSince(since)),
    ...list('treaties', world.treaties.removedSince(since)),
  };
}

function forgottenTiles(world: World, since: number): readonly Position[] {
  const forgotten = [...world.tiles.changedSince(since)]
    .filter((tile) => !isKnown(tile))
    .map((tile) => tile.tile);
  return [...forgotten, ...world.tiles.removedSince(since)].map((tile) => world.map.position(tile));
}

/** `{[key]: items}`, or nothing when there are none. */
function list<K extends string, T>(key: K, items: readonly T[]): { readonly [P in K]?: readonly T[] } {
  const entry: { [P in K]?: readonly T[] } = {};
  if (items.length > 0) entry[key] = items;
  return entry;
}

/**
 * The standing plans as the last state showed them. What is shown of a plan depends on units and cities too, so a change is
 * found by comparing it. After a restart of the proxy no state has shown any.
 */
export class ShownPlans {
  #text: string | undefined;
  #shownAt = -1;
  /** Readers whose state is of this version or an older one may hold other plans; all others hold those shown last. */
  #staleUntil = -1;

  /** Notes the plans as shown now; answers them for a reader whose state is of version `since`, undefined where it holds them. */
  changedSince(world: World, plans: readonly Plan[], since: number): readonly PlanView[] | undefined {
    const views = plans.map((plan) => planView(world, plan, plans));
    const text = JSON.stringify(views);
    // Plans change without a new version of the world: then readers of this version hold either.
    if (text !== this.#text) this.#staleUntil = Math.max(world.version - 1, this.#shownAt);
    this.#text = text;
    this.#shownAt = world.version;
    return since <= this.#staleUntil ? views : undefined;
  }
}
