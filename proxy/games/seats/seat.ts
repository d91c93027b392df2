import { SerialQueue } from '#shared/core/serial-queue.js';
import type { PlayerKind } from '#shared/protocol/player-kind.js';
import type { Reply } from '../../freeciv/brackets.js';
import { ConnectionLost } from '../../freeciv/errors.js';
import type { ClientPacketName, PacketOf } from '../../freeciv/generated/packets.js';
import type { WirePacket } from '../../freeciv/wire-stream.js';
import { InFlightTargets } from '../../orders/in-flight-targets.js';
import type { OrderTracker } from '../../orders/order-tracker.js';
import type { WakeOn } from '../../orders/wake.js';
import type { PlanChange } from '../../plans/plan.js';
import type { PlanList } from '../../plans/plan-list.js';
import type { SiteChooser } from '../../plans/settle.js';
import { type TurnTimer, UNTIMED } from '../../world/turn.js';
import { continueMessages, createWorld, setTurnTimer, type World, worldAfter } from '../../world/world.js';
import { detach } from '../faults/game-bug.js';
import type { OrderFile } from './order-file.js';
import type { ActionLabel, PacketQueue, SentPacket } from './packet-queue.js';
import type { PlanFile } from './plan-file.js';
import type { PacketObserver, SeatConnection } from './seat-connection.js';
import {
  isTurnPending,
  type SeatEvent,
  SeatEventQueue,
  type SeatSnapshot,
  seatEvents,
  snapshotOf,
} from './seat-events.js';
import { SeatOrders } from './seat-orders.js';
import { SeatPlans } from './seat-plans.js';
import { type WaitLimit, WorldWaiters } from './world-waiters.js';

/** Whose seat it is, and the parts of the game that it works with. */
export interface SeatContext {
  readonly gameId: string;
  readonly agentId: string;
  readonly username: string;
  /** The queue for its packets; without one they are sent directly. */
  readonly queue?: PacketQueue | undefined;
  /** The file for its standing orders; not saved without one. */
  readonly orderFile?: OrderFile | undefined;
  /** The file for its standing plans; not saved without one. */
  readonly planFile?: PlanFile | undefined;
  /** Chooses sites for cities; none without it. */
  readonly chooseSite?: SiteChooser | undefined;
  /** What each world of the seat has from the beginning. */
  readonly ofGame?: Partial<Pick<World, 'isForeign' | 'sharedRuleset'>>;
  /** Called with every event, before the agent is notified. */
  onEvent(seat: Seat, event: SeatEvent): void;
  /** Called with each packet that is sent; its `answered` settles when the server has processed it, or is lost. */
  onSent?(seat: Seat, sent: SentPacket): void;
  /** Called when the server begins or stops waiting for the seat in a turn. */
  onPendingChanged?(): void;
}

/** One agent's seat in a game. It outlives game servers and the connections to them. */
export class Seat {
  readonly agentId: string;
  readonly username: string;
  readonly orders: OrderTracker;
  readonly planList: PlanList;
  readonly chooseSite: SiteChooser;
  readonly #identity: SeatContext;
  readonly #orders: SeatOrders;
  readonly #plans: SeatPlans;
  readonly #waiters = new WorldWaiters(() => this.#world);
  readonly #actions = new SerialQueue();
  readonly #events = new SeatEventQueue();
  #connection: SeatConnection | undefined;
  #action: ActionLabel | undefined;
  #world: World;
  #last: SeatSnapshot;
  #time: TurnTimer = UNTIMED;
  #isTurnPending = false;
  #playedBy: PlayerKind = 'model';

  /** A seat without a connection. State versions begin at `version`. */
  constructor(identity: SeatContext, version = 0) {
    this.#identity = identity;
    this.agentId = identity.agentId;
    this.username = identity.username;
    this.chooseSite = identity.chooseSite ?? (() => undefined);
    this.#orders = new SeatOrders(this, identity.orderFile, identity.gameId);
    this.orders = this.#orders.tracker;
    this.#plans = new SeatPlans(this, identity.planFile);
    this.planList = this.#plans.list;
    this.#world = createWorld('before_game', version);
    this.#last = snapshotOf(this.#world);
  }

  /** The world of the present connection, or of the last one. */
  get world(): World {
    return this.#world;
  }

  get unreadBytes(): number {
    return this.#connection?.unreadBytes ?? 0;
  }

  /** Whether there is a connection to a game server that packets can be sent over. */
  get isConnected(): boolean {
    return this.#connection?.isOpen === true;
  }

  /** The present connection, or the last one. */
  get connection(): SeatConnection | undefined {
    return this.#connection;
  }

  /** While a person plays it, its agent cannot act, and plans and wake conditions rest. */
  get playedBy(): PlayerKind {
    return this.#playedBy;
  }

  /** Gives the seat to a person or back to its agent; the agent is told. */
  giveTo(who: PlayerKind): void {
    if (this.#playedBy === who) return;
    this.#playedBy = who;
    this.emit({ kind: 'played_by', who });
    this.#onWorldChange();
  }

  /** An empty world for the next connection: its versions and turns continue those of this one. */
  newWorld(phase: 'before_game' | 'attaching'): World {
    return { ...worldAfter(this.#world, phase), ...this.#identity.ofGame, turnTimer: this.#time };
  }

  /** Sets the connection of the seat. Events are derived as if it had been the same connection all the time. */
  attach(connection: SeatConnection): void {
    const { version } = connection.world;
    // The server repeats old messages to a new connection; the agent has got them already.
    if (this.#connection !== undefined) this.#last = { ...this.#last, version };
    this.#connection?.close();
    this.#connection = connection;
    continueMessages(connection.world, this.#world);
    this.#world = connection.world;
    connection.onChange(() => this.#onWorldChange());
    this.#orders.saveAfter(connection.closed);
    this.#onWorldChange();
  }

  /** Sends one packet; the world holds all it caused when this settles. Rejects with ConnectionLost. */
  async request<K extends ClientPacketName>(name: K, fields: PacketOf<K>['fields']): Promise<Reply> {
    const connection = this.#connection;
    if (connection === undefined) throw new ConnectionLost('the seat has no connection');
    const { queue, agentId, onSent } = this.#identity;
    const answered =
      queue === undefined
        ? connection.request(name, fields)
        : queue.send({ agentId, connection, action: this.#action }, name, fields);
    // What a plan does says nothing about the agent's own turn.
    onSent?.(this, { name, answered, action: this.#plans.isRunning ? undefined : this.#action });
    return answered;
  }

  /** Sends a packet of a person's client, in the form of its version; `isRecorded` where it changes the game. Rejects with ConnectionLost. */
  async requestWire(packet: WirePacket, isRecorded: boolean): Promise<Reply> {
    const connection = this.#connection;
    if (connection === undefined) throw new ConnectionLost('the seat has no connection');
    const { queue, agentId, onSent } = this.#identity;
    if (!isRecorded || queue === undefined) return connection.requestWire(packet);
    const answered = queue.sendWire({ agentId, connection, action: undefined }, packet);
    onSent?.(this, { name: packet.name, answered, action: { id: 'person', type: packet.name } });
    return answered;
  }

  /** Tracks the order that a unit was just given, with its wake conditions; settles when it is on disk. */
  trackOrder(unitId: number, wish: WakeOn | undefined): Promise<void> {
    return this.#orders.track(unitId, wish);
  }

  readonly changePlan = (change: PlanChange) => this.#plans.change(change);
  readonly endPlansBy = (...of: Parameters<SeatPlans['endBy']>) => this.#plans.endBy(...of);

  /** Lets an observer see all packets of the present connection. Settles when that connection is closed. */
  async observe(witness: PacketObserver): Promise<void> {
    const connection = this.#connection;
    connection?.observe(witness);
    await connection?.closed;
  }

  /** Resolves true when the condition is met and plans and woken units have done what they do, false when the limit aborts first. */
  until(condition: (world: World) => boolean, limit: WaitLimit): Promise<boolean> {
    const isBusy = (): boolean => this.#plans.isRunning || this.#orders.isStopping;
    return this.#waiters.until((world) => !isBusy() && condition(world), limit);
  }

  /** Checks all pending conditions again, because they may depend on more than the world. */
  recheck(): void {
    this.#waiters.check();
  }

  /** Resolves when all that was begun before has ended. Until the answer is disposed, packets belong to that action. */
  async begin(action?: ActionLabel): Promise<Disposable> {
    const place = await this.#actions.enter();
    const label = this.label(action);
    return {
      [Symbol.dispose]: () => {
        label[Symbol.dispose]();
        place[Symbol.dispose]();
      },
    };
  }

  /** Runs `work` after all that was begun before it has ended. */
  async runInOrder<T>(work: () => Promise<T>, action?: ActionLabel): Promise<T> {
    using _place = await this.begin(action);
    return await work();
  }

  /** Until the answer is disposed, packets belong to that action, which is part of what runs now. */
  label(action: ActionLabel | undefined): Disposable {
    const before = this.#action;
    this.#action = action;
    return {
      [Symbol.dispose]: () => {
        this.#action = before;
      },
    };
  }

  /** Passes all events to `listener` from now on, first those that waited. Later calls change nothing. */
  subscribe(listener: (event: SeatEvent) => void): void {
    this.#events.subscribe(listener);
  }

  /** Keeps events from the agent; false passes them on. */
  holdEvents(isHeld: boolean): void {
    if (isHeld) this.#events.hold();
    else this.#events.release([]);
  }

  /** Sets the turn timer that states and pushes show. */
  updateTurnTime(time: TurnTimer): void {
    this.#time = time;
    if (setTurnTimer(this.#world, time)) this.#waiters.check();
  }

  emit(event: SeatEvent): void {
    this.#identity.onEvent(this, event);
    this.#events.add(event);
  }

  close(): void {
    this.#connection?.close();
  }

  #onWorldChange(): void {
    const { news, stop } = this.orders.check(this.#world, this.#connection?.asked ?? new InFlightTargets());
    // What becomes of the orders of a plan is the plan's to tell.
    const told = news.filter((one) => !('unit_id' in one) || !this.planList.movesUnit(one.unit_id));
    const events = seatEvents(this.#last, this.#world, told);
    this.#last = snapshotOf(this.#world);
    const mustStop = stop.length > 0 && this.#playedBy === 'model';
    if (mustStop) this.#events.hold();
    for (const event of events) {
      if (event.kind === 'turn_start') detach(this.#identity.gameId, this.#runPlans());
      this.emit(event);
    }
    detach(this.#identity.gameId, this.#runPlans());
    if (mustStop) detach(this.#identity.gameId, this.#stopWoken(stop));
    this.#orders.keep();
    this.#notifyIfPendingChanged();
    this.#waiters.check();
  }

  /** Carries out the plans that are due. The agent hears of the turn when that is done. */
  async #runPlans(): Promise<void> {
    if (this.#playedBy === 'person' || !this.#plans.begin()) return;
    this.#events.hold();
    const ended: SeatEvent[] = [];
    try {
      do {
        const news = await this.runInOrder(() => this.#plans.run());
        // The server is lost: the plans are due again once the game is restored.
        if (news === undefined) break;
        const events = news.map((one) => ({ kind: 'plan_ended', news: one }) as const);
        for (const event of events) this.#identity.onEvent(this, event);
        ended.push(...events);
        // The next turn may have begun while the plans waited behind an end_turn of the agent.
      } while (this.#plans.begin());
    } finally {
      this.#events.release(ended);
      this.#waiters.check();
    }
  }

  /** Stops woken units. The agent hears of it when that is done: it always sees the same state then. */
  async #stopWoken(stop: readonly number[]): Promise<void> {
    await this.#orders.stop(stop).finally(() => this.#events.release([]));
    this.#waiters.check();
  }

  /** No packet says so apart: it is a field of the player among others, and may come behind the turn's beginning. */
  #notifyIfPendingChanged(): void {
    const isNow = isTurnPending(this.#world, this.#world.seat.player);
    if (isNow === this.#isTurnPending) return;
    this.#isTurnPending = isNow;
    this.#identity.onPendingChanged?.();
  }
}
