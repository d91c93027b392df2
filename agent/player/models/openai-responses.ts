import OpenAI from 'openai';
import { z } from 'zod';
import type { JsonObject } from '#shared/core/json.js';
import { fail, type Result } from '#shared/core/result.js';
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
import { inputOf, readEvent, replyOf } from './openai-responses-answer.js';

type Input = OpenAI.Responses.ResponseInputItem;
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
    this.#client = new OpenAI({ apiKey: apiKey ?? 'none', ...OWN_CARE, baseURL: baseUrl });
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

  native(messages: readonly ModelMessage[]): readonly JsonObject[] {
    return messages.flatMap((message) => this.#items(message)).map((item) => ({ ...item }));
  }

  async ask(request: ModelRequest, { signal, onEvent }: AskOptions): Promise<Result<ModelReply, ModelFault>> {
    try {
      const stream = await this.#client.responses.create(this.body(request), { signal });
      let whole: OpenAI.Responses.Response | undefined;
      for await (const event of stream) whole = readEvent(event, onEvent) ?? whole;
      if (whole === undefined) return fail(cutFault());
      const reply = replyOf(whole);
      if (!reply.ok) return reply;
      this.#native.set(reply.value.message, whole.output.flatMap(inputOf));
      tellReply(reply.value, onEvent);
      return reply;
    } catch (error) {
      return fail(faultOf(error));
    }
  }

  #items(message: ModelMessage): readonly Input[] {
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
