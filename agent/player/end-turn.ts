import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { JsonObject } from '#shared/core/json.js';
import { type TurnsEnded, turnsEndedSchema } from '#shared/protocol/state/brief.js';
import type { ToolResult } from '#shared/protocol/tools.js';
import { AgentError, type AgentSeat } from '../client.js';

/** A turn that has come, with its brief as the model reads it. */
export interface BegunTurn {
  readonly turn: number;
  readonly brief: string;
  /** The game is over, or the nation is destroyed. */
  readonly isOver: boolean;
  /** The own score; undefined where it is not known. */
  readonly score?: number | undefined;
}

/** How a turn is ended. */
export interface TurnEnding {
  /** The turn that is ended, and no other. */
  readonly turn: number;
  /** How many turns pass at most; fewer when something needs a decision, unless it is `turn`. */
  readonly until: 'turn' | number;
  /** True when the player ends it, not the model. */
  readonly auto?: boolean;
  /** Why there was no model. */
  readonly failed?: string;
}

const MAX_TURNS = 50;
const MAX_REASON_CHARS = 500;

const untilSchema = z.union([z.literal('turn'), z.int().min(1).max(MAX_TURNS)]);

const RETRY_S = 1;
/** Refusals after which the same call may work: limits, a game that is away, paused, or late. */
const PASSING_CODES: ReadonlySet<string> = new Set(['E110', 'E122', 'E123', 'E132', 'E144', 'E145', 'E500']);
/** Why an answer came although the model has nothing to decide: the wait goes on. */
const WAITS_ON: ReadonlySet<string> = new Set(['deadline', 'paused', 'person', 'recovery', 'stop']);

const briefSchema = z.looseObject({
  turn: z.int(),
  ended: turnsEndedSchema.exactOptional(),
  defeated: z.unknown().optional(),
  nation: z.looseObject({ score: z.number().nullish() }).nullish(),
});

type TurnSeat = Pick<AgentSeat, 'request'>;

/**
 * How many turns an end_turn of the model passes: the number it gives, and with anything else until something needs it, but never
 * more than are left to play.
 */
export function turnsToPass(until: unknown, turnsLeft: number): 'turn' | number {
  const said = untilSchema.safeParse(until).data ?? MAX_TURNS;
  if (said === 'turn') return said;
  const turns = Math.min(said, turnsLeft);
  return turns <= 1 ? 'turn' : turns;
}

/** The brief of the turn under way. Waits until the game answers. */
export async function currentTurn(seat: TurnSeat, signal?: AbortSignal): Promise<BegunTurn> {
  for (;;) {
    const { result, text } = await callTool(seat, 'brief', {}, signal);
    const brief = briefSchema.safeParse(result).data;
    if (brief !== undefined)
      return { turn: brief.turn, brief: text, isOver: brief.defeated !== undefined, score: scoreOf(brief) };
    if (result.code === 'E143') return { turn: 0, brief: '', isOver: true };
    await pause(result, signal);
  }
}

/**
 * Ends a turn and waits for the one that comes, however long other players take, or until something needs a decision in the same
 * turn. Where the turn is over already, or that is unknown, it is the one under way.
 */
export async function endTurn(seat: TurnSeat, ending: TurnEnding, signal?: AbortSignal): Promise<BegunTurn> {
  let wish: TurnEnding = ending;
  for (;;) {
    const { result, text } = await callTool(seat, 'end_turn', argumentsOf(wish), signal);
    if (isTurnOver(result)) return currentTurn(seat, signal);
    if (result.code === 'E143') return { turn: wish.turn, brief: '', isOver: true };
    const brief = briefSchema.safeParse(result.brief).data;
    if (brief !== undefined) {
      const { turn, ended } = brief;
      const isOver = ended?.why === 'game_over' || ended?.why === 'defeated';
      wish = { ...wish, turn, until: turnsLeft(wish.until, ended) };
      if (isOver || wish.until === 0) return { turn, brief: text, isOver, score: scoreOf(brief) };
    }
    if (brief?.ended?.why !== 'deadline') await pause(result, signal);
  }
}

function scoreOf({ nation }: z.infer<typeof briefSchema>): number | undefined {
  return nation?.score ?? undefined;
}

/** What is left to pass after some turns have passed; 0 when the wait is over. */
function turnsLeft(until: TurnEnding['until'], ended: TurnsEnded | undefined): TurnEnding['until'] {
  if (ended === undefined || !WAITS_ON.has(ended.why)) return 0;
  if (until === 'turn') return ended.turns > 0 ? 0 : until;
  return Math.max(0, until - ended.turns);
}

/** A call that outlives the loss of a session: what came of it is not known then. */
async function callTool(
  seat: TurnSeat,
  name: string,
  args: JsonObject,
  signal: AbortSignal | undefined,
): Promise<Pick<ToolResult, 'result' | 'text'>> {
  try {
    return await seat.request('tool_call', { name, arguments: args }, { signal });
  } catch (error) {
    if (!(error instanceof AgentError) || signal?.aborted === true) throw error;
    const { code, sentence: why, details } = error;
    return { result: { ...details, code, why }, text: error.message };
  }
}

function argumentsOf({ turn, until, auto, failed }: TurnEnding): JsonObject {
  return { turn, until, ...(auto === true && { auto }), failed: failed?.slice(0, MAX_REASON_CHARS) };
}

/** E133: the turn is over. E105: it has not begun again since the game was restored. E131: the outcome is unknown. */
function isTurnOver({ code }: JsonObject): boolean {
  return code === 'E133' || code === 'E105' || code === 'E131';
}

/** Waits as long as a refusal says; the game is paused, or being restored. */
async function pause({ code, why, retry_after }: JsonObject, signal: AbortSignal | undefined): Promise<void> {
  if (code !== undefined && !PASSING_CODES.has(String(code)))
    throw new Error(`The game cannot go on: ${String(code)} ${String(why)}`);
  const seconds = typeof retry_after === 'number' ? retry_after : RETRY_S;
  await setTimeout(seconds * 1000, undefined, { signal });
}
