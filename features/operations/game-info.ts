import { createHash } from 'node:crypto';
import { memo } from '#shared/core/memo.js';
import type { PlayerMark, TurnMark } from '#shared/protocol/agent-answers.js';
import type { GameInfo, GameSummary } from '#shared/protocol/game-summary.js';
import { processMetricsOf } from '#shared/protocol/process-metrics.js';
import type { GameScore } from '#shared/protocol/score.js';
import type { SeatRun, UsageReport } from '#shared/protocol/usage.js';
import type { GameRecord } from '../../proxy/games/disk/game-record.js';
import { toldRuleset } from '../../proxy/games/disk/generated-ruleset.js';
import type { Game } from '../../proxy/games/lifecycle/game.js';
import { isWorldCurrent } from '../../proxy/games/lifecycle/game-state.js';
import type { StoredGame } from '../../proxy/games/lifecycle/stored-games.js';
import { type LedgerContents, seatProcess } from '../../proxy/games/score/ledger-entry.js';
import { publicPlayers, waitingFor } from '../../proxy/games/seats/public-players.js';
import type { Ruleset } from '../../proxy/world/ruleset.js';
import type { World } from '../../proxy/world/world.js';

/** Where game servers listen, and so where a human's client on this machine finds them. */
const JOIN_HOST = '127.0.0.1';

/** What agents have reported of their models. Both reject when the disk does not give it now. */
export interface ModelReports {
  /** By turn. */
  reportsOf(gameId: string, agentId: string): Promise<ReadonlyMap<number, UsageReport>>;
  /** With how its turns ended, by turn. */
  runOf(gameId: string, agentId: string, marks: ReadonlyMap<number, TurnMark>): Promise<SeatRun>;
}

/** A game in memory, as a list shows it. */
export function summaryOf(game: Game): GameSummary {
  const world = game.seats[0]?.world;
  const isKnown = world !== undefined && world.players.size > 0;
  const hasBegun = world?.game !== undefined && world.turn.phase !== 'before_game';
  const { shown, ended } = game.record;
  return {
    game_id: game.id,
    state: game.state.kind === 'moved' ? 'recovering' : game.state.kind,
    // The server of a game that is over has gone on to a turn without players.
    turn: hasBegun && ended === undefined ? (world.game?.turn ?? null) : (shown?.turn ?? null),
    players: isKnown ? publicPlayers(world) : (shown?.players ?? []),
    server_version: game.record.serverVersion ?? null,
  };
}

/** An entry of the list of games, for a game on the disk. */
export function summaryOnDisk(known: StoredGame): GameSummary {
  if ('failure' in known)
    return { game_id: known.gameId, state: 'lost', turn: null, players: [], server_version: null };
  const { shown, phase, serverVersion: version = null } = known.record;
  const state = known.isArchived ? 'archived' : phase === 'ended' ? 'ended' : 'idle';
  const { turn = null, players = [] } = shown ?? {};
  return { game_id: known.gameId, state, turn, players, server_version: version };
}

/** The details of one game with the runs of its seats. Rejects when the disk does not give them now. */
export async function infoOf(game: Game, models: ModelReports): Promise<GameInfo> {
  const { state, record, timeLeft } = game;
  const runs = record.seats.map(async ({ agentId, player }) => {
    const marks = await game.turnMarksOf(player);
    return [agentId, await models.runOf(game.id, agentId, marks)] as const;
  });
  const runOf = new Map(await Promise.all(runs));
  const mayJoin = record.config.humans !== undefined && game.serverPort > 0;
  return {
    ...summaryOf(game),
    ...fixed(record),
    time_left: timeLeft === undefined ? null : Math.round(timeLeft / 1000),
    waiting_for: waitingOf(game),
    paused: record.paused ?? null,
    seats: record.seats.map(({ agentId, player }) => ({
      agent_id: agentId,
      player_id: player,
      presence: game.presenceOf(agentId),
      played_by: game.seat(agentId)?.playedBy ?? 'model',
      run: runOf.get(agentId) ?? null,
    })),
    join: mayJoin ? { host: JOIN_HOST, port: game.serverPort } : null,
    ruleset_hash: rulesetHash(game.seats[0]?.world),
    generated_ruleset: toldRuleset(record),
    scenario: record.ended?.scenario ?? (isWorldCurrent(state) ? game.scenario.result() : undefined) ?? null,
    problem: state.kind === 'lost' ? state.failure.message : null,
  };
}

function waitingOf({ pendingPlayers: pending, seats: [witness] }: Game): GameInfo['waiting_for'] {
  if (witness === undefined) return [];
  const shown = waitingFor(pending, witness.world);
  return shown.map((player, index) => ({ ...player, agent_id: pending[index]?.agentId ?? null }));
}

/** What of a game is the same whether it runs or not. */
function fixed(
  record: GameRecord,
): Pick<GameInfo, 'created_at' | 'config' | 'turn_time_limit' | 'fork_of' | 'ended'> {
  const { created, config, turnTimeLimit, forkOf, ended } = record;
  return {
    created_at: new Date(created).toISOString(),
    config,
    turn_time_limit: turnTimeLimit,
    fork_of: forkOf === undefined ? null : { game_id: forkOf.gameId, turn: forkOf.turn },
    ended: ended ?? null,
  };
}

/** How the player of each agent of a game is played. Rejects when the disk does not give what their models have reported. */
export async function gameProcess(
  gameId: string,
  contents: LedgerContents,
  { seats }: Pick<GameRecord, 'seats'>,
  models: ModelReports,
): Promise<GameScore['process']> {
  const rows = seats.map(async ({ agentId, player }) => {
    const reports = await models.reportsOf(gameId, agentId);
    return { player, ...processMetricsOf(seatProcess(contents, player, [...reports.values()])) };
  });
  return Promise.all(rows);
}

/** The scores of a game, from its ledger. */
export function gameScore(
  gameId: string,
  { turns, marks }: LedgerContents,
  record?: GameRecord,
  process?: GameScore['process'],
): GameScore {
  return {
    game_id: gameId,
    process,
    generated_ruleset: record === undefined ? undefined : toldRuleset(record),
    turns: turns.map(({ turn, isFinal, players }) => ({
      turn,
      is_final: isFinal,
      players: players.map((player) => ({ ...player, turn_mark: markOf(marks.get(turn), player.player) })),
    })),
  };
}

function markOf(marks: readonly PlayerMark[] | undefined, player: number): TurnMark | null {
  return marks?.find((one) => one.player === player)?.mark ?? null;
}

/** SHA-256 of the rules as the game server tells them: the same for games of the same rules. Null before they are told. */
function rulesetHash(world: World | undefined): string | null {
  // The server gives a player after it has told all rules.
  if (world?.seat.player === undefined) return null;
  return hashOf(world.ruleset);
}

/** A ruleset does not change once its game has begun. */
const hashOf = memo((ruleset: Ruleset) => {
  const text = JSON.stringify(ruleset, (_, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...value] : value,
  );
  return createHash('sha256').update(text).digest('hex');
});
