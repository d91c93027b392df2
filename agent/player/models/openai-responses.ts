import OpenAI from 'openai';
import { z } from 'zod';
import { isJsonObject, parseJson } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { AssistantMessage, Message, TokenUsage, ToolCall } from './messages.js';
import { cutFault, faultOf, type ModelFault } from './model-fault.js';
import {
  type AskOptions,
  type ModelProvider,
  type ModelReply,
  type ModelRequest,
  type ModelSettings,
  promptUsage,
  type StopReason,
} from './model-provider.js';

type Input = OpenAI.Responses.ResponseInputItem;
type Item = OpenAI.Responses.ResponseOutputItem;
type Body = OpenAI.Responses.ResponseCreateParamsStreaming;

const toolsSchema = z.array(
  z.object({
    type: z.literal('function'),
    name: z.string(),
    description: z.string().exactOptional(),
    parameters: z.record(z.string(), z.unknown()),
    strict: z.boolean(),
  }),
);

/** OpenAI's responses. Nothing is stored there: reasoning goes back encrypted, in the items as they came. */
export class OpenAiResponses implements ModelProvider {
  readonly name = 'openai-responses';
  readonly toolFormat = 'responses';
  readonly model: string;
  readonly #settings: ModelSettings;
  readonly #client: OpenAI;
  readonly #native = new WeakMap<AssistantMessage, readonly Input[]>();

  constructor(settings: ModelSettings) {
    const { model, baseUrl, apiKey } = settings;
    this.model = model;
    this.#settings = settings;
    this.#client = new OpenAI({ apiKey: apiKey ?? 'none', baseURL: baseUrl, maxRetries: 0 });
  }

  body({ system, tools, messages, maxOutputTokens, schema }: ModelRequest): Body {
    const { model, effort, cacheKey } = this.#settings;
    return {
      model,
      instructions: system,
      input: messages.flatMap((message) => this.#items(message)),
      ...(tools.length > 0 && { tools: toolsSchema.parse(tools) }),
      max_output_tokens: maxOutputTokens,
      prompt_cache_key: cacheKey,
      ...(effort !== undefined && { reasoning: { effort, summary: 'auto' as const } }),
      ...(schema !== undefined && {
        text: { format: { type: 'json_schema' as const, name: 'turn', schema: { ...schema } } },
      }),
      store: false,
      include: ['reasoning.encrypted_content'],
      stream: true,
    };
  }

  async ask(request: ModelRequest, { signal, onEvent }: AskOptions): Promise<Result<ModelReply, ModelFault>> {
    try {
      const stream = await this.#client.responses.create(this.body(request), { signal });
      let whole: OpenAI.Responses.Response | undefined;
      for await (const event of stream) whole = readEvent(event, onEvent) ?? whole;
      if (whole === undefined) return fail(cutFault());
      return this.#reply(whole, onEvent);
    } catch (error) {
      return fail(faultOf(error));
    }
  }

  #reply(
    response: OpenAI.Responses.Response,
    onEvent: AskOptions['onEvent'],
  ): Result<ModelReply, ModelFault> {
    if (response.status === 'failed' || response.error !== null) return fail(faultOf(response.error));
    const { output, usage } = response;
    const calls = output.flatMap(callOf);
    const message: AssistantMessage = {
      ...{ role: 'assistant', text: output.map(textOf).join(''), thinking: output.map(thinkingOf).join('') },
      ...{ calls, blocks: output.map((item) => ({ ...item })) },
    };
    this.#native.set(message, output.flatMap(inputOf));
    const reply = { message, stop: stopOf(response, calls.length > 0), usage: tokensOf(usage) };
    for (const call of calls) onEvent({ kind: 'tool_call', call });
    onEvent({ kind: 'usage', usage: reply.usage });
    onEvent({ kind: 'stop', reason: reply.stop });
    return ok(reply);
  }

  #items(message: Message): readonly Input[] {
    switch (message.role) {
      case 'user':
        return [{ role: 'user', content: message.text }];
      case 'tool':
        return [{ type: 'function_call_output', call_id: message.callId, output: message.text }];
      case 'assistant':
        return this.#native.get(message) ?? [];
    }
  }
}

/** The whole response, with the event that has it. Throws what the stream says went wrong. */
function readEvent(
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

/** The items that go back to the provider. Arguments that are no JSON go back as none. */
function inputOf(item: Item): readonly Input[] {
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
