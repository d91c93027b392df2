import { z } from 'zod';
import { type GameSave, gameOperations } from '#shared/protocol/game-operations.js';
import { type GameSummary, gameSummarySchema } from '#shared/protocol/game-summary.js';
import type { GameScore } from '#shared/protocol/score.js';
import type { Caller, GameAccess } from '../../auth/game-access.js';
import type { JsonObject } from '../../input/json-object.js';
import type { GameCall } from './game-calls.js';

/** What is looked at of a game's info; the rest is the proxy's, which may be of another version. */
const shownInfoSchema = z.looseObject({
  ...gameSummarySchema.pick({ game_id: true, state: true, turn: true }).shape,
  config: z.looseObject({}),
});

/**
 * What a caller gets of an answer about games: of a list those it may know of; turns, saves and scores as far as
 * SPECTATOR_DELAY_TURNS lets it know of them; a game's seeds, which give its map away, with the right to watch or manage.
 */
export function visibleTo(
  access: GameAccess,
  { type }: Pick<GameCall, 'type'>,
  caller: Caller,
  gameId: string,
  data: JsonObject,
): JsonObject {
  switch (type) {
    case 'game_list': {
      const { games } = gameOperations.game_list.answer.parse(data);
      const known = games.filter(({ game_id }) => access.sees(caller, game_id));
      return { games: known.map((game) => turnShown(game, access.turnDelayOf(caller, game.game_id))) };
    }
    case 'game_score': {
      const score = gameOperations.game_score.answer.parse(data);
      return { ...score, turns: scoresShown(score.turns, access.delayOf(caller)) };
    }
    case 'game_saves': {
      const { saves } = gameOperations.game_saves.answer.parse(data);
      return { saves: savesShown(saves, access.turnDelayOf(caller, gameId)) };
    }
    case 'game_save':
    case 'game_delete':
      return data;
    default:
      return infoShown(access, caller, data);
  }
}

/** The saves a caller may know of: those of turns that are so far behind the newest, all of a game that is over. */
function savesShown(saves: readonly GameSave[], delay: number): readonly GameSave[] {
  if (saves.some(({ kind }) => kind === 'final')) return saves;
  const last = Math.max(...saves.map(({ turn }) => turn));
  return saves.filter(({ turn }) => turn + delay <= last);
}

function infoShown(access: GameAccess, caller: Caller, data: JsonObject): JsonObject {
  const info = shownInfoSchema.parse(data);
  const shown = turnShown(info, access.turnDelayOf(caller, info.game_id));
  if (access.seesSeeds(caller, info.game_id)) return shown;
  return { ...shown, config: { ...shown.config, seeds: {} } };
}

/** The turn that began so many whole turns ago, null before there is one; the last of a game that is over. */
function turnShown<S extends Pick<GameSummary, 'state' | 'turn'>>(game: S, delay: number): S {
  const isOver = game.state === 'ended' || game.state === 'archived';
  if (delay === 0 || isOver || game.turn === null) return game;
  const turn = game.turn - delay;
  return { ...game, turn: turn < 1 ? null : turn };
}

/** Those that began so many whole turns ago; all of a game that is over. */
function scoresShown(turns: GameScore['turns'], delay: number): GameScore['turns'] {
  const last = turns.at(-1);
  if (last === undefined || last.is_final) return turns;
  return turns.filter(({ turn }) => turn + delay <= last.turn);
}
