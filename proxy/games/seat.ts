import { failure } from '#shared/failure.js';
import { fail, ok, type Result } from '#shared/result.js';
import type { Reply } from '../freeciv/brackets.js';
import { FreecivConnection } from '../freeciv/connection.js';
import { JoinRefused } from '../freeciv/connection-lost.js';
import type { ClientPacketName, PacketOf } from '../freeciv/generated/packets-3.0.js';
import type { Protocol } from '../freeciv/protocol.js';
import type { TurnDigest } from '../views/turn-digest.js';
import { applyPacket } from '../world/fold.js';
import { commit, createWorld, type World } from '../world/world.js';
import { momentOf, type SeatEvent, type SeatMoment, seatEvents } from './seat-events.js';

export interface SeatOptions {
  readonly agentId: string;
  readonly username: string;
  readonly protocol: Protocol;
  readonly port: number;
  /** `attaching` when the game already runs. */
  readonly phase: 'before_game' | 'attaching';
  readonly signal: AbortSignal;
  /** Hears of everything at once, before agents do. */
  onEvent(seat: Seat, event: SeatEvent): void;
}

/** What an agent did in the running turn. */
export interface TurnCounts {
  actionsTaken: number;
  unitsMoved: number;
}

interface Waiter {
  readonly condition: (world: World) => boolean;
  readonly resolve: () => void;
}

/** One agent's place in a game: its connection to the game server and the world as told over it. */
export class Seat {
  readonly agentId: string;
  readonly username: string;
  readonly world: World;
  counts: TurnCounts = { actionsTaken: 0, unitsMoved: 0 };
  /** The state version the agent was last told of; -1 before it asked. A delta starts there unless it says where. */
  reportedVersion = -1;
  /** What the agent was told last when a turn began; the next tells what is different. */
  lastDigest: TurnDigest | undefined;
  readonly #options: SeatOptions;
  readonly #waiters = new Set<Waiter>();
  /** Events wait here until somebody listens. */
  #held: SeatEvent[] = [];
  #listener: ((event: SeatEvent) => void) | undefined;
  #connection: FreecivConnection | undefined;
  #lastInOrder: Promise<unknown> = Promise.resolve();
  #last: SeatMoment;

  private constructor(options: SeatOptions) {
    this.#options = options;
    this.agentId = options.agentId;
    this.username = options.username;
    this.world = createWorld(options.phase);
    this.#last = momentOf(this.world);
  }

  /** Connects to the game server. The seat has a player once the server gave it one. */
  static async join(options: SeatOptions): Promise<Result<Seat>> {
    const seat = new Seat(options);
    try {
      seat.#connection = await FreecivConnection.open({
        protocol: options.protocol,
        host: '127.0.0.1',
        port: options.port,
        username: options.username,
        signal: options.signal,
        onPacket: (packet) => applyPacket(seat.world, packet),
        onSettled: () => seat.#settle(),
      });
    } catch (cause) {
      if (!(cause instanceof Error)) throw cause;
      const code = cause instanceof JoinRefused ? 'E141' : 'E123';
      return fail(failure(code, `The game server did not let this agent in: ${cause.message}`));
    }
    return ok(seat);
  }

  get unreadBytes(): number {
    return this.#connection?.unreadBytes ?? 0;
  }

  /** Settles when the connection to the game server is gone. */
  get closed(): Promise<Error> {
    return this.#connection?.closed ?? Promise.resolve(new Error('never connected'));
  }

  /** Sends one packet; the world holds all it caused when this settles. Rejects with ConnectionLost. */
  async request<K extends ClientPacketName>(name: K, fields: PacketOf<K>['fields']): Promise<Reply> {
    if (this.#connection === undefined) throw new Error('a seat without a connection was used');
    return this.#connection.request(name, fields);
  }

  /** Resolves when the world is as wanted, or the signal aborts; true when it is as wanted. */
  async until(condition: (world: World) => boolean, signal: AbortSignal): Promise<boolean> {
    if (condition(this.world)) return true;
    if (signal.aborted) return false;
    return new Promise((resolve) => {
      const waiter: Waiter = { condition, resolve: () => settle(true) };
      const onAbort = (): void => settle(false);
      const settle = (met: boolean): void => {
        this.#waiters.delete(waiter);
        signal.removeEventListener('abort', onAbort);
        resolve(met);
      };
      this.#waiters.add(waiter);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Runs `work` after all given here before it has ended: what an action changed is told by comparing states. */
  inOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#lastInOrder.then(work);
    this.#lastInOrder = result.catch(() => undefined);
    return result;
  }

  /** From now on `listener` gets the events, first those that waited. Later calls change nothing. */
  listen(listener: (event: SeatEvent) => void): void {
    if (this.#listener !== undefined) return;
    this.#listener = listener;
    for (const event of this.#held.splice(0)) listener(event);
  }

  /** Passes an event on to whoever listens. */
  tell(event: SeatEvent): void {
    this.#options.onEvent(this, event);
    if (this.#listener === undefined) this.#held.push(event);
    else this.#listener(event);
    if (event.type === 'turn_end') this.counts = { actionsTaken: 0, unitsMoved: 0 };
  }

  close(): void {
    this.#connection?.close();
  }

  #settle(): void {
    if (!commit(this.world)) return;
    const events = seatEvents(this.#last, this.world);
    this.#last = momentOf(this.world);
    for (const event of events) this.tell(event);
    for (const waiter of this.#waiters) if (waiter.condition(this.world)) waiter.resolve();
  }
}
