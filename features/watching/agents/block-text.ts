import { isJsonObject } from '#shared/core/json.js';
import type { BlockKind, NativeBlock } from '#shared/protocol/transcript.js';

/** A block of a transcript, or a part of one, as text. */
export interface BlockText {
  readonly kind: BlockKind;
  /** Name of the tool. */
  readonly name?: string | undefined;
  readonly text: string;
}

/** Block types of the model providers. */
const kindsByType: Readonly<Record<string, BlockKind>> = {
  thinking: 'reasoning',
  redacted_thinking: 'reasoning',
  reasoning: 'reasoning',
  text: 'text',
  message: 'text',
  output_text: 'text',
  refusal: 'text',
  tool_use: 'tool_call',
  server_tool_use: 'tool_call',
  function_call: 'tool_call',
  custom_tool_call: 'tool_call',
  function: 'tool_call',
  tool_result: 'tool_result',
  function_call_output: 'tool_result',
  custom_tool_call_output: 'tool_result',
};

/** Keys that hold text; the first one with text is used. Signatures and encrypted parts are never shown. */
const textKeys = ['text', 'thinking', 'content', 'summary', 'output', 'refusal'];
const callKeys = ['arguments', 'input'];

/** Converts a provider's block to text: several parts for a message with text and tool calls, none for a block without text. */
export function blockTexts(block: NativeBlock): readonly BlockText[] {
  if (block.role !== undefined && block.type === undefined && block.kind === undefined)
    return messageTexts(block);
  const kind = block.kind ?? kindsByType[block.type ?? ''];
  if (kind === undefined) return [{ kind: 'text', text: `(${block.type})` }];
  if (kind === 'tool_call') return [callText(block)];
  const text = textIn(block);
  const name = shortName(block);
  if (text === '') return kind === 'reasoning' ? [{ kind, text: '(not shown by its provider)' }] : [];
  return [{ kind, text, ...(kind === 'tool_result' && name !== undefined && { name }) }];
}

/** A message of the chat completions API: a tool's result, or the model's text and tool calls. */
function messageTexts(message: NativeBlock): readonly BlockText[] {
  const text = textIn(message);
  if (message.role === 'tool') return [{ kind: 'tool_result', text }];
  const reasoning = message.reasoning_content ?? message.reasoning;
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isJsonObject) : [];
  return [
    ...(typeof reasoning === 'string' && reasoning !== ''
      ? [{ kind: 'reasoning', text: reasoning } as const]
      : []),
    ...(text === '' ? [] : [{ kind: 'text', text } as const]),
    ...calls.map(callText),
  ];
}

function callText(block: Readonly<Record<string, unknown>>): BlockText {
  const inner = isJsonObject(block.function) ? block.function : block;
  const given = callKeys.map((key) => inner[key]).find((value) => value !== undefined);
  const text =
    typeof given === 'string' ? given : given === undefined ? textIn(inner) : JSON.stringify(given);
  const name = shortName(inner);
  return { kind: 'tool_call', text, name };
}

function shortName({ name }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof name === 'string' && name !== '' ? name.slice(0, 64) : undefined;
}

function textIn(block: Readonly<Record<string, unknown>>): string {
  const texts = textKeys.map((key) => textOf(block[key]));
  return texts.find((text) => text !== '') ?? '';
}

/** The depth of the recursion is bounded: the gateway refuses deeply nested messages. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return value
      .map(textOf)
      .filter((text) => text !== '')
      .join('\n');
  if (!isJsonObject(value)) return value === undefined || value === null ? '' : String(value);
  const text = textIn(value);
  // A result without text is shown as JSON; of a picture only the type is shown.
  if (text !== '') return text;
  return typeof value.type === 'string' ? `(${value.type})` : JSON.stringify(value);
}
