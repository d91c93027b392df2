import Anthropic from '@anthropic-ai/sdk';
import { z } from 'zod';
import type { JsonObject } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { MessageAnswer } from './anthropic-answer.js';
import type { AssistantMessage, ModelMessage, ToolMessage, UserMessage } from './messages.js';
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

type Block = Anthropic.ContentBlockParam;
type Body = Anthropic.MessageCreateParamsStreaming;

const toolsSchema = z.array(
  z.object({
    name: z.string(),
    description: z.string().exactOptional(),
    input_schema: z.looseObject({ type: z.literal('object'), required: z.array(z.string()).exactOptional() }),
  }),
);

/** Where the provider's cache ends; it also reads what an earlier request has put there. */
const CACHED: Anthropic.CacheControlEphemeral = { type: 'ephemeral' };

/** Anthropic's messages. Blocks of thinking go back with their signatures, as they came. */
export class AnthropicMessages implements ModelProvider {
  readonly name = 'anthropic';
  readonly toolFormat = 'anthropic';
  readonly model: string;
  readonly #settings: ModelSettings;
  readonly #client: Anthropic;
  readonly #native = new WeakMap<AssistantMessage, readonly Block[]>();

  constructor(settings: ModelSettings) {
    const { model, baseUrl, apiKey } = settings;
    this.model = model;
    this.#settings = settings;
    this.#client = new Anthropic({ apiKey: apiKey ?? 'none', ...OWN_CARE, baseURL: baseUrl });
  }

  body(request: ModelRequest): Body {
    const { system, tools, messages, maxOutputTokens, schema } = request;
    const { model, effort } = this.#settings;
    const format = schema && { type: 'json_schema' as const, schema: { ...schema } };
    return {
      model,
      max_tokens: maxOutputTokens,
      // The first mark keeps tools and system prompt when a summary replaces the rest; the second is the latest message.
      system: [{ type: 'text', text: system, cache_control: CACHED }],
      cache_control: CACHED,
      ...(tools.length > 0 && { tools: toolsSchema.parse(tools) }),
      messages: this.#messages(messages),
      ...(effort !== undefined && { thinking: { type: 'adaptive' } }),
      ...((effort ?? format) !== undefined && {
        output_config: { ...(effort !== undefined && { effort }), ...(format !== undefined && { format }) },
      }),
      stream: true,
    };
  }

  native(messages: readonly ModelMessage[]): readonly JsonObject[] {
    return this.#messages(messages).map((message) => ({ ...message }));
  }

  async ask(request: ModelRequest, { signal, onEvent }: AskOptions): Promise<Result<ModelReply, ModelFault>> {
    try {
      const answer = new MessageAnswer();
      const stream = await this.#client.messages.create(this.body(request), { signal });
      for await (const event of stream) answer.add(event, onEvent);
      const reply = answer.reply();
      if (reply === undefined) return fail(cutFault());
      this.#native.set(reply.message, answer.blocks);
      tellReply(reply, onEvent);
      return ok(reply);
    } catch (error) {
      return fail(faultOf(error));
    }
  }

  /** Messages of the same side are joined: results of tools first, right behind their calls. */
  #messages(messages: readonly ModelMessage[]): Anthropic.MessageParam[] {
    const joined: { role: 'user' | 'assistant'; content: Block[] }[] = [];
    for (const message of messages) {
      const role = message.role === 'assistant' ? 'assistant' : 'user';
      const content = message.role === 'assistant' ? this.#assistantBlocks(message) : [userBlock(message)];
      const last = joined.at(-1);
      if (last?.role === role) last.content.push(...content);
      else if (content.length > 0) joined.push({ role, content: [...content] });
    }
    return joined;
  }

  #assistantBlocks(message: AssistantMessage): readonly Block[] {
    return this.#native.get(message) ?? [];
  }
}

function userBlock(message: UserMessage | ToolMessage): Block {
  if (message.role === 'user') return { type: 'text', text: message.text };
  const { callId, text, isError } = message;
  return { type: 'tool_result', tool_use_id: callId, content: text, ...(isError && { is_error: true }) };
}
