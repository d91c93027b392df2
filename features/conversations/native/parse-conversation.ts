import type { ConversationFormat, KeptMessage } from '#shared/protocol/conversation.js';
import type { ConversationObject, ParsingError } from '#shared/protocol/conversation-objects.js';
import { anthropicParts } from './anthropic-parts.js';
import { geminiParts } from './gemini-parts.js';
import type { NativePart } from './native-part.js';
import { chatParts, responseParts } from './openai-parts.js';
import { hasBrief, modelObjects, type ObjectPlace, programObjects, thoughtObjects } from './said-objects.js';
import {
  type Call,
  invalidCallObject,
  oddsIn,
  openCallObject,
  type Returned,
  resultObjects,
} from './tool-objects.js';

const readers: Readonly<Record<ConversationFormat, (message: unknown) => readonly NativePart[]>> = {
  'openai-chat': chatParts,
  'openai-responses': responseParts,
  anthropic: anthropicParts,
  gemini: geminiParts,
};

/** The parts of a message in the native form of its provider. Never throws: what does not fit is a part that says so. */
export function nativeParts(format: ConversationFormat, message: unknown): readonly NativePart[] {
  return readers[format](message);
}

/** A conversation as people read it, and what of it could not be read. */
export interface ParsedConversation {
  readonly objects: readonly ConversationObject[];
  readonly errors: readonly ParsingError[];
}

/** The objects of native messages from number `from` on. Never throws: what does not fit is among the errors. */
export function parseConversation(
  format: ConversationFormat,
  messages: readonly KeptMessage[],
  from = 0,
): ParsedConversation {
  const reader = new ConversationReader();
  for (const message of messages) reader.read(message, nativeParts(format, message.message));
  const { objects, errors } = reader.end();
  const isWanted = ({ index }: { readonly index: number }): boolean => index >= from;
  return { objects: objects.filter(isWanted), errors: errors.filter(isWanted) };
}

/** An open call, and where it stands. */
interface OpenCall {
  readonly call: Call;
  readonly place: ObjectPlace;
}

class ConversationReader {
  readonly #objects: ConversationObject[] = [];
  readonly #errors: ParsingError[] = [];
  /** Calls without a result, by id: Gemini's may have the same id one after the other. */
  readonly #open = new Map<string, OpenCall[]>();
  readonly #odds = new Map<string, number>();

  read({ index, turn, topic }: KeptMessage, parts: readonly NativePart[]): void {
    const place = { index, turn };
    for (const part of parts) this.#objects.push(...this.#objectsOf(part, place, topic));
  }

  /** Everything; calls without a result stand where they were made. */
  end(): ParsedConversation {
    const open = [...this.#open.values()].flat().map(({ call, place }) => openCallObject(call, place));
    const objects = [...this.#objects, ...open].sort((a, b) => a.index - b.index);
    return { objects, errors: this.#errors };
  }

  #objectsOf(
    part: NativePart,
    place: ObjectPlace,
    topic: KeptMessage['topic'],
  ): readonly ConversationObject[] {
    switch (part.kind) {
      case 'said':
        return saidObjects(part, place, topic);
      case 'thought':
        return thoughtObjects(part.text, place);
      case 'called':
        this.#open.set(part.callId, [...(this.#open.get(part.callId) ?? []), { call: part, place }]);
        return part.args === undefined ? [invalidCallObject(part, place)] : [];
      case 'returned':
        return this.#resultObjects(part, place);
      case 'unreadable':
        this.#errors.push({ index: place.index, path: part.path, reason: part.reason });
        return [];
    }
  }

  #resultObjects(result: Returned, place: ObjectPlace): readonly ConversationObject[] {
    const [first, ...others] = this.#open.get(result.callId) ?? [];
    if (others.length > 0) this.#open.set(result.callId, others);
    else this.#open.delete(result.callId);
    for (const [actor, odds] of oddsIn(result, first?.call)) this.#odds.set(actor, odds);
    return resultObjects(result, first?.call, place, this.#odds);
  }
}

function saidObjects(
  { by, text }: Extract<NativePart, { kind: 'said' }>,
  place: ObjectPlace,
  topic: KeptMessage['topic'],
): readonly ConversationObject[] {
  // A brief that the model had not answered yet may be kept with the talk that follows it.
  if (by === 'client' || (by === 'user' && hasBrief(text))) return programObjects(text, place);
  if (topic === 'chat')
    return by === 'user'
      ? [{ type: 'user_message', source: 'user', ...place, user_message: text }]
      : [{ type: 'ooc_message', source: 'llm', ...place, ooc_message: text }];
  return by === 'user' ? programObjects(text, place) : modelObjects(text, place);
}
