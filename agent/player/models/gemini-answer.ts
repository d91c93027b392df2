import { FinishReason, type GenerateContentResponse, type Part } from '@google/genai';
import type { TokenUsage, ToolCall } from './messages.js';
import { type AskOptions, type ModelReply, promptUsage, type StopReason } from './model-provider.js';

/** Ends of an answer that the provider's filters have made. */
const REFUSALS: ReadonlySet<unknown> = new Set([
  FinishReason.SAFETY,
  FinishReason.RECITATION,
  FinishReason.BLOCKLIST,
  FinishReason.PROHIBITED_CONTENT,
  FinishReason.SPII,
]);

/** An answer as its chunks build it up. */
export class ContentAnswer {
  readonly parts: Part[] = [];
  #finish: FinishReason | undefined;
  #isBlocked = false;
  #usage: GenerateContentResponse['usageMetadata'];

  add(chunk: GenerateContentResponse, onEvent: AskOptions['onEvent']): void {
    const { candidates = [], usageMetadata, promptFeedback } = chunk;
    this.#usage = usageMetadata ?? this.#usage;
    if (promptFeedback?.blockReason !== undefined) this.#isBlocked = true;
    const [candidate] = candidates;
    this.#finish = candidate?.finishReason ?? this.#finish;
    for (const part of candidate?.content?.parts ?? []) {
      this.#addPart(part);
      onEvent({ kind: part.thought === true ? 'thinking' : 'text', text: part.text ?? '' });
    }
  }

  /** The whole answer; undefined when the stream ended before. */
  reply(newId: () => string): ModelReply | undefined {
    if (this.#finish === undefined && !this.#isBlocked) return undefined;
    const calls = this.parts.flatMap(({ functionCall: call }): readonly ToolCall[] =>
      call === undefined
        ? []
        : [{ id: call.id ?? newId(), name: call.name ?? '', arguments: call.args ?? {} }],
    );
    const ofKind = (isThought: boolean) =>
      this.parts
        .filter(({ thought }) => (thought === true) === isThought)
        .map(({ text = '' }) => text)
        .join('');
    return {
      message: {
        role: 'assistant',
        text: ofKind(false),
        thinking: ofKind(true),
        calls,
        blocks: this.parts.map((part) => ({ ...part })),
      },
      stop: this.#stop(calls.length > 0),
      usage: tokensOf(this.#usage),
    };
  }

  /** Pieces of the same text become one part; one with a signature stays as it is. */
  #addPart(part: Part): void {
    const last = this.parts.at(-1);
    const isMore =
      last?.text !== undefined &&
      part.text !== undefined &&
      last.thought === part.thought &&
      last.thoughtSignature === undefined;
    if (isMore) this.parts.splice(-1, 1, { ...last, ...part, text: `${last.text}${part.text}` });
    else this.parts.push(part);
  }

  #stop(hasCalls: boolean): StopReason {
    if (this.#isBlocked || REFUSALS.has(this.#finish)) return 'refusal';
    if (this.#finish === FinishReason.MAX_TOKENS) return 'max_tokens';
    return hasCalls ? 'tool_calls' : 'end';
  }
}

function tokensOf(usage: GenerateContentResponse['usageMetadata']): TokenUsage {
  const { promptTokenCount = 0, cachedContentTokenCount = 0 } = usage ?? {};
  const { candidatesTokenCount = 0, thoughtsTokenCount = 0 } = usage ?? {};
  return promptUsage(promptTokenCount, cachedContentTokenCount, 0, candidatesTokenCount + thoughtsTokenCount);
}
