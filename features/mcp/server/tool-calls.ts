import {
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { JsonObject } from '#shared/core/json.js';
import { readTraceparent } from '#shared/core/tracing.js';
import { toolNames } from '#shared/protocol/tools.js';
import type { ClientAbilities } from './client-capabilities.js';
import { MAP_META, readMap } from './map-data.js';
import type { McpSeat } from './mcp-seat.js';
import { wantedGame } from './new-game.js';
import { reportProgress } from './progress.js';
import type { SeatTasks } from './seat-tasks.js';
import { failedCall, inForm, type ToolResultForm, toolResultOf } from './tool-results.js';

/** Tools that may take long; a cancelled call of one is stopped in the game. */
const STOPPABLE: ReadonlySet<string> = new Set(['do', 'end_turn']);

interface ToolCall {
  readonly name: string;
  readonly arguments?: JsonObject | undefined;
}

/** What a call of a tool works with. */
export interface ToolCalls {
  readonly seat: McpSeat;
  readonly form: ToolResultForm;
  /** Undefined where no client can poll tasks. */
  readonly tasks: SeatTasks | undefined;
  /** The token of the client, whose tasks end with it; undefined where all have the same. */
  readonly owner: string | undefined;
}

/**
 * Carries out a tool call. Refusals are results with `isError`; an unknown tool is a protocol error. A client that can gets a task
 * for `end_turn`, and a form where the call would make a game.
 */
export async function callTool(
  { seat, form, tasks, owner }: ToolCalls,
  { name, arguments: args = {} }: ToolCall,
  context: ServerContext,
  abilities: ClientAbilities,
): Promise<CallToolResult | InputRequiredResult> {
  if (!toolNames.some((known) => known === name))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}`);
  const wanted = await wantedGame(seat, context, abilities);
  // A client that is gone while it was asked makes no game.
  context.mcpReq.signal.throwIfAborted();
  if (wanted.kind === 'question') return wanted.result;
  if (wanted.config !== undefined) {
    const entered = await seat.enter(wanted.config);
    if (!entered.ok) return inForm(failedCall(entered.failure), form);
  }
  const traceparent = readTraceparent(context.mcpReq._meta?.traceparent);
  if (name === 'end_turn' && abilities.hasTasks && tasks !== undefined) {
    const task = tasks.start(args, owner, traceparent);
    // A task in place of a result. The library gives each result of a tool a content.
    if (task !== 'none') return { ...task, resultType: 'task', content: [] };
  }
  const result = await calledNow(seat, { name, arguments: args }, context, traceparent);
  const shown = name === 'map' && abilities.showsApps ? await withMap(seat, result) : result;
  return inForm(shown, form);
}

async function calledNow(
  seat: McpSeat,
  call: ToolCall,
  context: ServerContext,
  traceparent: string | undefined,
): Promise<CallToolResult> {
  const { signal } = context.mcpReq;
  // The SDK does not abort a call of a session when its connection ends.
  const connection = context.http?.req?.signal;
  const ended = connection === undefined ? signal : AbortSignal.any([signal, connection]);
  const stopReports = reportProgress(seat, context);
  const stopCall = () => {
    if (STOPPABLE.has(call.name)) void seat.request('stop', {});
  };
  const onBegin = () => {
    // A call that is cancelled just as its wait ends is not carried out.
    signal.throwIfAborted();
    signal.addEventListener('abort', stopCall, { once: true });
  };
  try {
    const options = { traceparent, signal: ended, onBegin };
    return toolResultOf(await seat.request('tool_call', { ...call }, options));
  } finally {
    signal.removeEventListener('abort', stopCall);
    stopReports();
  }
}

/** The result with the map that the app draws, which no model reads. */
async function withMap(seat: McpSeat, result: CallToolResult): Promise<CallToolResult> {
  const map = await readMap(seat);
  return map.ok ? { ...result, _meta: { [MAP_META]: map.value } } : result;
}
