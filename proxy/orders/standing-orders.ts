import type { OrderNews, Woken } from '#shared/protocol/event.js';
import type { Unit } from '../world/unit.js';
import { turnOf, type World } from '../world/world.js';
import type { InFlightTargets } from './in-flight-targets.js';
import { isSameOccupation, occupationOf } from './occupation.js';
import { orderEnd } from './order-end.js';
import { endsWhenWoken, orderEndedEvent, wokenEvent } from './order-events.js';
import { Sightings } from './sightings.js';
import {
  type AttentionRequest,
  AttentionRequests,
  type SavedOrders,
  type TrackedOrder,
} from './tracked-order.js';
import { dueWake, type OrderCheck, type Wake, type WakeOn, wakeConditions } from './wake.js';
import { Worklists } from './worklists.js';

/** What a look at the orders of a seat found. */
export interface OrderCheckResult {
  readonly news: readonly OrderNews[];
  /** Units that are to stop: a wake condition has come true. */
  readonly stop: readonly number[];
}

const NOTHING_FOUND: OrderCheckResult = { news: [], stop: [] };

/**
 * What the units of one seat go on with over turns: how each order ends, and what wakes a unit before. All of it is
 * seen in what the server tells; what the agent ends itself is not told, for it has a verdict.
 */
export class StandingOrders {
  readonly #orders: Map<number, TrackedOrder>;
  readonly #calls: AttentionRequests;
  readonly #worklists = new Worklists();
  #world: World | undefined;
  #version = 0;
  #turn = 0;
  #revision = 0;
  #changedAt = -1;

  constructor(saved: SavedOrders = { orders: [], calls: [] }) {
    this.#orders = new Map(saved.orders.map((order) => [order.unitId, order]));
    this.#calls = new AttentionRequests(saved.calls);
  }

  /** Goes up with every change of what is to be kept. */
  get revision(): number {
    return this.#revision;
  }

  /** The state version at which they changed last; -1 before. */
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

  /** Units that were woken or have nothing left to do, and have not been told anything since. */
  get attentionRequests(): readonly AttentionRequest[] {
    return this.#calls.all;
  }

  /** Notes what the order that a unit was just given is to wake it for. False when it goes on with nothing. */
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
    this.#keep({ ...order, seen: seen.map(({ id }) => id) });
    this.#changedAt = world.version;
    return true;
  }

  /** To be called when the world has settled: what became of the orders since the last time. */
  check(world: World, asked: InFlightTargets): OrderCheckResult {
    if (world.turn.phase !== 'movement') return NOTHING_FOUND;
    const turn = turnOf(world);
    const since = world === this.#world ? this.#version : undefined;
    // A new connection is told old messages once more.
    const messages = since === undefined ? [] : world.messages.since(since);
    const sightings = new Sightings(world, since);
    const look = { world, turn, isNewTurn: turn !== this.#turn, messages, sightings };
    const news: OrderNews[] = [];
    const before = this.#revision;
    for (const order of [...this.#orders.values()]) news.push(...this.#lookAt(look, order, asked));
    news.push(...this.#worklists.check(look, asked));
    this.#noticeNew(world);
    if (this.#calls.expire(world, look.turn)) this.#revision += 1;
    if (this.#revision > before) this.#changedAt = world.version;
    this.#world = world;
    this.#version = world.version;
    this.#turn = look.turn;
    const stop = [...this.#orders.values()].filter(
      ({ isStopping, unitId }) => isStopping && !asked.hasUnit(unitId),
    );
    return { news, stop: stop.map(({ unitId }) => unitId) };
  }

  #lookAt(look: OrderCheck, order: TrackedOrder, asked: InFlightTargets): readonly OrderNews[] {
    const { world } = look;
    const unit = world.units.get(order.unitId);
    const own = unit?.owner === world.seat.player ? unit : undefined;
    const goesOn = own !== undefined && (own === order.last || hasSameOccupation(world, order, own));
    if (!goesOn) {
      this.#drop(order.unitId);
      if (order.isStopping || asked.hasUnit(order.unitId)) return [];
    }
    const wake = own && dueWake(look, order, own);
    if (own !== undefined && wake !== undefined) return [this.#wakeUp(look, order, own, goesOn, wake)];
    if (own === undefined || !goesOn) return [this.#ended(look, order, own)];
    this.#goOn(look, order, own);
    return [];
  }

  #wakeUp(look: OrderCheck, order: TrackedOrder, unit: Unit, goesOn: boolean, wake: Wake): Woken {
    const news = wokenEvent(look.world, look.turn, order, unit, wake);
    if (goesOn) this.#goOn(look, { ...withoutTurn(order), isStopping: endsWhenWoken(order) }, unit);
    this.#call(unit, look.turn, wake.why, news.sentence);
    return news;
  }

  #ended(look: OrderCheck, order: TrackedOrder, unit: Unit | undefined): OrderNews {
    const { world, turn, messages } = look;
    const { unitId, occupation, last: before, wake } = order;
    const end = orderEnd(world, { unitId, occupation, before, messages }, unit);
    const news = orderEndedEvent(world, turn, order, unit ?? before, end);
    if (unit !== undefined && wake?.idle !== false) this.#call(unit, turn, 'idle', news.sentence);
    return news;
  }

  #goOn(look: OrderCheck, order: TrackedOrder, unit: Unit): void {
    const before = this.#orders.get(order.unitId);
    const seen = look.sightings.of(order, unit).map(({ id }) => id);
    const isKept =
      before?.isStopping === order.isStopping && before.wake === order.wake && sameIds(before.seen, seen);
    if (isKept && before?.last === unit && !look.isNewTurn) return;
    this.#orders.set(order.unitId, { ...order, seen, last: unit, ...(look.isNewTurn && { atTurn: unit }) });
    if (!isKept) this.#revision += 1;
  }

  /** Orders that were given some other way than by an action with its wake conditions. */
  #noticeNew(world: World): void {
    const changed = world === this.#world ? world.units.changedSince(this.#version) : world.units.values();
    for (const unit of changed) {
      if (unit.owner !== world.seat.player || this.#orders.has(unit.id)) continue;
      const occupation = occupationOf(world, unit);
      if (occupation === undefined) continue;
      this.#keep({ unitId: unit.id, occupation, seen: [], isStopping: false, last: unit, atTurn: unit });
    }
  }

  #keep(order: TrackedOrder): void {
    this.#orders.set(order.unitId, order);
    this.#calls.remove(order.unitId);
    this.#revision += 1;
  }

  #drop(unitId: number): void {
    this.#orders.delete(unitId);
    this.#revision += 1;
  }

  #call(unit: Unit, turn: number, why: AttentionRequest['why'], sentence: string): void {
    this.#calls.add(unit, turn, why, sentence);
    this.#revision += 1;
  }
}

function hasSameOccupation(world: World, { occupation }: TrackedOrder, unit: Unit): boolean {
  return isSameOccupation(occupation, occupationOf(world, unit));
}

/** A turn comes once. */
function withoutTurn(order: TrackedOrder): TrackedOrder {
  if (order.wake === undefined) return order;
  const { turn: _turn, ...wake } = order.wake;
  return { ...order, wake };
}

function sameIds(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((id, index) => id === others[index]);
}
