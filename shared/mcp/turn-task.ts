import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Clock } from '../core/clock.js';
import type { Failure } from '../core/failure.js';
import { isJsonObject, type JsonObject } from '../core/json.js';
import { fail, ok, type Result } from '../core/result.js';
import { type ToolResult, toolResultSchema } from '../protocol/tools.js';
import type { McpSeat } from './mcp-seat.js';
import { attemptName, type TaskIdentity } from './task-ids.js';
import { toolResultOf } from './tool-results.js';

/** The game, its proxy or a place in it is away for a moment. Nothing was done. */
const AWAY: ReadonlySet<unknown> = new Set(['E112', 'E122', 'E123']);

/** Over a limit of the agent. Nothing was done. */
const TOO_MANY = 'E110';

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
  /** The turn that it named is over. */
  | { readonly kind: 'turn_over'; readonly turn: number };

/** What an attempt waits for, and from the second one on the turn that it is for. */
interface Wait {
  readonly until: string;
  readonly turn?: number;
}

/**
 * Ends the turn and waits for as long as the turn takes: an `end_turn` of the seat waits 30 s at most, so it is sent again, with
 * the turn that it is for, so that no other turn is ended. Each attempt has a name in the seat's session: a process that
 * begins the same task again gets the answers that are known, and goes on from there. Where the seat keeps no names, an unknown
 * outcome is the result. Undefined when the signal aborts.
 */
export async function endTurnAsTask(
  seat: McpSeat,
  { id, until }: TaskIdentity,
  signal: AbortSignal,
  traceparent?: string,
): Promise<CallToolResult | undefined> {
  let wait: Wait = { until };
  let passed = 0;
  const happened: unknown[] = [];
  for (let attempt = 0, asks = 0; !signal.aborted; ) {
    const correlationId = attemptName(id, attempt);
    const call = { name: 'end_turn', arguments: { ...wait } };
    const answer = await seat.request('tool_call', call, { correlationId, traceparent });
    if (signal.aborted) return undefined;
    const came = attemptOf(answer, wait, seat.keepsNames);
    switch (came.kind) {
      case 'ended':
        return withEarlier(came.result, happened);
      case 'asked_again':
      case 'away':
        if (++asks > MAX_ASKS) return came.result;
        await pause(seat.clock, came.waitMs, signal);
        if (came.kind === 'away') attempt++;
        break;
      case 'deadline':
        [asks, attempt, passed] = [0, attempt + 1, passed + came.turns];
        if (Array.isArray(came.brief.happened)) happened.push(...came.brief.happened);
        wait = { until: turnsLeft(wait.until, came.turns), turn: Number(came.brief.turn) };
        break;
      case 'turn_over':
        [asks, attempt, passed] = [0, attempt + 1, passed + 1];
        if (!(Number(wait.until) > 1)) return await briefAfter(seat, { passed, happened }, signal);
        // The next turn is named without a question to the game: a process that begins the task again names the same.
        wait = { until: turnsLeft(wait.until, 1), turn: came.turn + 1 };
    }
  }
  return undefined;
}

function attemptOf(answer: Result<JsonObject>, { turn }: Wait, keepsNames: boolean): Attempt {
  const called = refusalOf(answer);
  const result = toolResultOf(answer);
  if (!called.ok) {
    const { code, details } = called.failure;
    const waitMs = waitMsOf(called.failure);
    if (code === TOO_MANY) return { kind: 'asked_again', result, waitMs };
    // Of an unknown outcome, and of the same request under way, only the name says what came.
    const isUnknown = details?.outcome === 'unknown' || code === 'E132';
    const isUnderWay = code === 'E135' && details?.retry_after !== undefined;
    if (isUnknown || isUnderWay) return keepsNames ? { kind: 'asked_again', result, waitMs } : ended(result);
    // A first attempt has not ended the turn: whether it still should be ended is for the model to say.
    if (turn !== undefined && AWAY.has(code)) return { kind: 'away', result, waitMs };
    return turn !== undefined && code === TURN_OVER ? { kind: 'turn_over', turn } : ended(result);
  }
  const { brief } = called.value.result;
  const told = isJsonObject(brief) && isJsonObject(brief.ended) ? brief.ended : {};
  if (!isJsonObject(brief) || told.why !== 'deadline') return ended(result);
  return { kind: 'deadline', brief, turns: Number(told.turns) };
}

function ended(result: CallToolResult): Attempt {
  return { kind: 'ended', result };
}

/** A refusal of the game or of the gateway. */
type Refusal = Pick<Failure, 'details'> & { readonly code: unknown };

/** The refusal in an answer to `tool_call`, from wherever it comes. */
function refusalOf(answer: Result<JsonObject>): Result<ToolResult, Refusal> {
  if (!answer.ok) return answer;
  const called = toolResultSchema.parse(answer.value);
  const { code, retry_after, outcome } = called.result;
  return code === undefined ? ok(called) : fail({ code, details: { retry_after, outcome } });
}

function waitMsOf({ details }: Refusal): number {
  const wait = details?.retry_after;
  return typeof wait === 'number' ? wait * 1000 : PAUSE_MS;
}

/** What is still to be waited for after some turns. */
function turnsLeft(until: string, turns: number): string {
  const wanted = Number(until);
  return Number.isNaN(wanted) ? until : String(Math.max(1, wanted - turns));
}

/** The brief of the turn that has come, as `end_turn` answers it after so many turns. Undefined when the signal aborts. */
async function briefAfter(
  seat: McpSeat,
  { passed, happened }: { readonly passed: number; readonly happened: readonly unknown[] },
  signal: AbortSignal,
): Promise<CallToolResult | undefined> {
  for (let asks = 1; ; asks++) {
    const answer = await seat.request('tool_call', { name: 'brief', arguments: {} });
    if (signal.aborted) return undefined;
    const called = refusalOf(answer);
    const { structuredContent, content, ...rest } = toolResultOf(answer);
    const brief = isJsonObject(structuredContent) ? structuredContent : {};
    if (called.ok) {
      const told = { turns: passed, why: 'turn' };
      const text = { type: 'text' as const, text: `ended: turns ${passed}, why turn` };
      const shown = { ok: true, brief: { ...brief, ended: told } };
      return withEarlier({ ...rest, content: [...content, text], structuredContent: shown }, happened);
    }
    const { code } = called.failure;
    const isPassing = code === TOO_MANY || code === 'E132' || AWAY.has(code);
    if (!isPassing || asks > MAX_ASKS) return { ...rest, content, structuredContent: brief };
    await pause(seat.clock, waitMsOf(called.failure), signal);
    if (signal.aborted) return undefined;
  }
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
