import type { Clock } from '#shared/core/clock.js';
import type { Logger } from '#shared/core/log.js';
import { SerialQueue } from '#shared/core/serial-queue.js';
import { personCloseCodes } from '#shared/protocol/person-link.js';
import type { RequestOrigin } from '../../freeciv/brackets.js';
import { ConnectionLost, ProtocolError } from '../../freeciv/errors.js';
import type { WirePacket } from '../../freeciv/wire-stream.js';
import type { Seat } from '../seats/seat.js';
import type { ClientStream } from './client-stream.js';
import { personPacketKind } from './person-packets.js';

/** Packets of a client that wait for the answers to those before them. */
const MAX_WAITING_PACKETS = 2_000;
/** Gives the seat to its agent and takes it back; a line of chat. */
const AWAY_COMMAND = '/away';

/** Answers to questions of the seat itself, which the client has not asked. */
const ANSWERS_TO_THE_SEAT: ReadonlySet<string> = new Set(['unit_actions', 'city_name_suggestion_info']);

/** How a person is reached, and what is told of it. */
export interface PersonOptions {
  readonly stream: ClientStream;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Logger;
  /** Sends bytes to the client. */
  write(bytes: Buffer): void;
  /** Called once, with a code of personCloseCodes. */
  onEnd(code: number, reason: string): void;
}

/** The seat of a person, and its game. */
export interface PersonPlace {
  readonly seat: Seat;
  /** Why nothing can be done in the game now; undefined when it can. */
  refusal(): string | undefined;
  /** Called when the person takes the seat, leaves it to its agent or is gone. */
  onControl(): void;
  /** Called when the person has chosen a nation in the lobby. */
  onNationChosen(): void;
}

/** A person whose ordinary client plays a seat: what the server tells the seat goes to the client, and what the client asks to the server. */
export class Person {
  readonly #options: PersonOptions;
  readonly #order = new SerialQueue();
  #waiting = 0;
  readonly #placed: Promise<void>;
  #onPlaced: () => void = () => undefined;
  #place: PersonPlace | undefined;
  #isAway = false;
  #isEnded = false;
  /** Inside the answer to the client's own login. */
  #isLoggingIn = false;
  #hasJoined = false;
  #heardAt: number;

  constructor(options: PersonOptions) {
    this.#options = options;
    this.#heardAt = options.clock.monotonic();
    this.#placed = new Promise((resolve) => {
      this.#onPlaced = resolve;
    });
    void this.#order.run(() => this.#placed);
  }

  /** When the client sent something last, in milliseconds of the monotonic clock; it answers pings of the game server. */
  get heardAt(): number {
    return this.#heardAt;
  }

  /** Whether the server has let a connection in whose packets go to this client. */
  get hasJoined(): boolean {
    return this.#hasJoined;
  }

  /** Whether the person plays; false also while the agent of the seat plays for it. */
  get isPlaying(): boolean {
    return !this.#isEnded && !this.#isAway;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** To be called with each packet of the server on the connection of the seat. */
  onWire(packet: WirePacket, origin: RequestOrigin | undefined): void {
    if (this.#isEnded) return;
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

  /** From now on the client plays that seat. */
  sitDown(place: PersonPlace): void {
    this.#place = place;
    this.#onPlaced();
    place.onControl();
  }

  /** To be called with what the client has sent. */
  receive(bytes: Buffer): void {
    if (this.#isEnded) return;
    this.#heardAt = this.#options.clock.monotonic();
    try {
      for (const packet of this.#options.stream.receive(bytes)) this.#enqueue(packet);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#violate(error.message);
    }
  }

  /** Shows the person a sentence in the client's chat. */
  say(sentence: string): void {
    if (this.#hasJoined) this.#send(this.#chatLine(sentence));
  }

  /** Ends the connection; the sentence is in the chat and in a window of its own, which stays. */
  dismiss(code: number, sentence: string): void {
    this.say(sentence);
    if (this.#hasJoined) this.#send({ name: 'connect_msg', fields: { message: sentence } });
    this.end(code, sentence);
  }

  #chatLine(message: string): WirePacket {
    const turn = this.#place?.seat.world.game?.turn ?? 0;
    return {
      name: 'chat_msg',
      fields: { message, tile: -1, event: 'E_CONNECTION', turn, phase: 0, connId: -1 },
    };
  }

  /** The server does not let the client in: its own dialog shows the sentence. */
  refuse(sentence: string): void {
    // With another capability string the client would also print both.
    const { capability } = this.#options.stream;
    const fields = { youCanJoin: false, message: sentence, capability, challengeFile: '', connId: 0 };
    if (!this.#hasJoined) this.#answer({ name: 'server_join_reply', fields });
    this.dismiss(personCloseCodes.refused, sentence);
  }

  /** Ends the connection of the client. */
  end(code: number, reason: string): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#onPlaced();
    this.#options.onEnd(code, reason);
    this.#place?.onControl();
  }

  #violate(problem: string): void {
    this.#options.log.warn({ problem }, 'the client of a person broke the protocol and is disconnected');
    this.dismiss(personCloseCodes.violation, `You are disconnected: ${problem}`);
  }

  #enqueue(packet: WirePacket): void {
    this.#waiting += 1;
    if (this.#waiting > MAX_WAITING_PACKETS) this.#violate(`${MAX_WAITING_PACKETS} packets wait`);
    // One after the other: the client counts the answers.
    else void this.#order.run(() => this.#handle(packet)).catch((error: unknown) => this.#failed(error));
  }

  #failed(error: unknown): void {
    if (error instanceof ProtocolError) {
      this.#violate(error.message);
      return;
    }
    if (!(error instanceof ConnectionLost))
      this.#options.log.error({ err: error }, 'a packet of a person could not be handled because of a bug');
    this.end(personCloseCodes.restart, 'the game server was lost: join again');
  }

  async #handle(packet: WirePacket): Promise<void> {
    this.#waiting -= 1;
    const place = this.#place;
    if (this.#isEnded || place === undefined) return;
    const { seat } = place;
    switch (personPacketKind(packet.name)) {
      case undefined:
        return this.#violate(`a player does not send ${packet.name}`);
      case 'drop':
        if (packet.name === 'player_ready') this.say('The game begins when all who are awaited have come.');
        return this.#answerWithNothing();
      case 'chat':
        return this.#chat(place, packet);
      case 'ask':
        await seat.requestWire(packet, false);
        return;
      case 'lobby':
        if (seat.world.turn.phase !== 'before_game' || packet.fields.playerNo !== seat.world.seat.player)
          return this.#answerWithNothing('You choose your own nation, before the game begins.');
        await seat.requestWire(packet, false);
        return place.onNationChosen();
      case 'play': {
        const refusal = this.#isAway
          ? `Your agent plays; ${AWAY_COMMAND} takes the seat back.`
          : place.refusal();
        if (refusal === undefined) await seat.requestWire(packet, true);
        else this.#answerWithNothing(refusal);
      }
    }
  }

  /** A line that begins with / is a command of the server, which no player may give here. */
  async #chat({ seat, onControl }: PersonPlace, packet: WirePacket): Promise<void> {
    const line = String(packet.fields.message).trim();
    if (!line.startsWith('/')) {
      await seat.requestWire(packet, false);
      return;
    }
    if (line !== AWAY_COMMAND)
      return this.#answerWithNothing(
        `Commands of the server are the operator's. ${AWAY_COMMAND} gives your seat to its agent.`,
      );
    this.#isAway = !this.#isAway;
    this.#answerWithNothing(
      this.#isAway
        ? `Your agent plays the seat now, if it is connected; ${AWAY_COMMAND} takes it back.`
        : 'You play the seat again.',
    );
    onControl();
  }

  #answerWithNothing(sentence?: string): void {
    this.#answer(sentence === undefined ? undefined : this.#chatLine(sentence));
  }

  /** The client counts its packets by their answers. */
  #answer(packet: WirePacket | undefined): void {
    this.#send({ name: 'processing_started', fields: {} });
    if (packet !== undefined) this.#send(packet);
    this.#send({ name: 'processing_finished', fields: {} });
  }

  #send(packet: WirePacket): void {
    if (!this.#isEnded) this.#options.write(this.#options.stream.encode(packet));
  }
}
