import { z } from 'zod';
import { isJsonObject, type JsonObject, parseJson } from '#shared/core/json.js';
import {
  DATA_MARK,
  type LinkAnswer,
  type LinkPush,
  linkAnswerSchema,
  linkPushSchema,
} from '#shared/protocol/link.js';

/** A message of the proxy. `bad` breaks the contract. */
export type LinkMessage =
  | { readonly kind: 'answer'; readonly answer: LinkAnswer }
  | { readonly kind: 'push'; readonly push: LinkPush }
  | { readonly kind: 'bad'; readonly problem: string; readonly correlationId?: string | undefined };

/** What stands before and behind the `data` of a message whose data has been written already. */
export interface TextAround {
  readonly before: string;
  readonly behind: string;
}

type AnswerEnvelope = Omit<LinkAnswer, 'data'>;

const answerSchema = z.compile(linkAnswerSchema);
const envelopeSchema = z.compile(linkAnswerSchema.omit({ data: true }));
const pushSchema = z.compile(linkPushSchema);

/** Parses and checks one message of the proxy. The data of a state is not parsed: see `UnreadState`. */
export function readLinkMessage(bytes: Buffer): LinkMessage {
  const mark = bytes.indexOf(MARK_BYTES);
  if (mark < 0) return readMessage(parseJson(bytes.toString()));
  const head = parseJson(`${bytes.toString('utf8', 0, mark)}}`);
  if (!isJsonObject(head)) return NOT_AN_OBJECT;
  const start = mark + MARK_BYTES.length;
  const state = head.type === 'state_update' ? readState(head, bytes, start) : undefined;
  return state ?? readMessage({ ...head, data: parseJson(bytes.toString('utf8', start, bytes.length - 1)) });
}

const MARK_BYTES = Buffer.from(DATA_MARK);
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const NOT_AN_OBJECT: LinkMessage = { kind: 'bad', problem: 'not a JSON object' };

/** Undefined where the envelope is not that of an answer, or what follows is not an object. */
function readState(head: JsonObject, bytes: Buffer, start: number): LinkMessage | undefined {
  const envelope = envelopeSchema.safeParse(head).data;
  const isObject = bytes[start] === OPEN_BRACE && bytes.at(-2) === CLOSE_BRACE;
  return envelope && isObject
    ? { kind: 'answer', answer: new UnreadState(envelope, bytes, start) }
    : undefined;
}

function readMessage(message: unknown): LinkMessage {
  if (!isJsonObject(message)) return NOT_AN_OBJECT;
  if (message.correlation_id === undefined) {
    const push = pushSchema.safeParse(message);
    if (push.success) return { kind: 'push', push: push.data };
    return { kind: 'bad', problem: z.prettifyError(push.error) };
  }
  const answer = answerSchema.safeParse(message);
  if (answer.success) return { kind: 'answer', answer: answer.data };
  const id = message.correlation_id;
  const problem = z.prettifyError(answer.error);
  return { kind: 'bad', problem, correlationId: typeof id === 'string' ? id : undefined };
}

/** The state that an answer is, as long as it is not a copy; undefined for all other answers. */
export function unreadState(answer: LinkAnswer): UnreadState | undefined {
  return answer instanceof UnreadState ? answer : undefined;
}

/** A state as it came. Its data is parsed when somebody reads it, which most agents' forms do not. */
class UnreadState implements AnswerEnvelope {
  readonly type: LinkAnswer['type'];
  readonly agent_id: string;
  readonly game_id: string;
  readonly timestamp: number;
  readonly correlation_id: string;
  /** The whole message, the first byte of its data, and the byte after them, which closes the message. */
  readonly #bytes: Buffer;
  readonly #start: number;
  readonly #end: number;
  #data: Record<string, unknown> | undefined;
  #isWritten = false;

  constructor(envelope: AnswerEnvelope, bytes: Buffer, start: number) {
    this.type = envelope.type;
    this.agent_id = envelope.agent_id;
    this.game_id = envelope.game_id;
    this.timestamp = envelope.timestamp;
    this.correlation_id = envelope.correlation_id;
    this.#bytes = bytes;
    this.#start = start;
    this.#end = bytes.length - 1;
  }

  get data(): Record<string, unknown> {
    this.#data ??= objectIn(this.#bytes.toString('utf8', this.#start, this.#end));
    return this.#data;
  }

  /** The data between two texts. Where they have room they are written over those of the link: a large state is not copied. */
  within({ before, behind }: TextAround): Uint8Array {
    const bytes = this.#bytes;
    const at = this.#start - Buffer.byteLength(before);
    // A small message is part of a large buffer, which would be kept with it.
    const isOwn = bytes.length * 2 > bytes.buffer.byteLength;
    if (!isOwn || this.#isWritten || at < 0 || behind !== '}')
      return Buffer.concat([
        Buffer.from(before),
        bytes.subarray(this.#start, this.#end),
        Buffer.from(behind),
      ]);
    // What was answered before may still wait to be sent.
    this.#isWritten = true;
    bytes.write(before, at);
    return bytes.subarray(at);
  }
}

/** Throws for text that is not an object: the proxy writes it from one. */
function objectIn(text: string): Record<string, unknown> {
  const data = parseJson(text);
  if (!isJsonObject(data)) throw new Error('the state that the proxy sent is not a JSON object');
  return { ...data };
}
