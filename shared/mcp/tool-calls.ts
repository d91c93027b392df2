import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { every } from '../core/clock.js';
import type { Failure } from '../core/failure.js';
import type { JsonObject } from '../core/json.js';
import { readTraceparent } from '../core/tracing/tracing.js';
import { type ToolResult, toolNames, toolResultSchema } from '../protocol/tools.js';
import type { McpSeat, SeatPush } from './mcp-seat.js';

/** Tools that may take long; a cancelled call of one is stopped in the game. */
const STOPPABLE: ReadonlySet<string> = new Set(['do', 'end_turn']);

/** Between two reports of progress on a call to which nothing happens. */
const PROGRESS_MS = 5_000;

/** What a tool's result has: text and the same as an object (`structuredContent`), or the text alone. */
export type ToolResultForm = 'both' | 'text';

interface ToolCall {
  readonly name: string;
  readonly arguments?: JsonObject | undefined;
}

/** Carries out a tool call, and answers in that form. Refusals are results with `isError`; an unknown tool is a protocol error. */
export async function callTool(
  seat: McpSeat,
  { name, arguments: args = {} }: ToolCall,
  context: ServerContext,
  form: ToolResultForm,
): Promise<CallToolResult> {
  if (!toolNames.some((known) => known === name))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}`);
  const { signal, _meta: meta } = context.mcpReq;
  const traceparent = readTraceparent(meta?.traceparent);
  const stopReports = reportProgress(seat, context);
  const stopCall = () => {
    if (STOPPABLE.has(name)) void seat.request('stop', {});
  };
  signal.addEventListener('abort', stopCall, { once: true });
  try {
    const answer = await seat.request('tool_call', { name, arguments: args }, traceparent);
    const called = answer.ok ? calledTool(toolResultSchema.parse(answer.value)) : failedCall(answer.failure);
    if (form === 'both') return called;
    const { structuredContent: _, ...text } = called;
    return text;
  } finally {
    signal.removeEventListener('abort', stopCall);
    stopReports();
  }
}

function calledTool({ ok, text, result }: ToolResult): CallToolResult {
  return {
    content: [{ type: 'text', text }],
    structuredContent: { ...result },
    ...(!ok && { isError: true }),
  };
}

function failedCall({ code, message, details }: Failure): CallToolResult {
  const wait = details?.retry_after;
  const text = `${code}: ${message}${wait === undefined ? '' : `; try again in ${String(wait)} s`}`;
  const structuredContent = {
    ok: false,
    code,
    why: message,
    retry_after: wait,
  };
  return { content: [{ type: 'text', text }], structuredContent, isError: true };
}

/** Reports each push, and that the call goes on, to a client that asked for progress; the returned function ends it. */
function reportProgress(seat: McpSeat, { mcpReq }: ServerContext): () => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let progress = 0;
  const report = (message: string) => {
    progress++;
    const params = { progressToken, progress, message };
    // A client that is gone gets no progress; the call itself notices.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
  const stopPushes = seat.onPush((push) => report(pushWords(push)));
  const stopTimer = every(seat.clock, PROGRESS_MS, () => report('waiting for the game'));
  return () => {
    stopPushes();
    stopTimer();
  };
}

function pushWords({ type, data }: SeatPush): string {
  const { turn, event, status } = data;
  const what = [type.replaceAll('_', ' '), turn, event, status];
  return what.filter((word) => typeof word === 'string' || typeof word === 'number').join(' ');
}
