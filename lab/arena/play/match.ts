import { setTimeout as sleep } from 'node:timers/promises';
import type { GameInfo } from '#shared/protocol/game-summary.js';
import { type AgentSeat, connect, GatewayLost } from '../../../agent/client.js';
import type { PlayOptions } from '../../../agent/player/options.js';
import { BOTS } from '../../bots/bots.js';
import { contestantOf } from '../plan/contestant.js';
import { gameConfigOf, isRepeatable, type MatchPlan, seatAgentId } from '../plan/match-plan.js';
import type { ArenaGateway } from './arena-gateway.js';
import { BotFailed, playBots, type SeatedBot } from './bot-players.js';
import type { MatchResult } from './match-result.js';
import { type PlayedSeats, resultOf } from './match-score.js';
import { type ModelRun, modelLogin, playModel, type SeatedModel } from './model-player.js';

/** Folders with a file of each match, below that of the arena. */
export const MATCH_FOLDERS = ['recordings', 'maps', 'scores'] as const;
type MatchFolder = (typeof MATCH_FOLDERS)[number];

/** What matches are played with. */
export interface MatchContext {
  readonly gateway: ArenaGateway;
  /** How the model of that name plays. */
  modelOptions(name: string): PlayOptions;
  /** Keeps a file of a match: its recording, its last map, its scores. */
  keep(folder: MatchFolder, name: string, content: Buffer | string): Promise<void>;
  /** Keeps what the game of a match is played again from, where it is on this machine. */
  keepGame(match: string): Promise<void>;
  /** Gets the game server and the hash of its rules, after each match. */
  onRules(server: string | null, ruleset: string | null): Promise<void>;
}

const POLL_MS = 100;
/** The gateway of an arena runs beside it: what is away for longer does not come back. */
const RECONNECT_TIMEOUT_MS = 60_000;

/**
 * Plays a game to its end and says what came of it. A game of bots that was begun before is played anew, one with a model
 * goes on, as its turns have been paid for. Rejects when the signal aborts; what else goes wrong is in the result.
 */
export async function playMatch(
  plan: MatchPlan,
  context: MatchContext,
  signal: AbortSignal,
): Promise<MatchResult> {
  const began = performance.now();
  const { gateway } = context;
  if (isRepeatable(plan)) await gateway.remove(plan.id);
  if ((await gateway.info(plan.id)) === undefined) await gateway.create(plan.id, gameConfigOf(plan));
  const played = await playSeats(plan, context, signal);
  signal.throwIfAborted();
  const info = await endedInfo(plan.id, gateway, signal);
  const score = await gateway.score(plan.id);
  await context.keep('recordings', `${plan.id}.fcr`, await gateway.file(plan.id, 'recording.fcr'));
  await context.keep('maps', `${plan.id}.png`, await gateway.file(plan.id, 'map.png'));
  await context.keep('scores', `${plan.id}.json`, JSON.stringify(score));
  // The rules of scenarios differ from one to the next.
  await context.onRules(info.server_version, plan.kind === 'game' ? info.ruleset_hash : null);
  await context.keepGame(plan.id);
  await gateway.remove(plan.id);
  return resultOf({ plan, info, score, ...played, seconds: (performance.now() - began) / 1000 });
}

/** Takes the seats in the order of the lineup, and plays until the game is over. */
async function playSeats(plan: MatchPlan, context: MatchContext, signal: AbortSignal): Promise<PlayedSeats> {
  const over = new AbortController();
  const inGame = AbortSignal.any([signal, over.signal]);
  const seats: AgentSeat[] = [];
  const bots: SeatedBot[] = [];
  const models: SeatedModel[] = [];
  const runs = new Map<string, ModelRun>();
  let stopped: string | undefined;
  const stop = async (why: string) => {
    if (over.signal.aborted) return;
    stopped = why;
    over.abort(new Error(why));
    await context.gateway.end(plan.id);
  };
  const modelRun = async (model: SeatedModel) => {
    const run = await playModel(model, { ...context.gateway.access, token: model.token }, inGame);
    runs.set(model.seat.agentId, run);
    const isOver = (await context.gateway.info(plan.id))?.ended != null;
    if (!isOver && !inGame.aborted) await stop(`${model.contestant}: ${run.report.stopped}`);
  };
  let fault: string | undefined;
  try {
    for (const place of plan.lineup.keys())
      await takeSeat(plan, place, { context, seats, bots, models, signal: inGame });
    await Promise.all([playBots(bots, inGame), ...models.map(modelRun)]);
  } catch (error) {
    // When the gateway is lost, the fault cannot be assigned to a player: the match is played again.
    if (isLost(error)) throw error;
    if (!over.signal.aborted && !signal.aborted) {
      fault = error instanceof Error ? error.message : String(error);
      await stop(fault);
    }
  } finally {
    await Promise.all(seats.map((seat) => seat.close()));
  }
  const refused = new Map(bots.map(({ seat, bot }) => [seat.agentId, bot.refused.length]));
  return { refused, models: runs, fault, stopped: fault === undefined ? stopped : undefined };
}

function isLost(error: unknown): boolean {
  return error instanceof GatewayLost || (error instanceof BotFailed && error.cause instanceof GatewayLost);
}

interface Table {
  readonly context: MatchContext;
  readonly seats: AgentSeat[];
  readonly bots: SeatedBot[];
  readonly models: SeatedModel[];
  readonly signal: AbortSignal;
}

async function takeSeat(
  plan: MatchPlan,
  place: number,
  { context, seats, bots, models, signal }: Table,
): Promise<void> {
  const contestant = plan.lineup[place] ?? '';
  const who = contestantOf(contestant);
  if (who.kind === 'ai') return;
  const memory = plan.kind === 'game' ? plan.memory : undefined;
  const options =
    who.kind === 'model' ? { ...context.modelOptions(who.model), lessons: memory !== undefined } : undefined;
  const { gateway } = context.gateway.access;
  const login = options === undefined ? { model: `bot:${contestant}` } : modelLogin(options);
  const agentId = seatAgentId(plan, place);
  // Each player has a token of its own: none can enter the seat of another.
  const token = await context.gateway.token(agentId, plan.id);
  if (options !== undefined && memory?.isNew === true)
    await context.gateway.clearLessons(agentId, plan.id, token);
  const seat = await connect(gateway, {
    ...{ agentId, token, game: plan.id, login, signal },
    reconnectTimeoutMs: RECONNECT_TIMEOUT_MS,
  });
  seats.push(seat);
  if (options !== undefined) models.push({ contestant, seat, token, options: { ...options, game: plan.id } });
  else {
    const make = BOTS[contestant];
    if (make !== undefined) bots.push({ contestant, seat, bot: make(seat, plan.seed * 100 + place) });
  }
}

/** The game once it has ended, and its last save is there. */
async function endedInfo(gameId: string, gateway: ArenaGateway, signal: AbortSignal): Promise<GameInfo> {
  for (;;) {
    const info = await gateway.info(gameId);
    if (info === undefined) throw new Error(`the game ${gameId} is gone`);
    if (info.ended !== null || info.state === 'lost') return info;
    await sleep(POLL_MS, undefined, { signal });
  }
}
