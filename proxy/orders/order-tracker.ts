import type { OrderNews, Woken } from '#shared/protocol/event.js';
import type { Message } from '../world/messages.js';
import type { Unit } from '../world/unit.js';
import { turnOf, type World } from '../world/world.js';
import type { InFlightTargets } from './in-flight-targets.js';
import { isSameOccupation, occupationOf } from './occupation.js';
import { orderEnd } from './order-end.js';
import { endsWhenWoken, orderEndedEvent, wokenEvent } from './order-events.js';
import { isLoss } from './server-messages.js';
import { Sightings } from './sightings.js';
import {
  type AttentionRequest,
  AttentionRequests,
  type SavedOrders,
  type TrackedOrder,
} from './tracked-order.js';
import { dueWake, type OrderCheck, type WakeCause, type WakeOn, wakeConditions } from './wake.js';
import { Worklists } from './worklists.js';

/** The result of one check of a seat's orders. */
export interface OrderCheckResult {
  readonly news: readonly OrderNews[];
  /** Units that are to stop: a wake condition has come true. */
  readonly stop: readonly number[];
}

const NOTHING_FOUND: OrderCheckResult = { news: [], stop: [] };

/** Tracks a seat's standing orders: how each ends, and what wakes a unit. An order that the agent ends is not reported. */
export class OrderTracker {
  readonly #orders: Map<number, TrackedOrder>;
  readonly #attentionRequests: AttentionRequests;
  readonly #worklists = new Worklists();
  #world: World | undefined;
  #version = 0;
  /** Sentences about losses whose units are still there. */
  #heldLosses: readonly Message[] = [];
  #turn = 0;
  #revision = 0;
  #changedAt = -1;

  constructor(saved: SavedOrders = { orders: [], calls: [] }) {
    this.#orders = new Map(saved.orders.map((order) => [order.unitId, order]));
    this.#attentionRequests = new AttentionRequests(saved.calls);
  }

  /** Increases with every change that must be saved. */
  get revision(): number {
    return this.#revision;
  }

  /** The state version of the last change; -1 before the first. */
  get changedAt(): number {
    return this.#changedAt;
  }

  get saved(): SavedOrders {
    const orders = [...this.#orders.values()].map(({ last: _last, atTurn: _atTurn, ...order }) => order);
    return { orders, calls: [...this.attentionRequests] };
  }

  get orders(): readonly TrackedOrder[] {
    return [...this.#orders.values()];
  }

  /** Units that were woken or have nothing left to do, and have got no new action since. */
  get attentionRequests(): readonly AttentionRequest[] {
    return this.#attentionRequests.all;
  }

  /** Tracks the order that a unit was just given, with its wake conditions. False when the unit has no order. */
  track(world: World, unitId: number, wish: WakeOn | undefined): boolean {
    const unit = world.units.get(unitId);
    const occupation = unit && occupationOf(world, unit);
    if (unit === undefined || occupation === undefined) return false;
    const wake = wakeConditions(wish, occupation.kind);
    const order: TrackedOrder = {
      unitId,
      occupation,
      wake,
      seen: [],
      isStopping: false,
      last: unit,
      atTurn: unit,
    };
    const seen = new Sightings(world, undefined).of(order, unit);
    this.#addOrder({ ...order, seen: seen.map(({ id }) => id) });
    this.#changedAt = world.version;
    return true;
  }

  /** Call after each commit of the world: what happened to the orders since the last call. */
  check(world: World, asked: InFlightTargets): OrderCheckResult {
    if (world.turn.phase !== 'movement') return NOTHING_FOUND;
    const turn = turnOf(world);
    const since = world === this.#world ? this.#version : undefined;
    const messages = this.#newMessages(world, since);
    const sightings = new Sightings(world, since);
    const check = { world, turn, isNewTurn: turn !== this.#turn, messages, sightings };
    const news: OrderNews[] = [];
    const before = this.#revision;
    for (const order of [...this.#orders.values()]) news.push(...this.#checkOrder(check, order, asked));
    news.push(...this.#worklists.check(check, asked));
    this.#noticeNew(world);
    if (this.#attentionRequests.expire(world, check.turn)) this.#revision += 1;
    if (this.#revision > before) this.#changedAt = world.version;
    this.#world = world;
    this.#version = world.version;
    this.#turn = check.turn;
    const stop = [...this.#orders.values()].filter(
      ({ isStopping, unitId }) => isStopping && !asked.hasUnit(unitId),
    );
    return { news, stop: stop.map(({ unitId }) => unitId) };
  }

  /**
   * The server's sentences since the last check. A fight of others can be cut between two reads of the socket: the sentence
   * about a loss is held until a unit is removed, at most to the next check, so that a lost unit is not taken for an attacked one.
   */
  #newMessages(world: World, since: number | undefined): readonly Message[] {
    // A new connection receives old messages again.
    const fresh = since === undefined ? [] : world.messages.since(since);
    const isRemovalKnown = since === undefined || world.units.removedSince(since).length > 0;
    const held = isRemovalKnown ? [] : fresh.filter(isLoss);
    const messages = [...this.#heldLosses, ...fresh.filter((message) => !held.includes(message))];
    this.#heldLosses = held;
    return messages;
  }

  #checkOrder(check: OrderCheck, order: TrackedOrder, asked: InFlightTargets): readonly OrderNews[] {
    const { world } = check;
    const unit = world.units.get(order.unitId);
    const own = unit?.owner === world.seat.player ? unit : undefined;
    const continues = own !== undefined && (own === order.last || hasSameOccupation(world, order, own));
    if (!continues) {
      this.#removeOrder(order.unitId);
      if (order.isStopping || asked.hasUnit(order.unitId)) return [];
    }
    const wake = own && dueWake(check, order, own);
    if (own !== undefined && wake !== undefined) return [this.#wakeUp(check, order, own, continues, wake)];
    if (own === undefined || !continues) return [this.#ended(check, order, own)];
    this.#continueOrder(check, order, own);
    return [];
  }

  #wakeUp(check: OrderCheck, order: TrackedOrder, unit: Unit, continues: boolean, wake: WakeCause): Woken {
    const news = wokenEvent(check.world, check.turn, order, unit, wake);
    if (continues)
      this.#continueOrder(check, { ...withoutTurn(order), isStopping: endsWhenWoken(order) }, unit);
    this.#requestAttention(unit, check.turn, wake.why, news.sentence);
    return news;
  }

  #ended(check: OrderCheck, order: TrackedOrder, unit: Unit | undefined): OrderNews {
    const { world, turn, messages } = check;
    const { unitId, occupation, last: before, wake } = order;
    const end = orderEnd(world, { unitId, occupation, before, messages }, unit);
    const news = orderEndedEvent(world, turn, order, unit ?? before, end);
    if (unit !== undefined && wake?.idle !== false) this.#requestAttention(unit, turn, 'idle', news.sentence);
    return news;
  }

  #continueOrder(check: OrderCheck, order: TrackedOrder, unit: Unit): void {
    const before = this.#orders.get(order.unitId);
    const seen = check.sightings.of(order, unit).map(({ id }) => id);
    const isKept =
      before?.isStopping === order.isStopping && before.wake === order.wake && sameIds(before.seen, seen);
    if (isKept && before?.last === unit && !check.isNewTurn) return;
    this.#orders.set(order.unitId, { ...order, seen, last: unit, ...(check.isNewTurn && { atTurn: unit }) });
    if (!isKept) this.#revision += 1;
  }

  /** Tracks orders that were not given by an action of this seat: they have no wake conditions. */
  #noticeNew(world: World): void {
    const changed = world === this.#world ? world.units.changedSince(this.#version) : world.units.values();
    for (const unit of changed) {
      if (unit.owner !== world.seat.player || this.#orders.has(unit.id)) continue;
      const occupation = occupationOf(world, unit);
      if (occupation === undefined) continue;
      this.#addOrder({ unitId: unit.id, occupation, seen: [], isStopping: false, last: unit, atTurn: unit });
    }
  }

  #addOrder(order: TrackedOrder): void {
    this.#orders.set(order.unitId, order);
    this.#attentionRequests.remove(order.unitId);
    this.#revision += 1;
  }

  #removeOrder(unitId: number): void {
    this.#orders.delete(unitId);
    this.#revision += 1;
  }

  #requestAttention(unit: Unit, turn: number, why: AttentionRequest['why'], sentence: string): void {
    this.#attentionRequests.add(unit, turn, why, sentence);
    this.#revision += 1;
  }
}

function hasSameOccupation(world: World, { occupation }: TrackedOrder, unit: Unit): boolean {
  return isSameOccupation(occupation, occupationOf(world, unit));
}

/** The condition `turn` wakes a unit once. */
function withoutTurn(order: TrackedOrder): TrackedOrder {
  if (order.wake === undefined) return order;
  const { turn: _turn, ...wake } = order.wake;
  return { ...order, wake };
}

function sameIds(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((id, index) => id === others[index]);
}
