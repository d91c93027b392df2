import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Failure } from '#shared/core/failure.js';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { type ToolResult, toolResultSchema } from '#shared/protocol/tools.js';
import { toolResultOf } from './tool-results.js';

/** The game, its proxy or a place in it is away for a moment. Nothing was done. */
const AWAY: ReadonlySet<unknown> = new Set(['E112', 'E122', 'E123']);

/** Over a limit of the agent. Nothing was done. */
const TOO_MANY = 'E110';

/** The turn that the request names is over. */
const TURN_OVER = 'E133';

/** Between two requests that do not wait in the game, in milliseconds, where the refusal says nothing. */
const PAUSE_MS = 1_000;

/** What has come of an attempt. */
export type TurnAttempt =
  | { readonly kind: 'ended'; readonly result: CallToolResult }
  | { readonly kind: 'asked_again' | 'away'; readonly result: CallToolResult; readonly waitMs: number }
  /** The turn still waits for others. */
  | { readonly kind: 'deadline'; readonly brief: JsonObject; readonly turns: number }
  /** The turn that it named is over. */
  | { readonly kind: 'turn_over'; readonly turn: number };

/**
 * What has come of an `end_turn`, from its answer. `turn`: the turn that it named. `keepsNames`: whether it can be sent again under
 * its name.
 */
export function attemptOf(
  answer: Result<JsonObject>,
  turn: number | undefined,
  keepsNames: boolean,
): TurnAttempt {
  const called = refusalOf(answer);
  const result = toolResultOf(answer);
  if (!called.ok) return refusedAttempt(called.failure, result, turn, keepsNames);
  const { brief } = called.value.result;
  const told = isJsonObject(brief) && isJsonObject(brief.ended) ? brief.ended : {};
  if (!isJsonObject(brief) || told.why !== 'deadline') return { kind: 'ended', result };
  return { kind: 'deadline', brief, turns: Number(told.turns) };
}

function refusedAttempt(
  refusal: ToolRefusal,
  result: CallToolResult,
  turn: number | undefined,
  keepsNames: boolean,
): TurnAttempt {
  const waitMs = waitMsOf(refusal);
  if (refusal.code === TOO_MANY) return { kind: 'asked_again', result, waitMs };
  if (isOpen(refusal))
    return keepsNames ? { kind: 'asked_again', result, waitMs } : { kind: 'ended', result };
  // A first attempt has not ended the turn: whether it still should be ended is for the model to say.
  if (turn === undefined) return { kind: 'ended', result };
  if (refusal.code === TURN_OVER) return { kind: 'turn_over', turn };
  return AWAY.has(refusal.code) ? { kind: 'away', result, waitMs } : { kind: 'ended', result };
}

/** Whether only the name says what came of the request: its outcome is not known, or it is under way. */
function isOpen({ code, details }: ToolRefusal): boolean {
  if (details?.outcome === 'unknown' || code === 'E132') return true;
  // Of a name that another request has, the refusal says nothing about when to come again.
  return code === 'E135' && details?.retry_after !== undefined;
}

/** Whether a question to the game that was refused may be answered in a moment. */
export function isPassing({ code }: ToolRefusal): boolean {
  return code === TOO_MANY || code === 'E132' || AWAY.has(code);
}

/** A refusal of the game or of the gateway. */
export type ToolRefusal = Pick<Failure, 'details'> & { readonly code: unknown };

/** The refusal in an answer to `tool_call`, from wherever it comes. */
export function refusalOf(answer: Result<JsonObject>): Result<ToolResult, ToolRefusal> {
  if (!answer.ok) return answer;
  const called = toolResultSchema.parse(answer.value);
  const { code, retry_after, outcome } = called.result;
  return code === undefined ? ok(called) : fail({ code, details: { retry_after, outcome } });
}

/** Milliseconds after which a refused request may be sent again. */
export function waitMsOf({ details }: ToolRefusal): number {
  const wait = details?.retry_after;
  return typeof wait === 'number' ? wait * 1000 : PAUSE_MS;
}
