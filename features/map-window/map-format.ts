import { type Failure, failure } from '#shared/core/failure.js';
import type { StateQueryData } from '#shared/protocol/agent-requests.js';
import type { MapWindow } from '#shared/protocol/state/map-window.js';
import type { StateFormatRow } from '../../proxy/api/answers/state-formats.js';
import type { StateQuestion } from '../../proxy/api/answers/state-question.js';
import type { Position } from '../../proxy/world/map-geometry.js';
import type { World } from '../../proxy/world/world.js';
import { mapWindowText } from '../texts/map-text.js';
import { DEFAULT_RADIUS, mapWindow } from './map-window.js';

/** Tokens of the answer around a map. */
const MAP_ENVELOPE_TOKENS = 60;

/** The format of the map around a place, row by row. */
export const mapFormat: StateFormatRow = {
  refuse: mapRefusal,
  view: mapState,
  text: (question) => mapLines(mapState(question)),
  moment: [],
};

/** Why a map cannot be shown around what a query names: E105 for a place off the map, E130 for an actor that is not known. */
function mapRefusal({ map, units, cities }: World, query: StateQueryData): Failure | undefined {
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
function mapState({ seat, query, budget }: StateQuestion): MapWindow {
  const { world } = seat;
  const centre = windowCentre(world, query);
  const wholeLists = query.sections !== undefined;
  const within = (radius: number): MapWindow => {
    const window = mapWindow(world, { centre, radius, wholeLists });
    const shown = query.as === 'text' ? mapLines(window) : window;
    const isLong = budget && budget.count(JSON.stringify(shown)) > budget.tokens - MAP_ENVELOPE_TOKENS;
    return isLong && radius > 1 ? within(radius - 1) : window;
  };
  return within(query.radius ?? DEFAULT_RADIUS);
}

/** A map window in lines of text. */
function mapLines(window: MapWindow): { readonly map: string } {
  return { map: mapWindowText(window) };
}

/** The place or actor that was asked for, else the first own city or unit, else the middle of the map. */
function windowCentre({ map, seat, units, cities }: World, query: StateQueryData): Position {
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
