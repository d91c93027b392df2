import { z } from 'zod';
import type { JsonObject } from '#shared/core/json.js';
import type { GameChances } from '#shared/protocol/chances.js';
import { diplomacyAsOf } from '#shared/protocol/diplomacy-standings.js';
import { type GameSave, gameOperations } from '#shared/protocol/game-operations.js';
import { type GameSummary, gameSummarySchema } from '#shared/protocol/game-summary.js';
import type { GameScore } from '#shared/protocol/score.js';
import type { Caller } from '../../gateway/auth/bearer.js';
import type { GameAccess } from '../access/game-access.js';
import type { GameRoute } from './game-route-table.js';

/** The fields of a game's info that are redacted; the others pass unchecked, as the proxy may have another version. */
const redactedInfoSchema = z.looseObject({
  ...gameSummarySchema.pick({ game_id: true, state: true, turn: true }).shape,
  config: z.looseObject({}),
  seats: z.array(z.looseObject({ agent_id: z.string() })),
  scenario: z
    .looseObject({ seats: z.array(z.looseObject({ agent_id: z.string() })) })
    .nullable()
    .optional(),
});

/**
 * Removes from an answer about games what the caller may not know: in a list, games without access; turn numbers, saves
 * and scores newer than SPECTATOR_DELAY_TURNS allows; the runs of seats that are not the caller's, and how they stand in
 * a scenario; without the right `watch` or `manage` also a game's seeds, which reveal its map.
 */
export function redactAnswer(
  access: GameAccess,
  type: GameRoute['type'],
  caller: Caller,
  gameId: string,
  data: JsonObject,
): JsonObject {
  switch (type) {
    case 'game_list': {
      const { games } = gameOperations.game_list.answer.parse(data);
      const listed = games.filter(({ game_id }) => access.canList(caller, game_id));
      return {
        games: listed.map((game) => redactTurn(game, access.turnNumberDelayOf(caller, game.game_id))),
      };
    }
    case 'game_score': {
      const score = gameOperations.game_score.answer.parse(data);
      const turns = redactScores(score.turns, access.delayTurnsOf(caller));
      // Process metrics and the run of an agent are left out for callers without a token.
      const seesAgents = turns.length === score.turns.length && access.canSeeSeeds(caller, gameId);
      return { ...score, turns, process: seesAgents ? score.process : undefined };
    }
    case 'game_diplomacy': {
      const ledger = gameOperations.game_diplomacy.answer.parse(data);
      const delay = ledger.is_final ? 0 : access.delayTurnsOf(caller);
      return diplomacyAsOf(ledger, ledger.turn - delay);
    }
    case 'game_chances': {
      const chances = gameOperations.game_chances.answer.parse(data);
      return { ...chances, turns: redactChances(chances, access.delayTurnsOf(caller)) };
    }
    case 'game_saves': {
      const { saves } = gameOperations.game_saves.answer.parse(data);
      return { saves: redactSaves(saves, access.turnNumberDelayOf(caller, gameId)) };
    }
    case 'game_save':
    case 'game_delete':
    case 'scenario_list':
      return data;
    default:
      return redactInfo(access, caller, data);
  }
}

/** The saves of turns that are at least `delay` turns behind the newest; all saves of a game that is over. */
function redactSaves(saves: readonly GameSave[], delay: number): readonly GameSave[] {
  if (saves.some(({ kind }) => kind === 'final')) return saves;
  const last = Math.max(...saves.map(({ turn }) => turn));
  return saves.filter(({ turn }) => turn + delay <= last);
}

function redactInfo(access: GameAccess, caller: Caller, data: JsonObject): JsonObject {
  const info = redactedInfoSchema.parse(data);
  const delay = access.turnNumberDelayOf(caller, info.game_id);
  const sees = seatFilter(access, caller, info, delay);
  const shown = {
    ...redactTurn(info, delay),
    seats: info.seats.map((seat) => (sees(seat) ? seat : { ...seat, run: null })),
    scenario: info.scenario && { ...info.scenario, seats: info.scenario.seats.filter(sees) },
  };
  if (access.canSeeSeeds(caller, info.game_id)) return shown;
  return { ...shown, config: { ...shown.config, seeds: {} } };
}

/** The seats whose run and standing the caller may know: its own, and all of them when it may watch the game without a delay. */
function seatFilter(
  access: GameAccess,
  caller: Caller,
  { game_id: gameId, state }: z.infer<typeof redactedInfoSchema>,
  delay: number,
): (seat: { readonly agent_id: string }) => boolean {
  const isOver = state === 'ended' || state === 'archived';
  const seesAll = (delay === 0 || isOver) && access.canSeeSeeds(caller, gameId);
  return ({ agent_id }) => seesAll || access.isOwnerOf(caller, gameId, agent_id);
}

/** Shows the turn `delay` turns ago, null before there is one; the last turn of a game that is over. */
function redactTurn<S extends Pick<GameSummary, 'state' | 'turn'>>(game: S, delay: number): S {
  const isOver = game.state === 'ended' || game.state === 'archived';
  if (delay === 0 || isOver || game.turn === null) return game;
  const turn = game.turn - delay;
  return { ...game, turn: turn < 1 ? null : turn };
}

/** The chances of turns that are at least `delay` turns behind the newest; all of a game that is over. */
function redactChances({ turns, is_final: isFinal }: GameChances, delay: number): GameChances['turns'] {
  const last = turns.at(-1)?.turn ?? 0;
  return isFinal ? turns : turns.filter(({ turn }) => turn + delay <= last);
}

/** The scores of turns that are at least `delay` turns behind the newest; all scores of a game that is over. */
function redactScores(turns: GameScore['turns'], delay: number): GameScore['turns'] {
  const last = turns.at(-1);
  if (last === undefined || last.is_final) return turns;
  return turns.filter(({ turn }) => turn + delay <= last.turn);
}
