import type { BlockKind, NativeBlock } from '#shared/protocol/agent-requests.js';

/** A block, or a part of one, as people read it. */
export interface BlockWords {
  readonly kind: BlockKind;
  /** Of the tool. */
  readonly name?: string;
  readonly text: string;
}

/** What the providers call them. */
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

/** Where texts stand, the first that is there counts. Signatures and encrypted parts are for machines. */
const textKeys = ['text', 'thinking', 'content', 'summary', 'output', 'refusal'];
const callKeys = ['arguments', 'input'];

/** A provider's block in words; several for a message that speaks and calls tools. Nothing for what has no words. */
export function blockWords(block: NativeBlock): readonly BlockWords[] {
  if (block.role !== undefined && block.type === undefined && block.kind === undefined)
    return messageWords(block);
  const kind = block.kind ?? kindsByType[block.type ?? ''];
  if (kind === undefined) return [{ kind: 'text', text: `(${block.type})` }];
  if (kind === 'tool_call') return [callWords(block)];
  const text = textIn(block);
  const name = nameOf(block);
  if (text === '') return kind === 'reasoning' ? [{ kind, text: '(not shown by its provider)' }] : [];
  return [{ kind, text, ...(kind === 'tool_result' && name !== undefined && { name }) }];
}

/** A message of chat completions: of a tool, or of the model with what it calls. */
function messageWords(message: NativeBlock): readonly BlockWords[] {
  const text = textIn(message);
  if (message.role === 'tool') return [{ kind: 'tool_result', text }];
  const reasoning = message.reasoning_content ?? message.reasoning;
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isRecord) : [];
  return [
    ...(typeof reasoning === 'string' && reasoning !== ''
      ? [{ kind: 'reasoning', text: reasoning } as const]
      : []),
    ...(text === '' ? [] : [{ kind: 'text', text } as const]),
    ...calls.map(callWords),
  ];
}

function callWords(block: Readonly<Record<string, unknown>>): BlockWords {
  const inner = isRecord(block.function) ? block.function : block;
  const given = callKeys.map((key) => inner[key]).find((value) => value !== undefined);
  const text =
    typeof given === 'string' ? given : given === undefined ? textIn(inner) : JSON.stringify(given);
  const name = nameOf(inner);
  return { kind: 'tool_call', text, ...(name !== undefined && { name }) };
}

function nameOf({ name }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof name === 'string' && name !== '' ? name.slice(0, 64) : undefined;
}

function textIn(block: Readonly<Record<string, unknown>>): string {
  const texts = textKeys.map((key) => words(block[key]));
  return texts.find((text) => text !== '') ?? '';
}

/** Depth is bounded where messages come in. */
function words(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return value
      .map(words)
      .filter((text) => text !== '')
      .join('\n');
  if (!isRecord(value)) return value === undefined || value === null ? '' : String(value);
  const text = textIn(value);
  // A result without a text of its own is data; a picture is only named.
  if (text !== '') return text;
  return typeof value.type === 'string' ? `(${value.type})` : JSON.stringify(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
