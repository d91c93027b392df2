import type { GameInfo } from '#shared/protocol/game-summary.js';
import type { GameScore } from '#shared/protocol/score.js';
import type { Immutable } from '#shared/protocol/state/common.js';
import { isRepeatable, type MatchPlan, seatAgentId } from '../plan/match-plan.js';
import { sha256 } from '../plan/sha256.js';
import {
  type CheckpointStanding,
  type ContestantResult,
  checkpointsOf,
  END,
  type MatchResult,
  type ScenarioScore,
} from './match-result.js';
import type { ModelRun, UsedUntil } from './model-player.js';

/** How those played who have a seat. */
export interface PlayedSeats {
  /** What bots sent and the game did not take, by agent. */
  readonly refused: ReadonlyMap<string, number>;
  /** How models played, by agent. */
  readonly models: ReadonlyMap<string, ModelRun>;
  /** Why nothing of the match counts; undefined when no contestant failed. */
  readonly fault: string | undefined;
  /** Why the match ended early; undefined when it did not. */
  readonly stopped: string | undefined;
}

/** What of a game counts for its match. */
type EndedGame = Immutable<Pick<GameInfo, 'problem'>> & {
  readonly ended:
    | (Pick<NonNullable<GameInfo['ended']>, 'winners' | 'report'> & { readonly reason: string })
    | null;
  readonly config: Pick<GameInfo['config'], 'end_turn'>;
  readonly scenario: GameInfo['scenario'];
  readonly seats: readonly Immutable<Pick<GameInfo['seats'][number], 'agent_id' | 'player_id' | 'run'>>[];
};

/** A match that is over, as it was planned, played and counted. */
export interface FinishedMatch extends PlayedSeats {
  readonly plan: MatchPlan;
  readonly info: EndedGame;
  readonly score: GameScore;
  readonly seconds: number;
}

/** What came of a match, by the rule of docs/arena.md. */
export function resultOf(finished: FinishedMatch): MatchResult {
  const { plan, info, score, seconds } = finished;
  const verdict = verdictOf(finished);
  const turns = plan.kind === 'game' ? plan.turns : (info.config.end_turn ?? 1);
  const checkpoints = plan.kind === 'game' ? checkpointsOf(turns) : [END];
  return {
    match: plan.id,
    seed: plan.seed,
    turns,
    ...verdict,
    playedTo: score.turns.at(-1)?.turn ?? 0,
    ended: info.ended?.reason ?? null,
    hash: isRepeatable(plan) ? hashOf(finished) : null,
    players: plan.lineup.map((_, place) => contestantResult(finished, place, verdict.status, checkpoints)),
    scenario: scenarioScore(finished),
    seconds: Math.round(seconds * 10) / 10,
  };
}

/**
 * SHA-256 of who played where, and of all numbers of the game server for each player and turn; of a scenario also what it was
 * and its score. A scenario whose goals are reached ends in the middle of a turn, whose numbers are left out.
 */
function hashOf({ plan, info, score }: FinishedMatch): string {
  const endsWithin = info.ended?.reason === 'scenario';
  const told = score.turns
    .filter(({ is_final: isFinal }) => !(isFinal && endsWithin))
    .map(({ turn, players }) => [turn, players.map((player) => Object.values(player))]);
  const seats = info.scenario?.seats.map((seat) => [seat.player_id, seat.score]);
  const own = plan.kind === 'game' ? [] : [plan.scenario, plan.difficulty, seats];
  return sha256(JSON.stringify([plan.lineup, plan.seed, told, ...own]));
}

/** What was reached of the scenario of a match; null for a game without one, and where it was not staged. */
function scenarioScore({ plan, info }: FinishedMatch): ScenarioScore | null {
  if (plan.kind === 'game' || info.scenario === null) return null;
  const { seats } = info.scenario;
  return {
    name: plan.scenario,
    difficulty: plan.difficulty,
    score: seats.reduce((sum, seat) => sum + seat.score, 0) / Math.max(1, seats.length),
    progress: seats.flatMap(({ progress }) => progress),
  };
}

function verdictOf({ plan, info, fault, stopped }: FinishedMatch): Pick<MatchResult, 'status' | 'reason'> {
  const broken = info.seats.find(({ run }) => run?.usage != null && !run.valid);
  if (fault !== undefined) return { status: 'invalid', reason: fault };
  if (info.ended === null) return { status: 'invalid', reason: info.problem ?? 'the game was lost' };
  if (broken !== undefined)
    return { status: 'invalid', reason: `${broken.agent_id}: ${broken.run?.invalid_reason ?? 'not valid'}` };
  if (stopped !== undefined) return { status: 'partial', reason: stopped };
  if (plan.kind === 'scenario' && info.scenario === null)
    return { status: 'invalid', reason: info.ended.report[0] ?? 'the scenario was not staged' };
  if (info.ended.reason === 'server_died') return { status: 'invalid', reason: info.ended.report[0] ?? null };
  if (['admin', 'not_begun'].includes(info.ended.reason))
    return { status: 'invalid', reason: 'the game was ended from outside' };
  return { status: 'valid', reason: null };
}

function contestantResult(
  { plan, info, score, refused, models }: FinishedMatch,
  place: number,
  status: MatchResult['status'],
  checkpoints: readonly string[],
): ContestantResult {
  const agentId = seatAgentId(plan, place);
  const seat = info.seats.find(({ agent_id: id }) => id === agentId);
  const player = plan.kind === 'game' ? place : (seat?.player_id ?? place);
  const used = models.get(agentId)?.used ?? [];
  const own = score.turns.flatMap(({ turn, players }) =>
    players.flatMap((one) => (one.player === player ? [{ turn, ...one }] : [])),
  );
  const standing = (
    entry: (typeof own)[number] | undefined,
    until: number,
  ): readonly CheckpointStanding[] => {
    if (entry === undefined) return [];
    const { turn, is_alive: alive, score: points, cities, techs } = entry;
    return [{ turn, alive, score: points, cities, techs, ...usageUntil(used, until) }];
  };
  const last = own.at(-1);
  const standings = checkpoints.flatMap((checkpoint) => {
    const isEnd = checkpoint === END;
    if (isEnd && status === 'partial') return [];
    const at = isEnd ? last : own.find(({ turn }) => turn === Number(checkpoint));
    // A player that won earlier keeps the score of its victory.
    const held = at ?? (status === 'valid' ? last : undefined);
    const until = isEnd ? Number.POSITIVE_INFINITY : (held?.turn ?? 0);
    return standing(held, until).map((value) => [checkpoint, value] as const);
  });
  const name = last?.name;
  const isVictory = info.ended?.reason === 'victory';
  return {
    contestant: plan.lineup[place] ?? '',
    player,
    nation: last?.nation ?? 'unknown',
    destroyed: own.find(({ is_alive: isAlive }) => !isAlive)?.turn ?? null,
    isWinner: isVictory && name !== undefined && info.ended?.winners.includes(name) === true,
    standings: Object.fromEntries(standings),
    curve: own.map(({ turn, score: points, cities, techs }) => [turn, points, cities, techs]),
    refused: refused.get(agentId) ?? null,
    run: seat?.run ?? null,
    process: processOf(score, player),
  };
}

function processOf({ process = [] }: GameScore, of: number): ContestantResult['process'] {
  const own = process.find(({ player }) => player === of);
  if (own === undefined) return null;
  const { player: _, ...metrics } = own;
  return metrics;
}

/** The usage of a model before that turn; nulls for a player without a model. */
function usageUntil(
  used: readonly UsedUntil[],
  turn: number,
): Pick<CheckpointStanding, 'tokens' | 'costUsd'> {
  const until = used.findLast((one) => one.turn < turn);
  return { tokens: until?.tokens ?? null, costUsd: until?.costUsd ?? null };
}
