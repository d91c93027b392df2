import type { JsonObject } from '#shared/core/json.js';
import type { Result } from '#shared/core/result.js';
import type { ToolsQuery } from '#shared/protocol/tools.js';
import type { AssistantMessage, ModelMessage, TokenUsage, ToolCall } from './messages.js';
import type { ModelFault } from './model-fault.js';

/** The interfaces that a model can be reached by. */
export const providerNames = ['openai-chat', 'openai-responses', 'anthropic', 'gemini'] as const;

/** One of the interfaces that a model can be reached by. */
export type ProviderName = (typeof providerNames)[number];

/** How hard a model thinks; undefined leaves it to the provider. */
export const efforts = ['low', 'medium', 'high'] as const;

/** How hard a model thinks. */
export type Effort = (typeof efforts)[number];

/** One call of a model: its whole prompt. */
export interface ModelRequest {
  readonly system: string;
  /** Tools as the gateway defines them for this provider (GET /api/tools); none: the model only writes. */
  readonly tools: readonly JsonObject[];
  readonly messages: readonly ModelMessage[];
  readonly maxOutputTokens: number;
  /** The JSON Schema that the answer must fulfil; undefined for a free answer. */
  readonly schema?: JsonObject | undefined;
}

/** Why a model stopped. `overflow`: the prompt and the answer do not fit into its context. */
export type StopReason = 'end' | 'tool_calls' | 'max_tokens' | 'refusal' | 'overflow';

/** A piece of an answer, as it comes. */
export type ModelEvent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string }
  | { readonly kind: 'tool_call'; readonly call: ToolCall }
  | { readonly kind: 'usage'; readonly usage: TokenUsage }
  | { readonly kind: 'stop'; readonly reason: StopReason };

/** A whole answer. */
export interface ModelReply {
  readonly message: AssistantMessage;
  readonly stop: StopReason;
  readonly usage: TokenUsage;
}

/** Of one call of a model. */
export interface AskOptions {
  readonly signal: AbortSignal;
  /** Called with each piece of the answer; a call of which nothing is heard hangs. */
  onEvent(event: ModelEvent): void;
}

/** Which model is asked, and where. */
export interface ModelSettings {
  readonly model: string;
  /** Another server than the provider's own. */
  readonly baseUrl: string | undefined;
  /** The key of the provider; undefined when there is none. */
  readonly apiKey: string | undefined;
  readonly effort: Effort | undefined;
  /** Names the game to providers that route prompts with the same beginning to the same cache. */
  readonly cacheKey: string;
}

/** A model behind the interface of a provider. */
export interface ModelProvider {
  readonly name: ProviderName;
  readonly model: string;
  /** The form in which the gateway defines tools for it. */
  readonly toolFormat: ToolsQuery['format'];
  /** What would be sent: the body of the HTTP request. */
  body(request: ModelRequest): object;
  /** Messages in the form of the provider, as it takes and gives them. */
  native(messages: readonly ModelMessage[]): readonly JsonObject[];
  /** Sends one request, once. An answer is whole or a fault: nothing of an answer that was cut counts. */
  ask(request: ModelRequest, options: AskOptions): Promise<Result<ModelReply, ModelFault>>;
}

/** Tells of the calls, the usage and the end of a whole answer, whose texts were told as they came. */
export function tellReply({ message, usage, stop }: ModelReply, onEvent: AskOptions['onEvent']): void {
  for (const call of message.calls) onEvent({ kind: 'tool_call', call });
  onEvent({ kind: 'usage', usage });
  onEvent({ kind: 'stop', reason: stop });
}

/** What SDKs leave to the player: it repeats requests by itself, and says what went wrong in its own lines. */
export const OWN_CARE = { maxRetries: 0, logLevel: 'off' } as const;

/** The tokens of a prompt of which `cached` came from the cache. */
export function promptUsage(prompt: number, cached: number, written: number, output: number): TokenUsage {
  return { input: Math.max(0, prompt - cached), written, cached, output };
}
