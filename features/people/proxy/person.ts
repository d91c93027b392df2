import type { Clock } from '#shared/core/clock.js';
import type { Logger } from '#shared/core/log.js';
import { SerialQueue } from '#shared/core/serial-queue.js';
import { personCloseCodes } from '#shared/protocol/person-link.js';
import type { RequestOrigin } from '../../../proxy/freeciv/brackets.js';
import { ConnectionLost, ProtocolError } from '../../../proxy/freeciv/errors.js';
import type { WirePacket } from '../../../proxy/freeciv/wire-stream.js';
import type { Seat } from '../../../proxy/games/seats/seat.js';
import { turnOf } from '../../../proxy/world/world.js';
import { ClientOutput } from './client-output.js';
import { type ClientStream, writtenBytes } from './client-stream.js';
import { personPacketKind } from './person-packets.js';

/** Packets of a client that wait for the answers to those before them. */
const MAX_WAITING_PACKETS = 2_000;
/** A hundredth of it is a large turn of a large nation; a journal has room for sixteen times as much. */
const MAX_TURN_BYTES = 4 << 20;
/** What an entry of the journal has beside the fields of its packet. */
const BYTES_OF_ENTRY = 200;
/** Gives the seat to its agent and takes it back; a line of chat. */
const AWAY_COMMAND = '/away';

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
  readonly #output: ClientOutput;
  readonly #order = new SerialQueue();
  #waiting = 0;
  #onPlaced: () => void = () => undefined;
  #place: PersonPlace | undefined;
  #isAway = false;
  #isEnded = false;
  #heardAt: number;
  /** What its packets of a turn take in the journal. */
  #written = { turn: 0, bytes: 0 };

  constructor(options: PersonOptions) {
    this.#options = options;
    this.#output = new ClientOutput(options.stream, (bytes) => options.write(bytes));
    this.#heardAt = options.clock.monotonic();
    const placed = new Promise<void>((resolve) => {
      this.#onPlaced = resolve;
    });
    // What the client sends before it has its seat waits.
    void this.#order.run(() => placed);
  }

  /** When the client sent something last, in milliseconds of the monotonic clock; it answers pings of the game server. */
  get heardAt(): number {
    return this.#heardAt;
  }

  /** Whether the server has let a connection in whose packets go to this client. */
  get hasJoined(): boolean {
    return this.#output.hasJoined;
  }

  /** Whether the person plays; false also while the agent of the seat plays for it. */
  get isPlaying(): boolean {
    return !this.#isEnded && !this.#isAway;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** To be called with each packet of the server on the connection of the seat. Never throws: that would end the connection. */
  onWire(packet: WirePacket, origin: RequestOrigin | undefined): void {
    if (this.#isEnded) return;
    try {
      this.#output.pass(packet, origin);
    } catch (error) {
      this.#failed(error);
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
      this.#failed(error);
    }
  }

  /** Ends the connection; the person reads why, before the join in the client's own dialog. */
  dismiss(code: number, sentence: string): void {
    if (this.#isEnded) return;
    try {
      this.#output.dismiss(sentence);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'the last sentence of a person could not be sent');
    }
    this.end(code, sentence);
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
    if (this.#isEnded) return;
    this.#options.log.warn({ problem }, 'the client of a person broke the protocol and is disconnected');
    this.dismiss(personCloseCodes.violation, `You are disconnected: ${problem}`);
  }

  #enqueue(packet: WirePacket): void {
    if (this.#isEnded) return;
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
        return this.#output.answer(packet.name === 'player_ready' ? WHEN_IT_BEGINS : undefined);
      case 'chat':
        return this.#chat(place, packet);
      case 'ask':
        await seat.requestWire(packet, false);
        return;
      case 'lobby':
        if (seat.world.turn.phase !== 'before_game' || packet.fields.playerNo !== seat.world.seat.player)
          return this.#output.answer('You choose your own nation, before the game begins.');
        await seat.requestWire(packet, false);
        return place.onNationChosen();
      case 'play': {
        const refusal = this.#isAway
          ? `Your agent plays; ${AWAY_COMMAND} takes the seat back.`
          : place.refusal();
        if (refusal !== undefined) return this.#output.answer(refusal);
        if (this.#isWithinTurn(seat, packet)) await seat.requestWire(packet, true);
      }
    }
  }

  /** Counts a packet that goes into the journal of the turn, which has room for all players; disconnects who takes too much of it. */
  #isWithinTurn({ world }: Seat, { fields }: WirePacket): boolean {
    const turn = turnOf(world);
    const before = this.#written.turn === turn ? this.#written.bytes : 0;
    this.#written = { turn, bytes: before + writtenBytes(fields) + BYTES_OF_ENTRY };
    if (this.#written.bytes <= MAX_TURN_BYTES) return true;
    this.#violate('too many orders in one turn');
    return false;
  }

  /** A line that begins with / is a command of the server, which no player may give here. */
  async #chat({ seat, onControl }: PersonPlace, packet: WirePacket): Promise<void> {
    const line = String(packet.fields.message).trim();
    if (!line.startsWith('/')) {
      await seat.requestWire(packet, false);
      return;
    }
    if (line !== AWAY_COMMAND) return this.#output.answer(NO_COMMANDS);
    this.#isAway = !this.#isAway;
    this.#output.answer(this.#isAway ? GIVEN_AWAY : 'You play the seat again.');
    onControl();
  }
}

const WHEN_IT_BEGINS = 'The game begins when all who are awaited have come.';
const NO_COMMANDS = `Commands of the server are the operator's. ${AWAY_COMMAND} gives your seat to its agent.`;
const GIVEN_AWAY = `Your agent plays the seat now, if it is connected; ${AWAY_COMMAND} takes it back.`;
