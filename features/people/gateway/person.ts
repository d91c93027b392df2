import type { Socket } from 'node:net';
import type { Cancel, Clock } from '#shared/core/clock.js';
import type { Logger } from '#shared/core/log.js';
import { personCloseCodes } from '#shared/protocol/person-link.js';
import type { Timeouts } from '../../../gateway/core/timeouts.js';
import { JoinHandshake } from './join-handshake.js';
import { joinRefusal } from './join-packets.js';
import {
  type AdmissionRefusal,
  type AdmissionServices,
  type AdmittedSeat,
  admitPerson,
  type PersonSeat,
  type RefusalReason,
} from './person-admission.js';
import { ProxyStream } from './proxy-stream.js';

/** What the connections of people work with. */
export interface PersonServices extends AdmissionServices {
  readonly clock: Clock;
  readonly timeouts: Timeouts;
  readonly log: Logger;
  /** PROXY_SECRET. */
  readonly secret: () => string;
  /** Where the proxy of a game takes people; undefined while it cannot be reached. */
  urlOf(gameId: string): Promise<string | undefined>;
}

/** What a connection reports; `onClosed` is the last, exactly once. */
export interface PersonEvents {
  /** The client has asked to join, and its person is asked for a token. */
  onAsked(person: PersonConnection): void;
  /** The token was right, and the proxy takes the client's bytes. */
  onOpened(person: PersonConnection): void;
  /** The client has its seat. */
  onJoined(person: PersonConnection, seat: PersonSeat): void;
  onRefused(person: PersonConnection, reason: RefusalReason, seat: PersonSeat | undefined): void;
  onClosed(person: PersonConnection): void;
}

/** A client that does not read its refusal is cut after this time. */
const LINGER_MS = 2_000;
const AWAY = 'The game cannot be reached now; try again';

/** One connection of an ordinary FreeCiv client: asks for a token, then passes bytes between the client and the proxy. */
export class PersonConnection {
  readonly address: string;
  readonly #socket: Socket;
  readonly #services: PersonServices;
  readonly #events: PersonEvents;
  readonly #handshake = new JoinHandshake();
  #admitted: AdmittedSeat | undefined;
  #stream: ProxyStream | undefined;
  #isOpen = false;
  #isJoined = false;
  #isEnding = false;
  #isClosed = false;
  #cancelTimer: Cancel;

  constructor(socket: Socket, services: PersonServices, events: PersonEvents) {
    this.#socket = socket;
    this.#services = services;
    this.#events = events;
    this.address = socket.remoteAddress ?? '';
    socket.setNoDelay(true);
    socket.setKeepAlive(true, services.timeouts.personPing);
    this.#cancelTimer = services.clock.after(services.timeouts.personRequest, () => this.refuse('late'));
    socket.on('data', this.#onData);
    socket.on('error', () => {});
    socket.on('close', () => this.#onClosed());
  }

  /** The seat that the person has, once it is connected to the game. */
  get seat(): PersonSeat | undefined {
    return this.#isJoined ? this.#admitted?.seat : undefined;
  }

  /** Refuses a client that has not joined, without a sentence where there is none to say; ends the connection. */
  refuse(reason: RefusalReason, sentence?: string): void {
    if (this.#isEnding) return;
    this.#events.onRefused(this, reason, this.#admitted?.seat);
    if (sentence === undefined) this.#cut();
    else this.#endSocket(joinRefusal(sentence, this.#handshake.capability));
    // In a flood those that are refused must not pile up.
    if (reason === 'capacity') this.#socket.destroySoon();
    // It may be opening.
    this.#stream?.cut();
  }

  /** Ends the connection: the person reads the sentence in the chat or, before the join, in the answer to that. */
  end(reason: RefusalReason, sentence: string): void {
    if (!this.#isOpen) this.refuse(reason, sentence);
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#stream?.end(sentence);
    this.#setTimer(this.#services.timeouts.personEnd, () => this.#stream?.cut());
  }

  readonly #onData = (bytes: Buffer): void => {
    if (this.#isEnding) return;
    for (const step of this.#handshake.receive(bytes)) {
      if (step.kind === 'violation') this.refuse('protocol');
      else if (step.kind === 'ask') this.#ask(step.bytes);
      else this.#check(step.token).catch((error: unknown) => this.#checkFailed(error));
    }
  };

  #ask(bytes: Buffer): void {
    this.#socket.write(bytes);
    this.#setTimer(this.#services.timeouts.personToken, () => this.refuse('late', 'No token came in time'));
    this.#events.onAsked(this);
  }

  #checkFailed(error: unknown): void {
    this.#services.log.error({ err: error }, 'a token could not be checked because of a bug');
    this.refuse('unavailable', AWAY);
  }

  async #check(token: string): Promise<void> {
    this.#cancelTimer();
    const admitted = await admitPerson(this.#services, token, this.address);
    if (!admitted.ok) return this.#retry(admitted.failure);
    this.#admitted = admitted.value;
    if (this.#isClosed || this.#isEnding) return this.#release();
    const url = await this.#services.urlOf(admitted.value.seat.gameId);
    if (this.#isClosed || this.#isEnding) return;
    if (url === undefined) this.refuse('unavailable', AWAY);
    else if (!this.isInForce()) this.refuse('token', 'Your invitation was withdrawn');
    else this.#join(url, admitted.value.seat);
  }

  /** Whether the token of the seat is still in force; true without a seat. */
  isInForce(): boolean {
    const seat = this.#admitted?.seat;
    if (seat === undefined) return true;
    return this.#services.tokens.inForce.acceptsAgent(seat.tokenHash, seat.agentId, seat.gameId);
  }

  #retry({ reason, sentence, mayRetry, seat }: AdmissionRefusal): void {
    if (this.#isClosed || this.#isEnding) return;
    const again = mayRetry ? this.#handshake.retry(sentence) : undefined;
    this.#events.onRefused(this, reason, seat);
    if (again === undefined) this.#endSocket(joinRefusal(sentence, this.#handshake.capability));
    else this.#ask(again);
  }

  #join(url: string, { agentId, gameId }: PersonSeat): void {
    const { clock, secret, timeouts } = this.#services;
    const { capability } = this.#handshake;
    const join = { game_id: gameId, agent_id: agentId, capability, address: this.address };
    this.#socket.off('data', this.#onData);
    this.#socket.pause();
    const options = { url, secret: secret(), join, socket: this.#socket, clock, pingMs: timeouts.personPing };
    this.#stream = new ProxyStream(options, {
      onOpen: () => {
        this.#isOpen = true;
        this.#events.onOpened(this);
      },
      onSeated: () => {
        this.#isJoined = true;
        if (this.#admitted !== undefined) this.#events.onJoined(this, this.#admitted.seat);
      },
      onClose: (code) => this.#onStreamClosed(code),
    });
  }

  #onStreamClosed(code: number): void {
    this.#services.log.debug({ code }, 'the stream of a person to the proxy is closed');
    if (this.#isClosed) return;
    if (!this.#isOpen) {
      this.refuse('unavailable', AWAY);
      return;
    }
    if (code === personCloseCodes.refused) this.#events.onRefused(this, 'seat', this.#admitted?.seat);
    if (code === personCloseCodes.violation) this.#events.onRefused(this, 'protocol', this.#admitted?.seat);
    this.#endSocket();
  }

  #cut(): void {
    this.#isEnding = true;
    this.#socket.destroy();
  }

  /** Sends the last bytes; the socket is cut when the client does not close it. */
  #endSocket(last?: Buffer): void {
    this.#isEnding = true;
    if (last === undefined) this.#socket.end();
    else this.#socket.end(last);
    this.#socket.resume();
    this.#setTimer(LINGER_MS, () => this.#socket.destroy());
  }

  #onClosed(): void {
    this.#isClosed = true;
    this.#cancelTimer();
    this.#stream?.close();
    this.#events.onClosed(this);
    this.#isJoined = false;
    this.#release();
  }

  #release(): void {
    this.#admitted?.[Symbol.dispose]();
    this.#admitted = undefined;
  }

  #setTimer(ms: number, run: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#services.clock.after(ms, run);
  }
}
