import type { JsonObject } from '#shared/core/json.js';
import { ok, type Result } from '#shared/core/result.js';
import type { LinkAnswer } from '#shared/protocol/link.js';
import type { SeatRequest } from '../../gateway/link/link-messages.js';
import {
  flatCity,
  flatOffers,
  flatPlayer,
  flatTile,
  flatUnit,
  idOf,
  integerAt,
  numberAt,
  objectAt,
  objectsAt,
  stringAt,
} from './flat-entities.js';

/** Formats in which flat clients get one flat state. They read all others as they are. */
const FLAT_FORMATS: ReadonlySet<unknown> = new Set([undefined, 'full', 'llm_optimized', 'scene']);

/** Answers a state query of a flat client from two queries: the full state with its offers, and the optimized state. */
export async function askForFlatState(
  { type, data }: SeatRequest,
  send: (request: SeatRequest) => Promise<Result<LinkAnswer>>,
): Promise<Result<LinkAnswer>> {
  const { format } = data;
  if (!FLAT_FORMATS.has(format)) {
    const answer = await send({ type, data });
    if (!answer.ok || answer.value.type === 'error') return answer;
    return ok({ ...answer.value, data: { ...stateOf(answer.value), format } });
  }
  // Sent at once, to be of the same moment; the state with offers last, so that it is the last one that the agent was shown.
  const [optimized, full] = await Promise.all([
    send({ type, data: { ...data, format: 'llm_optimized', include_legal_actions: false } }),
    send({ type, data: { ...data, format: 'full', include_legal_actions: true } }),
  ]);
  if (!full.ok || full.value.type === 'error') return full;
  if (!optimized.ok || optimized.value.type === 'error') return optimized;
  const state = flatState(stateOf(full.value), stateOf(optimized.value));
  return ok({ ...full.value, data: { ...state, format } });
}

/** The state inside a `state_update`: data.data of the specification. */
function stateOf(answer: LinkAnswer): JsonObject {
  return objectAt(answer.data, 'data');
}

/** One flat state of the full and the optimized state. Keys of the flat schema are held within its bounds. */
export function flatState(full: JsonObject, optimized: JsonObject): Record<string, unknown> {
  const { visible_tiles: _tiles, technologies: _techs, ...rest } = full;
  const turn = integerAt(full, 'turn', 0, Number.MAX_SAFE_INTEGER);
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
    width: integerAt(map, 'width', 1, Number.MAX_SAFE_INTEGER),
    height: integerAt(map, 'height', 1, Number.MAX_SAFE_INTEGER),
    topology: stringAt(map, 'shape', 'square'),
    tiles: objectsAt(full, 'visible_tiles').map(flatTile),
  };
}

function keyedById(entities: readonly JsonObject[]): Record<string, JsonObject> {
  return Object.fromEntries(entities.map((entity) => [String(entity.id), entity]));
}
