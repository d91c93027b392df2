import type OpenAI from 'openai';
import { isJsonObject, type JsonObject, parseJson } from '#shared/core/json.js';
import type { TokenUsage, ToolCall } from './messages.js';
import { type AskOptions, type ModelReply, promptUsage, type StopReason } from './model-provider.js';

type Chunk = OpenAI.Chat.Completions.ChatCompletionChunk;
type Delta = Chunk['choices'][number]['delta'];

/** An answer as its chunks build it up. */
export class ChatAnswer {
  #text = '';
  #thinking = '';
  #refusal = '';
  #finish: string | undefined;
  #usage: Chunk['usage'];
  readonly #calls: { id: string; name: string; json: string }[] = [];

  add({ choices, usage }: Chunk, onEvent: AskOptions['onEvent']): void {
    this.#usage = usage ?? this.#usage;
    for (const { delta, finish_reason } of choices) {
      this.#finish = finish_reason ?? this.#finish;
      this.#addDelta(delta, onEvent);
    }
  }

  /** The whole answer; undefined when the stream ended before. */
  reply(): ModelReply | undefined {
    if (this.#finish === undefined) return undefined;
    const calls = this.#calls.map(({ id, name, json }): ToolCall => {
      const args = parseJson(json === '' ? '{}' : json);
      return { id, name, arguments: isJsonObject(args) ? args : undefined };
    });
    const text = this.#text === '' ? this.#refusal : this.#text;
    const message = { role: 'assistant', text, thinking: this.#thinking, calls } as const;
    return {
      message: { ...message, blocks: [this.#block()] },
      stop: this.#stop(calls.length > 0),
      usage: chatUsage(this.#usage),
    };
  }

  #addDelta(delta: Delta, onEvent: AskOptions['onEvent']): void {
    const text = delta.content ?? '';
    const thinking = thinkingOf({ ...delta });
    this.#text += text;
    this.#thinking += thinking;
    this.#refusal += delta.refusal ?? '';
    if (text !== '') onEvent({ kind: 'text', text });
    else onEvent({ kind: 'thinking', text: thinking });
    for (const part of delta.tool_calls ?? []) this.#addCall(part);
  }

  /** A part of a call that has an id begins one; some servers give every call the index 0. */
  #addCall({ index, id, function: made }: NonNullable<Delta['tool_calls']>[number]): void {
    const known = this.#calls[index] ?? this.#calls.at(-1);
    const isNew = known === undefined || (id !== undefined && id !== '' && id !== known.id);
    const call = isNew ? { id: id ?? `call_${this.#calls.length}`, name: '', json: '' } : known;
    if (isNew) this.#calls.push(call);
    call.name += made?.name ?? '';
    call.json += made?.arguments ?? '';
  }

  #stop(hasCalls: boolean): StopReason {
    if (this.#refusal !== '' || this.#finish === 'content_filter') return 'refusal';
    if (this.#finish === 'length') return 'max_tokens';
    return hasCalls ? 'tool_calls' : 'end';
  }

  /** The message of the answer, as the interface has it where it is not streamed. */
  #block(): JsonObject {
    const tool_calls = this.#calls.map(({ id, name, json }) => ({
      id,
      type: 'function',
      function: { name, arguments: json },
    }));
    return {
      role: 'assistant',
      content: this.#text,
      ...(this.#thinking !== '' && { reasoning_content: this.#thinking }),
      ...(this.#refusal !== '' && { refusal: this.#refusal }),
      ...(tool_calls.length > 0 && { tool_calls }),
    };
  }
}

/** vLLM and DeepSeek call it reasoning_content, Ollama and OpenRouter reasoning. */
function thinkingOf({ reasoning_content: a, reasoning: b }: JsonObject): string {
  const told = a ?? b;
  return typeof told === 'string' ? told : '';
}

function chatUsage(usage: Chunk['usage']): TokenUsage {
  const { prompt_tokens = 0, completion_tokens = 0, prompt_tokens_details: details } = usage ?? {};
  const written = details?.cache_write_tokens ?? 0;
  return promptUsage(prompt_tokens, details?.cached_tokens ?? 0, written, completion_tokens);
}
