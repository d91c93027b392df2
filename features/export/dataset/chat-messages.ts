import type { JsonObject } from '#shared/core/json.js';
import type { ConversationFormat, KeptMessage } from '#shared/protocol/conversation.js';
import { HIDDEN_THOUGHT, type NativePart } from '../../conversations/native/native-part.js';
import { nativeParts } from '../../conversations/native/parse-conversation.js';
import type { ChatCall, ChatMessage } from './dataset-row.js';

/** A message, and the turn in which it was kept. */
export interface PlacedMessage {
  readonly turn: number;
  readonly message: ChatMessage;
}

/** A conversation in the chat form, and how many parts of its messages could not be read. */
export interface ChatConversation {
  readonly messages: readonly PlacedMessage[];
  readonly unreadable: number;
}

/**
 * A conversation of any provider in the chat form. Ids of calls are replaced by `call_1` and so on: providers draw them. Talk with
 * people is left out. A call without valid arguments and a result without a call are left out and counted.
 */
export function chatConversation(
  format: ConversationFormat,
  messages: readonly KeptMessage[],
): ChatConversation {
  const writer = new ChatWriter();
  for (const { topic, turn, message } of messages) {
    if (topic === 'chat') continue;
    for (const part of nativeParts(format, message)) writer.add(part, turn);
  }
  return writer;
}

type Called = Extract<NativePart, { kind: 'called' }>;
type Returned = Extract<NativePart, { kind: 'returned' }>;

class ChatWriter implements ChatConversation {
  readonly #messages: PlacedMessage[] = [];
  /** Calls without a result, by the provider's id: Gemini's may have the same id one after the other. */
  readonly #open = new Map<string, ChatCall[]>();
  #calls = 0;
  #unreadable = 0;

  get messages(): readonly PlacedMessage[] {
    return this.#messages;
  }

  get unreadable(): number {
    return this.#unreadable;
  }

  add(part: NativePart, turn: number): void {
    if (part.kind === 'said') this.#say(part, turn);
    else if (part.kind === 'thought') this.#think(part.text, turn);
    else if (part.kind === 'called') this.#call(part, turn);
    else if (part.kind === 'returned') this.#return(part, turn);
    else this.#unreadable += 1;
  }

  #think(text: string, turn: number): void {
    if (text === HIDDEN_THOUGHT) return;
    this.#assist(turn, (last) => ({ ...last, reasoning_content: joined(last.reasoning_content, text) }));
  }

  #say({ by, text }: Extract<NativePart, { kind: 'said' }>, turn: number): void {
    if (by === 'llm') {
      this.#assist(turn, (last) => ({ ...last, content: joined(last.content, text) }));
      return;
    }
    const isFirst = by === 'client' && this.#messages.length === 0;
    const role = isFirst ? 'system' : 'user';
    const last = this.#messages.at(-1);
    // Chat templates refuse two messages of the user in a row.
    if (role === 'user' && last?.message.role === 'user')
      this.#messages[this.#messages.length - 1] = {
        ...last,
        message: { role, content: joined(last.message.content, text) },
      };
    else this.#messages.push({ turn, message: { role, content: text } });
  }

  #call({ callId, name, args }: Called, turn: number): void {
    if (args === undefined) {
      this.#unreadable += 1;
      return;
    }
    this.#calls += 1;
    const call: ChatCall = {
      id: `call_${this.#calls}`,
      type: 'function',
      function: { name, arguments: args },
    };
    this.#open.set(callId, [...(this.#open.get(callId) ?? []), call]);
    this.#assist(turn, (last) => ({ ...last, tool_calls: [...(last.tool_calls ?? []), call] }));
  }

  #return({ callId, text }: Returned, turn: number): void {
    const [call, ...others] = this.#open.get(callId) ?? [];
    this.#open.set(callId, others);
    if (call === undefined) this.#unreadable += 1;
    else this.#messages.push({ turn, message: toolMessage(call, text) });
  }

  /** Changes the answer of the model that is last, or a new one. */
  #assist(turn: number, change: (last: ChatMessage) => ChatMessage): void {
    const last = this.#messages.at(-1);
    if (last?.message.role === 'assistant')
      this.#messages[this.#messages.length - 1] = { ...last, message: change(last.message) };
    else this.#messages.push({ turn, message: change({ role: 'assistant', content: '' }) });
  }
}

/** The result of a call. */
export function toolMessage({ id, function: { name } }: ChatCall, content: string): ChatMessage {
  return { role: 'tool', content, tool_call_id: id, name };
}

/** An answer that calls a tool. */
export function callMessage(
  number: number,
  name: string,
  args: JsonObject,
): ChatMessage & { tool_calls: [ChatCall] } {
  const call: ChatCall = { id: `call_${number}`, type: 'function', function: { name, arguments: args } };
  return { role: 'assistant', content: '', tool_calls: [call] };
}

function joined(before: string | undefined, text: string): string {
  return before === undefined || before === '' ? text : `${before}\n${text}`;
}
