import type { TurnDigest } from '#shared/protocol/state/digest.js';
import type { KeptSeat } from '../../proxy/api/seats/kept-seat.js';
import { turnOf } from '../../proxy/world/world.js';
import type { ToldAdvice } from './advice/due-advice.js';
import { TriedActions } from './advice/tried-actions.js';
import type { ToldCounsel } from './counsel/due-counsel.js';
import { OwnOrders } from './own-orders.js';
import { turnDigest } from './turn-digest.js';

/** What the advisor of a seat remembers, as long as the seat: what its agent was told, tried and ordered. */
export class SeatMemory {
  readonly agent: KeptSeat;
  /** The last turn digest of the agent, then that of an earlier turn; a digest reports what has changed since the one before. */
  #digests: readonly TurnDigest[] = [];
  toldCounsel: ToldCounsel = new Map();
  toldAdvice: ToldAdvice = new Map();
  /** The keys of the decisions that the agent was told. */
  toldDecisions: ReadonlySet<string> = new Set();
  /** How many messages of the server there were at the last brief; undefined before the first. */
  toldMessages: number | undefined;
  readonly tried = new TriedActions();
  readonly ownOrders = new OwnOrders();

  constructor(agent: KeptSeat) {
    this.agent = agent;
  }

  /** The digest of what has happened since the previous turn began, as the begin of a turn tells it. */
  pushedDigest(): TurnDigest {
    const digest = this.#digest(false);
    this.#digests = [digest, ...this.#digests.filter(({ turn }) => turn !== digest.turn).slice(0, 1)];
    return digest;
  }

  /** The digest of the running turn with nothing left out, or of what has happened since the turn that is asked for. */
  wholeDigest(sinceTurn: number | undefined): TurnDigest {
    return this.#digest(true, sinceTurn);
  }

  #digest(isWhole: boolean, sinceTurn?: number): TurnDigest {
    const { world, orders, planList } = this.agent.seat;
    const turn = turnOf(world);
    const since = sinceTurn === undefined ? undefined : (world.turn.messagesBefore.get(sinceTurn) ?? 0);
    const previous = this.#digests.find((digest) => digest.turn !== turn);
    const plansEnded = planList.endedSince(sinceTurn ?? turn);
    const { attentionRequests: calls } = orders;
    return turnDigest(world, { since, previous, plansEnded, plans: planList.all, calls, isWhole });
  }
}
