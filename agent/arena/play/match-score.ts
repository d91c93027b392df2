import { createHash } from 'node:crypto';
import type { GameInfo } from '#shared/protocol/game-summary.js';
import type { GameScore } from '#shared/protocol/score.js';
import { agentIdOf } from '../plan/contestant.js';
import { type GameMatch, isRepeatable } from '../plan/match-plan.js';
import {
  type ContestantResult,
  checkpointsOf,
  END,
  type MatchResult,
  type Standing,
} from './match-result.js';
import type { ModelRun, UsedUntil } from './model-player.js';

/** How those played who have a seat. */
export interface PlayedSeats {
  /** What bots sent and the game did not take, by contestant. */
  readonly refused: ReadonlyMap<string, number>;
  readonly models: ReadonlyMap<string, ModelRun>;
  /** Why nothing of the match counts; undefined when no contestant failed. */
  readonly fault: string | undefined;
  /** Why the match ended early; undefined when it did not. */
  readonly stopped: string | undefined;
}

/** A match that is over, as it was planned, played and counted. */
export interface FinishedMatch extends PlayedSeats {
  readonly plan: GameMatch;
  readonly info: GameInfo;
  readonly score: GameScore;
  readonly seconds: number;
}

/** What came of a match, by the rule of docs/arena.md. */
export function resultOf(finished: FinishedMatch): MatchResult {
  const { plan, info, score, seconds } = finished;
  const verdict = verdictOf(finished);
  return {
    match: plan.id,
    seed: plan.seed,
    turns: plan.turns,
    ...verdict,
    playedTo: score.turns.at(-1)?.turn ?? 0,
    ended: info.ended?.reason ?? null,
    hash: isRepeatable(plan) ? hashOf(plan, score) : null,
    players: plan.lineup.map((contestant, player) =>
      contestantResult(finished, contestant, player, verdict.status),
    ),
    seconds: Math.round(seconds * 10) / 10,
  };
}

/** SHA-256 of who played where, and of all numbers of the game server for each player and turn. */
function hashOf({ lineup, seed }: GameMatch, { turns }: GameScore): string {
  const told = turns.map(({ turn, players }) => [turn, players.map((player) => Object.values(player))]);
  return createHash('sha256')
    .update(JSON.stringify([lineup, seed, told]))
    .digest('hex');
}

function verdictOf({ info, fault, stopped }: FinishedMatch): Pick<MatchResult, 'status' | 'reason'> {
  const broken = info.seats.find(({ run }) => run?.usage != null && !run.valid);
  if (fault !== undefined) return { status: 'invalid', reason: fault };
  if (info.ended === null) return { status: 'invalid', reason: info.problem ?? 'the game was lost' };
  if (broken !== undefined)
    return { status: 'invalid', reason: `${broken.agent_id}: ${broken.run?.invalid_reason ?? 'not valid'}` };
  if (stopped !== undefined) return { status: 'partial', reason: stopped };
  if (['admin', 'not_begun'].includes(info.ended.reason))
    return { status: 'invalid', reason: 'the game was ended from outside' };
  return { status: 'valid', reason: null };
}

function contestantResult(
  { plan, info, score, refused, models }: FinishedMatch,
  contestant: string,
  player: number,
  status: MatchResult['status'],
): ContestantResult {
  const used = models.get(contestant)?.used ?? [];
  const own = score.turns.flatMap(({ turn, players }) =>
    players.flatMap((one) => (one.player === player ? [{ turn, ...one }] : [])),
  );
  const standing = (entry: (typeof own)[number] | undefined): readonly Standing[] => {
    if (entry === undefined) return [];
    const { turn, is_alive: alive, score: points, cities, techs } = entry;
    return [{ turn, alive, score: points, cities, techs, ...usageUntil(used, turn) }];
  };
  const last = own.at(-1);
  const standings = checkpointsOf(plan.turns).flatMap((checkpoint) => {
    const isEnd = checkpoint === END;
    if (isEnd && status === 'partial') return [];
    const at = isEnd ? last : own.find(({ turn }) => turn === Number(checkpoint));
    // Who has won earlier has what it won with.
    const held = at ?? (status === 'valid' ? last : undefined);
    return standing(held).map((value) => [checkpoint, value] as const);
  });
  const name = last?.name;
  const isVictory = info.ended?.reason === 'victory';
  return {
    contestant,
    player,
    nation: last?.nation ?? 'unknown',
    destroyed: own.find(({ is_alive: isAlive }) => !isAlive)?.turn ?? null,
    isWinner: isVictory && name !== undefined && info.ended?.winners.includes(name) === true,
    standings: Object.fromEntries(standings),
    curve: own.map(({ turn, score: points, cities, techs }) => [turn, points, cities, techs]),
    refused: refused.get(contestant) ?? null,
    run: info.seats.find(({ agent_id: id }) => id === agentIdOf(contestant))?.run ?? null,
  };
}

/** What a model had used before that turn; nulls for who is none. */
function usageUntil(used: readonly UsedUntil[], turn: number): Pick<Standing, 'tokens' | 'costUsd'> {
  const until = used.findLast((one) => one.turn < turn);
  return { tokens: until?.tokens ?? null, costUsd: until?.costUsd ?? null };
}
