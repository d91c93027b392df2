import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Clock } from '../core/clock.js';
import type { Failure } from '../core/failure.js';
import { isJsonObject, type JsonObject } from '../core/json.js';
import { fail, ok, type Result } from '../core/result.js';
import { type ToolResult, toolResultSchema } from '../protocol/tools.js';
import type { McpSeat } from './mcp-seat.js';
import { attemptName, type TaskIdentity } from './task-ids.js';
import { toolResultOf } from './tool-results.js';

/** What was lost or is over a limit for a moment: the same request is sent again under its name, and carried out once. */
const ASKED_AGAIN: ReadonlySet<unknown> = new Set(['E110', 'E131', 'E132', 'E135']);

/** The game or its proxy is away for a moment. Nothing was done. */
const AWAY: ReadonlySet<unknown> = new Set(['E122', 'E123']);

/** The turn that the request names is over. */
const TURN_OVER = 'E133';

/** Between two requests that do not wait in the game, in milliseconds, where the refusal says nothing. */
const PAUSE_MS = 1_000;

/** How often one attempt is asked again for an outcome that is not known. */
const MAX_ASKS = 30;

/** What has come of an attempt. */
type Attempt =
  | { readonly kind: 'ended'; readonly result: CallToolResult }
  | { readonly kind: 'asked_again' | 'away'; readonly result: CallToolResult; readonly waitMs: number }
  /** The turn still waits for others. */
  | { readonly kind: 'deadline'; readonly brief: JsonObject; readonly turns: number }
  | { readonly kind: 'turn_over' };

/**
 * Ends the turn and waits for as long as the turn takes: an `end_turn` of the seat waits 30 s at most, so it is sent again, with
 * the turn that it is for, so that no other turn is ended. Each attempt has a name in the seat's session: a process that
 * begins the same task again gets the answers that are known, and goes on from there. Undefined when the signal aborts.
 */
export async function endTurnAsTask(
  seat: McpSeat,
  { id, until }: TaskIdentity,
  signal: AbortSignal,
  traceparent?: string,
): Promise<CallToolResult | undefined> {
  let args: JsonObject = { until };
  const happened: unknown[] = [];
  for (let attempt = 0, asks = 0; !signal.aborted; ) {
    const correlationId = attemptName(id, attempt);
    const call = { name: 'end_turn', arguments: args };
    const came = attemptOf(await seat.request('tool_call', call, { correlationId, traceparent }), attempt);
    if (signal.aborted) return undefined;
    switch (came.kind) {
      case 'ended':
        return withEarlier(came.result, happened);
      case 'turn_over':
        return withEarlier(await briefOf(seat), happened);
      case 'asked_again':
      case 'away':
        if (++asks > MAX_ASKS) return came.result;
        await pause(seat.clock, came.waitMs, signal);
        if (came.kind === 'away') attempt++;
        break;
      case 'deadline':
        asks = 0;
        attempt++;
        if (Array.isArray(came.brief.happened)) happened.push(...came.brief.happened);
        args = { until: turnsLeft(args.until, came.turns), turn: came.brief.turn };
    }
  }
  return undefined;
}

function attemptOf(answer: Result<JsonObject>, attempt: number): Attempt {
  const called = refusalOf(answer);
  const result = toolResultOf(answer);
  if (!called.ok) {
    const { code, details } = called.failure;
    const wait = details?.retry_after;
    const waitMs = typeof wait === 'number' ? wait * 1000 : PAUSE_MS;
    if (ASKED_AGAIN.has(code)) return { kind: 'asked_again', result, waitMs };
    // A first attempt has not ended the turn: whether it still should be ended is for the model to say.
    if (attempt > 0 && AWAY.has(code)) return { kind: 'away', result, waitMs };
    if (attempt > 0 && code === TURN_OVER) return { kind: 'turn_over' };
    return { kind: 'ended', result };
  }
  const { brief } = called.value.result;
  const ended = isJsonObject(brief) && isJsonObject(brief.ended) ? brief.ended : {};
  if (!isJsonObject(brief) || ended.why !== 'deadline') return { kind: 'ended', result };
  return { kind: 'deadline', brief, turns: Number(ended.turns) };
}

/** The refusal in an answer to `tool_call`, from wherever it comes. */
function refusalOf(
  answer: Result<JsonObject>,
): Result<ToolResult, Pick<Failure, 'details'> & { readonly code: unknown }> {
  if (!answer.ok) return answer;
  const called = toolResultSchema.parse(answer.value);
  const { code, retry_after } = called.result;
  return code === undefined ? ok(called) : fail({ code, details: { retry_after } });
}

/** What is still to be waited for after some turns. */
function turnsLeft(until: unknown, turns: number): unknown {
  const wanted = Number(until);
  return Number.isNaN(wanted) ? until : String(Math.max(1, wanted - turns));
}

/** The brief of the turn that has come, as `end_turn` answers it. */
async function briefOf(seat: McpSeat): Promise<CallToolResult> {
  const { structuredContent: brief, ...rest } = toolResultOf(
    await seat.request('tool_call', { name: 'brief', arguments: {} }),
  );
  return rest.isError === true
    ? { ...rest, structuredContent: brief ?? {} }
    : { ...rest, structuredContent: { ok: true, brief } };
}

/** The result with what the briefs of earlier attempts said has happened. */
function withEarlier(result: CallToolResult, earlier: readonly unknown[]): CallToolResult {
  const lines = [...new Set(earlier.map(String))];
  if (lines.length === 0) return result;
  const structured = isJsonObject(result.structuredContent) ? result.structuredContent : {};
  const { brief } = structured;
  const told = { type: 'text' as const, text: ['Happened while you waited:', ...lines].join('\n') };
  if (!isJsonObject(brief)) return { ...result, content: [told, ...result.content] };
  const happened = [...lines, ...(Array.isArray(brief.happened) ? brief.happened : [])];
  return {
    ...result,
    content: [told, ...result.content],
    structuredContent: { ...structured, brief: { ...brief, happened } },
  };
}

function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    signal.addEventListener('abort', end, { once: true });
  });
}
