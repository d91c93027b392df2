import type Anthropic from '@anthropic-ai/sdk';
import { isJsonObject, parseJson } from '#shared/core/json.js';
import type { TokenUsage, ToolCall } from './messages.js';
import type { AskOptions, ModelReply, StopReason } from './model-provider.js';

type Block = Anthropic.ContentBlockParam;
type Delta = Anthropic.RawContentBlockDelta;

/** A block in progress: what came of it, and of a tool call the JSON of its arguments. */
interface OpenBlock {
  block: Block;
  json: string;
}

/** An answer as its events build it up. */
export class MessageAnswer {
  readonly #open: OpenBlock[] = [];
  #usage: TokenUsage = { input: 0, written: 0, cached: 0, output: 0 };
  #stopReason: Anthropic.StopReason | null = null;
  #isWhole = false;

  add(event: Anthropic.RawMessageStreamEvent, onEvent: AskOptions['onEvent']): void {
    switch (event.type) {
      case 'message_start':
        this.#usage = startUsage(event.message.usage);
        break;
      case 'content_block_start':
        this.#start(event.index, event.content_block);
        break;
      case 'content_block_delta':
        this.#extend(event.index, event.delta, onEvent);
        break;
      case 'message_delta':
        this.#stopReason = event.delta.stop_reason;
        this.#usage = { ...this.#usage, output: event.usage.output_tokens };
        break;
      case 'message_stop':
        this.#isWhole = true;
        break;
      case 'content_block_stop':
        break;
    }
    // Any event is a sign of life.
    onEvent({ kind: 'text', text: '' });
  }

  /** The blocks as they go back to the provider. Arguments that are not JSON become empty: the provider would refuse them. */
  get blocks(): readonly Block[] {
    return this.#open.flatMap(({ block, json }): readonly Block[] => {
      if (block.type === 'tool_use') return [{ ...block, input: objectOf(json) ?? {} }];
      // An empty text is refused.
      return block.type === 'text' && block.text === '' ? [] : [block];
    });
  }

  /** The whole answer; undefined when the stream ended before. */
  reply(): ModelReply | undefined {
    if (!this.#isWhole) return undefined;
    const calls = this.#open.flatMap(({ block, json }): readonly ToolCall[] =>
      block.type === 'tool_use' ? [{ id: block.id, name: block.name, arguments: objectOf(json) }] : [],
    );
    const blocks = this.blocks;
    const text = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
    const thinking = blocks.map((block) => (block.type === 'thinking' ? block.thinking : '')).join('');
    const native = blocks.map((block) => ({ ...block }));
    return {
      message: { role: 'assistant', text, thinking, calls, blocks: native },
      stop: stopOf(this.#stopReason, calls.length > 0),
      usage: this.#usage,
    };
  }

  #start(index: number, block: Anthropic.ContentBlock): void {
    this.#open[index] = { block: ownBlock(block), json: '' };
  }

  #extend(index: number, delta: Delta, onEvent: AskOptions['onEvent']): void {
    const open = this.#open[index];
    if (open === undefined) throw new Error('The model extends a block that it has not begun');
    const { block } = open;
    if (delta.type === 'text_delta' && block.type === 'text') {
      open.block = { ...block, text: block.text + delta.text };
      onEvent({ kind: 'text', text: delta.text });
    } else if (delta.type === 'thinking_delta' && block.type === 'thinking') {
      open.block = { ...block, thinking: block.thinking + delta.thinking };
      onEvent({ kind: 'thinking', text: delta.thinking });
    } else if (delta.type === 'signature_delta' && block.type === 'thinking') {
      open.block = { ...block, signature: delta.signature };
    } else if (delta.type === 'input_json_delta') open.json += delta.partial_json;
  }
}

/** A block as it can be sent back. */
function ownBlock(block: Anthropic.ContentBlock): Block {
  if (block.type === 'text') return { type: 'text', text: block.text };
  if (block.type === 'tool_use') return { type: 'tool_use', id: block.id, name: block.name, input: {} };
  if (block.type === 'thinking')
    return { type: 'thinking', thinking: block.thinking, signature: block.signature };
  if (block.type === 'redacted_thinking') return { type: 'redacted_thinking', data: block.data };
  throw new Error(`The model answers with a block of type ${block.type}`);
}

/** The arguments of a call; none at all count as an empty object. */
function objectOf(json: string) {
  const value = parseJson(json === '' ? '{}' : json);
  return isJsonObject(value) ? value : undefined;
}

function startUsage(usage: Anthropic.Usage): TokenUsage {
  const written = usage.cache_creation_input_tokens ?? 0;
  return {
    input: usage.input_tokens + written,
    written,
    cached: usage.cache_read_input_tokens ?? 0,
    output: usage.output_tokens,
  };
}

function stopOf(reason: Anthropic.StopReason | null, hasCalls: boolean): StopReason {
  switch (reason) {
    case 'refusal':
      return 'refusal';
    case 'max_tokens':
      return 'max_tokens';
    case 'model_context_window_exceeded':
      return 'overflow';
    default:
      return hasCalls ? 'tool_calls' : 'end';
  }
}
