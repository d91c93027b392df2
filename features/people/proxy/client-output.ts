import type { RequestOrigin } from '../../../proxy/freeciv/brackets.js';
import { ProtocolError } from '../../../proxy/freeciv/errors.js';
import type { WirePacket } from '../../../proxy/freeciv/wire-stream.js';
import type { ClientStream } from './client-stream.js';

/** Answers to questions of the seat itself, which the client has not asked. */
const ANSWERS_TO_THE_SEAT: ReadonlySet<string> = new Set(['unit_actions', 'city_name_suggestion_info']);

/** What goes to the client of a person: packets of the game server, and sentences of ours. Throws a ProtocolError for what cannot be encoded. */
export class ClientOutput {
  readonly #stream: ClientStream;
  readonly #write: (bytes: Buffer) => void;
  /** Inside the answer to the client's own login. */
  #isLoggingIn = false;
  #hasJoined = false;

  constructor(stream: ClientStream, write: (bytes: Buffer) => void) {
    this.#stream = stream;
    this.#write = write;
  }

  /** Whether the server has let a connection in whose packets go to this client. */
  get hasJoined(): boolean {
    return this.#hasJoined;
  }

  /** Passes a packet of the server on; `origin` sent the request that it answers. The client gets marks of its own requests only. */
  pass(packet: WirePacket, origin: RequestOrigin | undefined): void {
    switch (packet.name) {
      case 'authentication_req':
        return;
      case 'server_join_reply':
        // A refusal is told by who has opened the connection.
        if (packet.fields.youCanJoin !== true) return;
        this.#hasJoined = true;
        this.#isLoggingIn = true;
        this.#send({ name: 'processing_started', fields: {} });
        this.#send(packet);
        return;
      case 'processing_started':
        if (origin === 'person') this.#send(packet);
        return;
      case 'processing_finished':
        if (origin === 'person' || this.#isLoggingIn) this.#send(packet);
        this.#isLoggingIn = false;
        return;
      default:
        if (origin !== 'seat' || !ANSWERS_TO_THE_SEAT.has(packet.name)) this.#send(packet);
    }
  }

  /** Answers a packet of the client here: with a line of chat, or with nothing. The client counts its packets by their answers. */
  answer(sentence?: string): void {
    this.#answerWith(sentence === undefined ? [] : [chatLine(sentence)]);
  }

  /** Shows a sentence in the chat, once the client has joined. */
  say(sentence: string): void {
    if (this.#hasJoined) this.#send(chatLine(sentence));
  }

  /** Shows a last sentence: in the chat and in a window that stays, or, to a client that has not joined, as the refusal of its login. */
  dismiss(sentence: string): void {
    if (this.#hasJoined) {
      this.say(sentence);
      this.#send({ name: 'connect_msg', fields: { message: sentence } });
      return;
    }
    // With another capability string the client would also print both.
    const { capability } = this.#stream;
    const fields = { youCanJoin: false, message: sentence, capability, challengeFile: '', connId: 0 };
    this.#answerWith([{ name: 'server_join_reply', fields }]);
  }

  #answerWith(packets: readonly WirePacket[]): void {
    this.#send({ name: 'processing_started', fields: {} });
    for (const packet of packets) this.#send(packet);
    this.#send({ name: 'processing_finished', fields: {} });
  }

  #send(packet: WirePacket): void {
    this.#write(this.#encode(packet));
  }

  #encode(packet: WirePacket): Buffer {
    try {
      return this.#stream.encode(packet);
    } catch (error) {
      if (!(error instanceof ProtocolError) || error.code !== 'bad_string') throw error;
      return this.#stream.encode(withoutCutCharacters(packet));
    }
  }
}

/** The server cuts a text at the size of its field, also within a character: what is left of that was read as one of three bytes. */
function withoutCutCharacters({ name, fields }: WirePacket): WirePacket {
  const whole = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(whole);
    return typeof value === 'string' ? value.replaceAll('\uFFFD', '?') : value;
  };
  return {
    name,
    fields: Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, whole(value)])),
  };
}

function chatLine(message: string): WirePacket {
  const fields = { message, tile: -1, event: 'E_CONNECTION', turn: 0, phase: 0, connId: -1 };
  return { name: 'chat_msg', fields };
}
