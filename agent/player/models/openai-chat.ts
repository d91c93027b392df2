import OpenAI from 'openai';
import { z } from 'zod';
import type { JsonObject } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { AssistantMessage, ModelMessage } from './messages.js';
import { cutFault, faultOf, type ModelFault } from './model-fault.js';
import {
  type AskOptions,
  type ModelProvider,
  type ModelReply,
  type ModelRequest,
  type ModelSettings,
  OWN_CARE,
  tellReply,
} from './model-provider.js';
import { ChatAnswer } from './openai-chat-answer.js';

type Body = OpenAI.Chat.Completions.ChatCompletionCreateParamsStreaming;

const toolsSchema = z.array(
  z.object({
    type: z.literal('function'),
    function: z.object({
      name: z.string(),
      description: z.string().exactOptional(),
      parameters: z.record(z.string(), z.unknown()).exactOptional(),
    }),
  }),
);

/** Servers that are OpenAI's own take fields that others refuse, and refuse `max_tokens`. */
function isOpenAiServer(baseUrl: string | undefined): boolean {
  return baseUrl === undefined || /^https:\/\/[^/]*\.(?:openai|azure)\.com\b/.test(baseUrl);
}

/** OpenAI's chat completions, which vLLM, Ollama, OpenRouter and many others speak too. */
export class OpenAiChat implements ModelProvider {
  readonly name = 'openai-chat';
  readonly toolFormat = 'openai';
  readonly model: string;
  readonly #settings: ModelSettings;
  readonly #client: OpenAI;

  constructor(settings: ModelSettings) {
    const { model, baseUrl, apiKey } = settings;
    this.model = model;
    this.#settings = settings;
    // Servers of one's own want no key, but the SDK wants one.
    this.#client = new OpenAI({ apiKey: apiKey ?? 'none', ...OWN_CARE, baseURL: baseUrl });
  }

  body(request: ModelRequest): Body {
    const { system, tools, messages, maxOutputTokens, schema } = request;
    const { model, baseUrl, effort, cacheKey } = this.#settings;
    const isOwn = isOpenAiServer(baseUrl);
    return {
      model,
      messages: [{ role: 'system', content: system }, ...messages.map(chatMessage)],
      ...(tools.length > 0 && { tools: toolsSchema.parse(tools) }),
      ...(isOwn
        ? { max_completion_tokens: maxOutputTokens, prompt_cache_key: cacheKey }
        : { max_tokens: maxOutputTokens }),
      ...(effort !== undefined && { reasoning_effort: effort }),
      ...(schema !== undefined && {
        response_format: { type: 'json_schema', json_schema: { name: 'turn', schema: { ...schema } } },
      }),
      stream: true,
      stream_options: { include_usage: true },
    };
  }

  native(messages: readonly ModelMessage[]): readonly JsonObject[] {
    // Answers as they came, with the thoughts that do not go back.
    return messages.flatMap((message): readonly JsonObject[] =>
      message.role === 'assistant' ? message.blocks : [{ ...chatMessage(message) }],
    );
  }

  async ask(request: ModelRequest, { signal, onEvent }: AskOptions): Promise<Result<ModelReply, ModelFault>> {
    try {
      const answer = new ChatAnswer();
      const stream = await this.#client.chat.completions.create(this.body(request), { signal });
      for await (const chunk of stream) answer.add(chunk, onEvent);
      const reply = answer.reply();
      if (reply === undefined) return fail(cutFault());
      tellReply(reply, onEvent);
      return ok(reply);
    } catch (error) {
      return fail(faultOf(error));
    }
  }
}

function chatMessage(message: ModelMessage): OpenAI.Chat.Completions.ChatCompletionMessageParam {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.text };
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.text };
    case 'assistant':
      return assistantMessage(message);
  }
}

/** Thinking stays out: servers refuse or ignore it in a prompt. Malformed arguments would make them fail. */
function assistantMessage({
  text,
  calls,
}: AssistantMessage): OpenAI.Chat.Completions.ChatCompletionAssistantMessageParam {
  const tool_calls = calls.map(({ id, name, arguments: args = {} }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: JSON.stringify(args) },
  }));
  return { role: 'assistant', content: text, ...(tool_calls.length > 0 && { tool_calls }) };
}
