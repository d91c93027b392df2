import type { DeltaState } from '#shared/protocol/state/delta.js';
import type { FullState } from '#shared/protocol/state/full.js';
import { MAX_MESSAGES } from '../../proxy/views/entities/message-view.js';
import type { Position } from '../../proxy/world/map-geometry.js';

/** Brings a full state of version `delta.since_version` to `delta.version`. Changes neither. */
export function applyDelta(state: FullState, delta: DeltaState): FullState {
  if (delta.full_resync === true) {
    const { since_version: _since, full_resync: _resync, ...full } = delta;
    return full;
  }
  const { since_version: _since, full_resync: _resync, removed, ...changes } = delta;
  const { units, cities, visible_tiles: tiles, players, treaties, messages, ...rest } = changes;
  return {
    ...state,
    ...rest,
    units: merge(state.units, units, removed.units, idOf),
    cities: merge(state.cities, cities, removed.cities, idOf),
    visible_tiles: merge(state.visible_tiles, tiles, removed.visible_tiles?.map(placeOf), placeOf),
    players: mergePlayers(state.players, players, removed.players),
    treaties: merge(state.treaties, treaties, removed.treaties, (treaty) => treaty.player_id),
    messages: [...state.messages, ...(messages ?? [])].slice(-MAX_MESSAGES),
  };
}

/** Entities by key, those changed and removed taken into account, in the order of their keys. */
function merge<T>(
  before: readonly T[],
  changed: readonly T[] | undefined,
  removed: readonly number[] | undefined,
  keyOf: (entity: T) => number,
): readonly T[] {
  if (changed === undefined && (removed === undefined || removed.length === 0)) return before;
  const entities = new Map(before.map((entity) => [keyOf(entity), entity]));
  for (const entity of changed ?? []) entities.set(keyOf(entity), entity);
  for (const key of removed ?? []) entities.delete(key);
  return [...entities].sort(([a], [b]) => a - b).map(([, entity]) => entity);
}

function mergePlayers(
  before: FullState['players'],
  changed: FullState['players'] | undefined,
  removed: readonly number[] | undefined,
): FullState['players'] {
  const players = Object.entries({ ...before, ...changed });
  return Object.fromEntries(players.filter(([id]) => removed?.includes(Number(id)) !== true));
}

function idOf(entity: { readonly id: number }): number {
  return entity.id;
}

/** One number for a place, row by row; no map is wider. */
function placeOf({ x, y }: Position): number {
  return y * 0x1_0000 + x;
}
