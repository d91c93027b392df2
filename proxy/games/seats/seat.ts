import type { Result } from '#shared/core/result.js';
import { ok } from '#shared/core/result.js';
import { SerialQueue } from '#shared/core/serial-queue.js';
import type { TurnDigest } from '#shared/protocol/state/digest.js';
import { sendRoute } from '../../actions/unit/unit-orders.js';
import type { Reply } from '../../freeciv/brackets.js';
import { ConnectionLost } from '../../freeciv/errors.js';
import type { ClientPacketName, PacketOf } from '../../freeciv/generated/packets-3.0.js';
import type { Protocol } from '../../freeciv/protocol.js';
import { InFlightTargets } from '../../orders/in-flight-targets.js';
import { OrderTracker } from '../../orders/order-tracker.js';
import type { WakeOn } from '../../orders/wake.js';
import { type TurnTimer, UNTIMED } from '../../world/turn.js';
import { createWorld, setTurnTimer, type World } from '../../world/world.js';
import type { OrderFile } from './order-file.js';
import type { ActionLabel, PacketQueue } from './packet-queue.js';
import { type PacketObserver, SeatConnection } from './seat-connection.js';
import { isTurnPending, type SeatEvent, type SeatSnapshot, seatEvents, snapshotOf } from './seat-events.js';
import { WorldWaiters } from './world-waiters.js';

/** Whose seat it is, and the parts of the game that it works with. */
export interface SeatContext {
  readonly agentId: string;
  readonly username: string;
  /** What its packets pass through; straight to the server without one. */
  readonly queue?: PacketQueue | undefined;
  /** Where its standing orders are kept; nowhere without one. */
  readonly orderFile?: OrderFile | undefined;
  /** Hears of everything at once, before agents do. */
  onEvent(seat: Seat, event: SeatEvent): void;
  /** Hears of each packet on its way to the server; `answered` settles once the server has dealt with it, or is lost. */
  onSent?(seat: Seat, sent: SentPacket): void;
  /** Hears when the server begins or ceases to wait for the seat in a turn. */
  onPendingChanged?(): void;
}

/** A packet on its way to the game server. */
export interface SentPacket {
  readonly name: ClientPacketName;
  readonly answered: Promise<unknown>;
  /** The agent's action that it belongs to. */
  readonly action: ActionLabel | undefined;
}

/** A seat, and the game server that it joins. */
export interface SeatJoinOptions extends SeatContext {
  readonly protocol: Protocol;
  readonly port: number;
  /** `attaching` when the game already runs. */
  readonly phase: 'before_game' | 'attaching';
  readonly signal: AbortSignal;
}

/** What an agent did in the running turn. */
export interface TurnCounts {
  actionsTaken: number;
  unitsMoved: number;
}

/** One agent's seat in a game. It outlives game servers and the connections to them. */
export class Seat {
  readonly agentId: string;
  readonly username: string;
  turnCounts: TurnCounts = { actionsTaken: 0, unitsMoved: 0 };
  /** The state version the agent was last told of; -1 before it asked. A delta starts there unless it says where. */
  reportedVersion = -1;
  /** What the agent was told last when a turn began; the next tells what is different. */
  lastDigest: TurnDigest | undefined;
  /** What its units go on with. */
  readonly orders: OrderTracker;
  readonly #identity: SeatContext;
  readonly #waiters = new WorldWaiters(() => this.#world);
  readonly #actions = new SerialQueue();
  /** Events wait here until somebody listens. */
  #held: SeatEvent[] = [];
  #listener: ((event: SeatEvent) => void) | undefined;
  #connection: SeatConnection | undefined;
  #action: ActionLabel | undefined;
  #world: World;
  #last: SeatSnapshot;
  #time: TurnTimer = UNTIMED;
  #isTurnPending = false;
  readonly #stopping = new Set<number>();
  #kept = { revision: 0, onDisk: Promise.resolve() };

  /** A seat without a connection. State versions begin at `version`. */
  constructor(identity: SeatContext, version = 0) {
    this.#identity = identity;
    this.agentId = identity.agentId;
    this.username = identity.username;
    this.orders = new OrderTracker(identity.orderFile?.read());
    this.#world = createWorld('before_game', version);
    this.#last = snapshotOf(this.#world);
  }

  /** Connects to the game server. The seat has a player once the server gave it one. */
  static async join(options: SeatJoinOptions): Promise<Result<Seat>> {
    const { protocol, port, username, signal } = options;
    const seat = new Seat(options);
    const world = seat.newWorld(options.phase);
    const connection = await SeatConnection.open({ protocol, port, username, world, signal });
    if (!connection.ok) return connection;
    seat.attach(connection.value);
    return ok(seat);
  }

  /** The world as told over the present connection, or the last one. */
  get world(): World {
    return this.#world;
  }

  get unreadBytes(): number {
    return this.#connection?.unreadBytes ?? 0;
  }

  /** An empty world for the next connection: its versions and turns go on where this one's are. */
  newWorld(phase: 'before_game' | 'attaching'): World {
    const world = createWorld(phase, this.#world.version);
    world.turn = { ...world.turn, beganAt: this.#world.turn.beganAt };
    // Of a player that is dead already the server does not say since when.
    for (const [player, turn] of this.#world.deaths) world.deaths.set(player, turn);
    world.turnTimer = this.#time;
    return world;
  }

  /** From now on the seat is what this connection tells; news are told as if it had been the same all the time. */
  attach(connection: SeatConnection): void {
    const isFirst = this.#connection === undefined;
    this.#connection?.close();
    this.#connection = connection;
    this.#world = connection.world;
    // The server repeats old messages to a new connection; the agent has had them.
    if (!isFirst) this.#last = { ...this.#last, version: connection.world.version };
    connection.onChange(() => this.#onWorldChange());
    this.#onWorldChange();
  }

  /** Sends one packet; the world holds all it caused when this settles. Rejects with ConnectionLost. */
  async request<K extends ClientPacketName>(name: K, fields: PacketOf<K>['fields']): Promise<Reply> {
    const connection = this.#connection;
    if (connection === undefined) throw new ConnectionLost('the seat has no connection');
    const { queue, agentId, onSent } = this.#identity;
    const action = this.#action;
    const answered =
      queue === undefined
        ? connection.request(name, fields)
        : queue.send({ agentId, connection, action }, name, fields);
    onSent?.(this, { name, answered, action });
    return answered;
  }

  /** Notes what wakes a unit from the order it was just given; settles when that is on disk. */
  async trackOrder(unitId: number, wish: WakeOn | undefined): Promise<void> {
    this.orders.track(this.#world, unitId, wish);
    await this.#keepOrders();
  }

  /** Shows all that the present connection tells to a witness. Settles when that connection is over. */
  async observe(witness: PacketObserver): Promise<void> {
    const connection = this.#connection;
    connection?.observe(witness);
    await connection?.closed;
  }

  /** Resolves when the world is as wanted, or the signal aborts; true when it is as wanted. */
  until(condition: (world: World) => boolean, signal: AbortSignal): Promise<boolean> {
    return this.#waiters.until(condition, signal);
  }

  /** Lets those who wait look again: what they wait for may not be the world alone. */
  recheck(): void {
    this.#waiters.check();
  }

  /** Runs `work` after all given here before it has ended: what an action changed is told by comparing states. */
  runInOrder<T>(work: () => Promise<T>, action?: ActionLabel): Promise<T> {
    return this.#actions.run(async () => {
      this.#action = action;
      try {
        return await work();
      } finally {
        this.#action = undefined;
      }
    });
  }

  /** From now on `listener` gets the events, first those that waited. Later calls change nothing. */
  subscribe(listener: (event: SeatEvent) => void): void {
    if (this.#listener !== undefined) return;
    this.#listener = listener;
    for (const event of this.#held.splice(0)) listener(event);
  }

  /** What the agent is told of the time of turns. */
  updateTurnTime(time: TurnTimer): void {
    this.#time = time;
    if (setTurnTimer(this.#world, time)) this.#waiters.check();
  }

  /** Passes an event on to whoever listens. */
  emit(event: SeatEvent): void {
    this.#identity.onEvent(this, event);
    if (this.#listener === undefined) this.#held.push(event);
    else this.#listener(event);
    if (event.kind === 'turn_end') this.turnCounts = { actionsTaken: 0, unitsMoved: 0 };
  }

  close(): void {
    this.#connection?.close();
  }

  #onWorldChange(): void {
    const { news, stop } = this.orders.check(this.#world, this.#connection?.asked ?? new InFlightTargets());
    const events = seatEvents(this.#last, this.#world, news);
    this.#last = snapshotOf(this.#world);
    for (const event of events) this.emit(event);
    for (const unitId of stop) void this.#stop(unitId);
    void this.#keepOrders();
    this.#notifyIfPendingChanged();
    this.#waiters.check();
  }

  /** No packet says so apart: it is a field of the player among others, and may come behind the turn's beginning. */
  #notifyIfPendingChanged(): void {
    const isNow = isTurnPending(this.#world, this.#world.seat.player);
    if (isNow === this.#isTurnPending) return;
    this.#isTurnPending = isNow;
    this.#identity.onPendingChanged?.();
  }

  /** Stops a unit that was woken. When the server is lost before it answers, the next look asks for it again. */
  async #stop(unitId: number): Promise<void> {
    if (this.#stopping.has(unitId)) return;
    this.#stopping.add(unitId);
    try {
      await this.runInOrder(async () => {
        const unit = this.#world.units.get(unitId);
        if (unit !== undefined) await sendRoute(this, unitId, unit.tile, []);
      });
    } catch (cause) {
      if (!(cause instanceof ConnectionLost)) throw cause;
    } finally {
      this.#stopping.delete(unitId);
    }
  }

  /** Settles when the orders as they are now are on disk. */
  #keepOrders(): Promise<void> {
    const { orderFile } = this.#identity;
    const { revision } = this.orders;
    if (orderFile !== undefined && revision !== this.#kept.revision)
      this.#kept = { revision, onDisk: orderFile.save(this.orders.saved) };
    return this.#kept.onDisk;
  }
}
