import type { JsonObject } from '#shared/core/json.js';

/** A call of a tool as a model made it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** Its arguments; undefined when what the model wrote is not a JSON object. */
  readonly arguments: JsonObject | undefined;
}

/** What the player tells the model. */
export interface UserMessage {
  readonly role: 'user';
  readonly text: string;
  /** Set when a person says it. */
  readonly isChat?: boolean;
}

/** What a model answered. */
export interface AssistantMessage {
  readonly role: 'assistant';
  /** Its text; may be empty. */
  readonly text: string;
  /** What it thought, as far as the provider tells; may be empty. */
  readonly thinking: string;
  readonly calls: readonly ToolCall[];
  /** The same in the blocks of its provider, as they came. */
  readonly blocks: readonly JsonObject[];
}

/** The result of a tool call. */
export interface ToolMessage {
  readonly role: 'tool';
  readonly callId: string;
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
}

/** A message of a conversation, the same for all providers. The system prompt stands apart. */
export type ModelMessage = UserMessage | AssistantMessage | ToolMessage;

/** Tokens of one or more calls of a model. */
export interface TokenUsage {
  /** Of the prompt, those that were not in the provider's cache. */
  readonly input: number;
  /** Of `input`, those that were written into the cache, where the provider charges for that. */
  readonly written: number;
  /** Of the prompt, those that were read from the cache. */
  readonly cached: number;
  /** Written by the model, its thinking included. */
  readonly output: number;
}

/** No tokens. */
export const NO_USAGE: TokenUsage = { input: 0, written: 0, cached: 0, output: 0 };

/** The tokens of both. */
export function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    input: a.input + b.input,
    written: a.written + b.written,
    cached: a.cached + b.cached,
    output: a.output + b.output,
  };
}
