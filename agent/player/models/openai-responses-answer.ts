import type OpenAI from 'openai';
import { isJsonObject, parseJson } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { AssistantMessage, TokenUsage, ToolCall } from './messages.js';
import { faultOf, type ModelFault } from './model-fault.js';
import { type AskOptions, type ModelReply, promptUsage, type StopReason } from './model-provider.js';

type Input = OpenAI.Responses.ResponseInputItem;
type Item = OpenAI.Responses.ResponseOutputItem;

/** The whole response, with the event that has it. Throws what the stream says went wrong. */
export function readEvent(
  event: OpenAI.Responses.ResponseStreamEvent,
  onEvent: AskOptions['onEvent'],
): OpenAI.Responses.Response | undefined {
  switch (event.type) {
    case 'response.output_text.delta':
      onEvent({ kind: 'text', text: event.delta });
      return undefined;
    case 'response.reasoning_summary_text.delta':
    case 'response.reasoning_text.delta':
      onEvent({ kind: 'thinking', text: event.delta });
      return undefined;
    case 'response.completed':
    case 'response.incomplete':
    case 'response.failed':
      return event.response;
    case 'error':
      throw Object.assign(new Error(event.message), { code: event.code });
    default:
      // Any event is a sign of life.
      onEvent({ kind: 'text', text: '' });
      return undefined;
  }
}

/** The answer that a whole response is. */
export function replyOf(response: OpenAI.Responses.Response): Result<ModelReply, ModelFault> {
  const { output, usage, status, error } = response;
  if (status === 'failed' || error !== null) return fail(faultOf(error));
  const calls = output.flatMap(callOf);
  const message: AssistantMessage = {
    role: 'assistant',
    text: output.map(textOf).join(''),
    thinking: output.map(thinkingOf).join(''),
    calls,
    blocks: output.map((item) => ({ ...item })),
  };
  return ok({ message, stop: stopOf(response, calls.length > 0), usage: tokensOf(usage) });
}

/** The items that go back to the provider. Arguments that are not JSON become empty. */
export function inputOf(item: Item): readonly Input[] {
  switch (item.type) {
    case 'function_call': {
      const { type, id, call_id, name, arguments: json } = item;
      const args = isJsonObject(parseJson(json)) ? json : '{}';
      return [{ ...(id !== undefined && { id }), type, call_id, name, arguments: args }];
    }
    case 'message':
    case 'reasoning':
      return [item];
    default:
      return [];
  }
}

function callOf(item: Item): readonly ToolCall[] {
  if (item.type !== 'function_call') return [];
  const args = parseJson(item.arguments === '' ? '{}' : item.arguments);
  return [{ id: item.call_id, name: item.name, arguments: isJsonObject(args) ? args : undefined }];
}

function textOf(item: Item): string {
  if (item.type !== 'message') return '';
  return item.content.map((part) => (part.type === 'refusal' ? part.refusal : part.text)).join('');
}

function thinkingOf(item: Item): string {
  return item.type === 'reasoning' ? item.summary.map(({ text }) => text).join('\n') : '';
}

function stopOf({ output, incomplete_details }: OpenAI.Responses.Response, hasCalls: boolean): StopReason {
  const isRefused = output.some(
    (item) => item.type === 'message' && item.content.some(({ type }) => type === 'refusal'),
  );
  if (isRefused || incomplete_details?.reason === 'content_filter') return 'refusal';
  if (incomplete_details?.reason === 'max_output_tokens') return 'max_tokens';
  return hasCalls ? 'tool_calls' : 'end';
}

function tokensOf(usage: OpenAI.Responses.ResponseUsage | undefined): TokenUsage {
  const { input_tokens: prompt = 0, output_tokens = 0, input_tokens_details: details } = usage ?? {};
  const written = details?.cache_write_tokens ?? 0;
  return promptUsage(prompt, details?.cached_tokens ?? 0, written, output_tokens);
}
