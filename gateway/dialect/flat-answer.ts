import type { JsonObject } from '#shared/core/json.js';
import type { OutgoingEnvelope } from '#shared/protocol/envelope.js';
import type { LinkAnswer } from '#shared/protocol/link.js';
import {
  flatCity,
  flatOffers,
  flatPlayer,
  flatTile,
  flatUnit,
  idOf,
  numberAt,
  objectAt,
  objectsAt,
  stringAt,
  wholeAt,
} from './flat-entities.js';

/**
 * An answer as flat clients read it: the fields of its data at the top level. The result of an action is in `data` too; a
 * state and a compact verdict are not, because of their size.
 */
export function flatAnswer(answer: OutgoingEnvelope): OutgoingEnvelope {
  const { data, ...envelope } = answer;
  const flat = { ...data, ...envelope };
  const isOnce = answer.type === 'state_update' || answer.type === 'compact_result';
  return isOnce || data === undefined ? flat : { ...flat, data };
}

/** Formats that flat clients read as they are. */
const UNCHANGED_FORMATS: ReadonlySet<unknown> = new Set([
  'delta',
  'brief',
  'digest',
  'map',
  'cities',
  'options',
]);

function isAnsweredAsItIs(format: unknown): boolean {
  return UNCHANGED_FORMATS.has(format);
}

/** A state query of a flat client as the proxy is asked: its answer holds the full state, the optimized one and the offers. */
export function flatStateQuery(query: JsonObject): { data: JsonObject; withOptimized: boolean } {
  return isAnsweredAsItIs(query.format)
    ? { data: query, withOptimized: false }
    : { data: { ...query, format: 'full', include_legal_actions: true }, withOptimized: true };
}

/** The answer to `flatStateQuery` in the form of a flat client, with the format that it asked for. */
export function flatStateAnswer(answer: LinkAnswer, { format }: JsonObject): LinkAnswer {
  if (answer.type === 'error') return answer;
  const state = stateOf(answer);
  const data = isAnsweredAsItIs(format) ? state : flatState(state, objectAt(answer.data, 'optimized'));
  return { ...answer, data: { ...data, format } };
}

/** The state inside a `state_update`: data.data of the specification. */
function stateOf(answer: LinkAnswer): JsonObject {
  return objectAt(answer.data, 'data');
}

/**
 * One flat state from the full and the optimized state of a seat. The keys in the flat clients' schema are held within its
 * bounds; all others are as they came.
 */
export function flatState(full: JsonObject, optimized: JsonObject): Record<string, unknown> {
  const { visible_tiles: _tiles, technologies: _techs, ...rest } = full;
  const turn = wholeAt(full, 'turn', 0, Number.MAX_SAFE_INTEGER);
  const phase = stringAt(full, 'phase', 'movement');
  const playerId = idOf(full.player_id) ?? 0;
  const players = flatPlayers(full, playerId);
  return {
    ...optimized,
    ...rest,
    turn,
    phase,
    player_id: playerId,
    game: flatGame(full, { turn, phase, playerId, players }),
    players,
    units: keyedById(objectsAt(full, 'units').map(flatUnit)),
    cities: keyedById(objectsAt(full, 'cities').map(flatCity)),
    legal_actions: flatOffers(objectsAt(full, 'legal_actions')),
    map: flatMap(full),
  };
}

function flatPlayers(full: JsonObject, playerId: number): Record<string, JsonObject> {
  const players: Record<string, JsonObject> = {};
  for (const key of Object.keys(objectAt(full, 'players'))) {
    if (!/^\d{1,9}$/.test(key)) continue;
    const id = Number(key);
    const known = objectAt(objectAt(full, 'players'), key);
    // The full format has the seat's own technologies beside its players.
    const own = id === playerId && known.techs === undefined ? { techs: full.technologies } : {};
    players[key] = flatPlayer(id, { ...known, ...own });
  }
  return players;
}

function flatGame(
  full: JsonObject,
  seen: { turn: number; phase: string; playerId: number; players: Record<string, JsonObject> },
): JsonObject {
  const game = objectAt(full, 'game');
  const scores = Object.entries(seen.players).map(([id, player]) => [id, numberAt(player, 'score', 0)]);
  return {
    ...game,
    turn: seen.turn,
    phase: seen.phase,
    is_over: game.is_over === true || full.phase === 'game_over' || full.final_ranking !== undefined,
    scores: Object.fromEntries(scores),
    current_player: idOf(game.current_player) ?? seen.playerId,
  };
}

function flatMap(full: JsonObject): JsonObject {
  const map = objectAt(full, 'map');
  return {
    ...map,
    width: wholeAt(map, 'width', 1, Number.MAX_SAFE_INTEGER),
    height: wholeAt(map, 'height', 1, Number.MAX_SAFE_INTEGER),
    topology: stringAt(map, 'shape', 'square'),
    tiles: objectsAt(full, 'visible_tiles').map(flatTile),
  };
}

function keyedById(entities: readonly JsonObject[]): Record<string, JsonObject> {
  return Object.fromEntries(entities.map((entity) => [String(entity.id), entity]));
}
