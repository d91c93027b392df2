import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Failure } from '#shared/core/failure.js';
import type { JsonObject } from '#shared/core/json.js';
import type { Result } from '#shared/core/result.js';
import { type ToolResult, toolResultSchema } from '#shared/protocol/tools.js';

/** What a tool's result has: text and the same as an object (`structuredContent`), or the text alone. */
export type ToolResultForm = 'both' | 'text';

/** The result of a tool, from the answer to `tool_call`. A refusal is a result with `isError`. */
export function toolResultOf(answer: Result<JsonObject>): CallToolResult {
  return answer.ok ? calledTool(toolResultSchema.parse(answer.value)) : failedCall(answer.failure);
}

/** The result in the form that its client wants. */
export function inForm(result: CallToolResult, form: ToolResultForm): CallToolResult {
  if (form === 'both') return result;
  const { structuredContent: _, ...text } = result;
  return text;
}

function calledTool({ ok, text, result }: ToolResult): CallToolResult {
  return {
    content: [{ type: 'text', text }],
    structuredContent: { ...result },
    ...(!ok && { isError: true }),
  };
}

/** A failure as the result of a tool. */
export function failedCall({ code, message, details }: Failure): CallToolResult {
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
