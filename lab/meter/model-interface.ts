import { z } from 'zod';
import type { JsonObject } from '#shared/core/json.js';
import { NO_USAGE, type TokenUsage } from '../../agent/player/models/messages.js';
import { promptUsage } from '../../agent/player/models/model-provider.js';

/** The interfaces of models whose tokens are counted. */
export const interfaceNames = ['chat_completions', 'responses', 'messages'] as const;

/** One of the interfaces of models whose tokens are counted. */
type InterfaceName = (typeof interfaceNames)[number];

/** What an answer or an event of a stream says of its tokens. */
interface FoundUsage {
  readonly usage: TokenUsage;
  /** False for what a stream says before its answer is whole. */
  readonly isFinal: boolean;
}

/** How tokens are counted behind one interface. */
export interface ModelInterface {
  readonly name: InterfaceName;
  /** The usage of a whole answer or an event, after that of earlier events; undefined where none is told. */
  usageIn(json: unknown, before: TokenUsage): FoundUsage | undefined;
  /** The body of a refusal, as the provider writes one. */
  refusal(code: string, message: string): JsonObject;
}

const tokens = z.int().nonnegative();

const chatSchema = z.object({
  usage: z.object({
    prompt_tokens: tokens,
    completion_tokens: tokens.nullish(),
    prompt_tokens_details: z
      .object({ cached_tokens: tokens.nullish(), cache_write_tokens: tokens.nullish() })
      .nullish(),
  }),
});

const responseSchema = z.object({
  usage: z.object({
    input_tokens: tokens,
    output_tokens: tokens,
    input_tokens_details: z
      .object({ cached_tokens: tokens.nullish(), cache_write_tokens: tokens.nullish() })
      .nullish(),
  }),
});

/** Of a stream only the events that end it have the usage. */
const responseEventSchema = z.object({ response: responseSchema });

const messageUsageSchema = z.object({
  input_tokens: tokens.nullish(),
  cache_creation_input_tokens: tokens.nullish(),
  cache_read_input_tokens: tokens.nullish(),
  output_tokens: tokens.nullish(),
});

const messageSchema = z.object({
  type: z.enum(['message', 'message_delta']),
  usage: messageUsageSchema,
});
const messageStartSchema = z.object({
  type: z.literal('message_start'),
  message: z.object({ usage: messageUsageSchema }),
});

/** The form of OpenAI's refusals, which most providers have. */
export const openAiForm: Pick<ModelInterface, 'refusal'> = {
  refusal: (code, message) => ({ error: { message, type: code, param: null, code } }),
};

const chatCompletions: ModelInterface = {
  name: 'chat_completions',
  usageIn(json) {
    const { data } = chatSchema.safeParse(json);
    if (data === undefined) return undefined;
    const { prompt_tokens, completion_tokens, prompt_tokens_details: details } = data.usage;
    const written = details?.cache_write_tokens ?? 0;
    const usage = promptUsage(prompt_tokens, details?.cached_tokens ?? 0, written, completion_tokens ?? 0);
    return { usage, isFinal: true };
  },
  ...openAiForm,
};

const responses: ModelInterface = {
  name: 'responses',
  usageIn(json) {
    const data = responseSchema.safeParse(json).data ?? responseEventSchema.safeParse(json).data?.response;
    if (data === undefined) return undefined;
    const { input_tokens, output_tokens, input_tokens_details: details } = data.usage;
    const written = details?.cache_write_tokens ?? 0;
    return {
      usage: promptUsage(input_tokens, details?.cached_tokens ?? 0, written, output_tokens),
      isFinal: true,
    };
  },
  ...openAiForm,
};

/** The names of Anthropic for codes of OpenAI. */
const anthropicCodes: Readonly<Record<string, string>> = {
  insufficient_quota: 'rate_limit_error',
  rate_limit_exceeded: 'rate_limit_error',
};

const messages: ModelInterface = {
  name: 'messages',
  usageIn(json, before) {
    const start = messageStartSchema.safeParse(json).data?.message.usage;
    const end = messageSchema.safeParse(json).data?.usage;
    const told = end ?? start;
    if (told === undefined) return undefined;
    // The counts of later events are totals; those that an event does not have stay as they were.
    const written = told.cache_creation_input_tokens ?? before.written;
    const input = told.input_tokens ?? before.input - before.written;
    const cached = told.cache_read_input_tokens ?? before.cached;
    const output = told.output_tokens ?? before.output;
    return { usage: { input: input + written, written, cached, output }, isFinal: end !== undefined };
  },
  refusal: (code, message) => ({ type: 'error', error: { type: anthropicCodes[code] ?? code, message } }),
};

const interfaces: Readonly<Record<string, ModelInterface>> = {
  '/v1/chat/completions': chatCompletions,
  '/v1/responses': responses,
  '/v1/messages': messages,
};

/** The interface that is asked at that path; undefined where nothing is counted. */
export function interfaceAt(path: string): ModelInterface | undefined {
  return interfaces[path];
}

/** All tokens of a prompt and its answer, those from a cache too. */
export function tokensOf({ input, cached, output }: TokenUsage): number {
  return input + cached + output;
}

/** What an answer says in the end, put together from its events in their order; undefined when it is not told. */
export class CountedUsage {
  readonly #of: ModelInterface;
  #usage = NO_USAGE;
  #isFinal = false;

  constructor(of: ModelInterface) {
    this.#of = of;
  }

  add(json: unknown): void {
    const found = this.#of.usageIn(json, this.#usage);
    if (found === undefined) return;
    this.#usage = found.usage;
    this.#isFinal ||= found.isFinal;
  }

  get usage(): TokenUsage | undefined {
    return this.#isFinal ? this.#usage : undefined;
  }
}
