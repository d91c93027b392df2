import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Clock } from '#shared/core/clock.js';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import type { McpSeat } from './mcp-seat.js';
import { attemptName, type TaskIdentity } from './task-ids.js';
import { toolResultOf } from './tool-results.js';
import { attemptOf, isPassing, refusalOf, waitMsOf } from './turn-attempts.js';

/** How often one attempt is asked again for an outcome that is not known. */
const MAX_ASKS = 30;

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
    const answer = await seat.request('tool_call', call, { correlationId, traceparent, signal });
    if (signal.aborted) return undefined;
    const came = attemptOf(answer, wait.turn, seat.keepsNames);
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
        happened.push(...happenedIn(came.brief));
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

function happenedIn({ happened }: JsonObject): readonly unknown[] {
  return Array.isArray(happened) ? happened : [];
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
    const answer = await seat.request('tool_call', { name: 'brief', arguments: {} }, { signal });
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
    if (!isPassing(called.failure) || asks > MAX_ASKS) return { ...rest, content, structuredContent: brief };
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
  const happened = [...lines, ...happenedIn(brief)];
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
