import { type Failure, failure } from '#shared/core/failure.js';
import type { StateQueryData } from '#shared/protocol/agent-requests.js';
import type { MapWindow } from '#shared/protocol/state/map-window.js';
import { DEFAULT_RADIUS, mapWindow, mapWindowText } from '../../views/map-window/map-window.js';
import type { CountTokens } from '../../views/packing/pack-state.js';
import type { Position } from '../../world/map-geometry.js';
import type { World } from '../../world/world.js';

/** A map window as a state query is answered: an object, or lines of text. */
export type MapState = MapWindow | { readonly map: string };

/** Tokens of the answer around a map. */
const ENVELOPE_TOKENS = 60;

/** Why a map cannot be shown around what a query names: E105 for a place off the map, E130 for an actor that is not known. */
export function mapRefusal({ map, units, cities }: World, query: StateQueryData): Failure | undefined {
  const { centre = query.center, actor_id: actor } = query;
  if (centre !== undefined && map.tileAt(centre) === undefined) {
    const message = `(${centre.x}, ${centre.y}) is beyond the map, which has x 0 to ${map.xsize - 1} and y 0 to ${map.ysize - 1}`;
    return failure('E105', message, { path: 'data.centre' });
  }
  if (centre !== undefined || actor === undefined) return undefined;
  if (actor !== 'nation' && (units.has(actor) || cities.has(actor))) return undefined;
  return failure('E130', `You know no unit or city ${actor}`, { path: 'data.actor_id' });
}

/** The map around what a query names; within `max_tokens` as many rows and columns as fit. */
export function mapAnswer(world: World, query: StateQueryData, count: CountTokens | undefined): MapState {
  const { sections, max_tokens: most } = query;
  const centre = middleOf(world, query);
  const shown = (radius: number): MapState => {
    const view = mapWindow(world, { centre, radius, wholeLists: sections !== undefined });
    return query.as === 'text' ? { map: mapWindowText(view) } : view;
  };
  let radius = query.radius ?? DEFAULT_RADIUS;
  if (most !== undefined && count !== undefined) {
    const fits = () => count(JSON.stringify(shown(radius))) <= most - ENVELOPE_TOKENS;
    while (radius > 1 && !fits()) radius -= 1;
  }
  return shown(radius);
}

/** The place or actor that was asked for, else the first own city or unit, else the middle of the map. */
function middleOf({ map, seat, units, cities }: World, query: StateQueryData): Position {
  const { centre = query.center, actor_id: asked } = query;
  const actor = typeof asked === 'number' ? asked : -1;
  const named = centre && map.tileAt(centre);
  const isOwn = ({ owner }: { readonly owner: number }) => owner === seat.player;
  const home = [...cities.values()].find(isOwn) ?? [...units.values()].find(isOwn);
  const tile = named ?? units.get(actor)?.tile ?? cities.get(actor)?.tile ?? home?.tile;
  return tile === undefined
    ? { x: Math.floor(map.xsize / 2), y: Math.floor(map.ysize / 2) }
    : map.position(tile);
}
