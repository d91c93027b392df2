import { systemClock } from '#shared/core/clock.js';
import type { Result } from '#shared/core/result.js';
import type { ActionData } from '#shared/protocol/actions.js';
import type { PackedBrief, PassingEndReason, TurnsEnded } from '#shared/protocol/state/brief.js';
import { type TurnsWish, turnsWish } from '../../actions/nation/end-turn.js';
import { ConnectionLost } from '../../freeciv/errors.js';
import { isOver } from '../../games/lifecycle/game-state.js';
import { ownDefeat } from '../../rules/lookup/players.js';
import { turnOf, type World } from '../../world/world.js';
import type { KeptSeat } from '../seats/kept-seat.js';
import type { BriefOccasion, DecisionWatch } from '../seats/seat-advisor.js';

/** Of the gateway's 60 s for an action 25 s may pass until the game is ready. After `deadline` the agent asks again. */
const MAX_TURN_WAIT_MS = 30_000;

/** Before this turn a wait for a decision passes fewer turns: each turn of a young nation counts more. */
const LATE_TURN = 40;

/** How many turns a wait for a decision passes at most: small changes add up, and none of them needs a decision. */
function maxTurnsWithoutDecision(turn: number): number {
  return turn < LATE_TURN ? 5 : 10;
}

/** A seat whose agent waits for turns. */
interface TurnWait {
  /** Milliseconds until `deadline`; 30 s without it. */
  readonly maxWaitMs?: number;
  readonly agent: KeptSeat;
  /** Aborts when the agent stops it, or no request waits for the answer. */
  readonly signal: AbortSignal;
  endTurn(turn: number): Promise<Result<unknown>>;
}

interface Start {
  readonly turn: number;
  /** The number of the server's messages. */
  readonly messages: number;
  /** How many plans had ended. A plan may also end between two turns, when the number of the turn is still the old one. */
  readonly plansEnded: number;
}

/** A wait of an end_turn with `until`. Create it before the turn is ended: what happens from then on is told. */
export class TurnWaiter {
  readonly wish: TurnsWish;
  readonly #wait: TurnWait;
  readonly #start: Start;
  readonly #watch: DecisionWatch | undefined;
  /** Why the wait has ended, in lines, where no list of a brief says it. */
  #woke: readonly string[] = [];

  private constructor(wait: TurnWait, wish: TurnsWish) {
    const { world, planList } = wait.agent.seat;
    // A wait for the next turn alone ends for no decision.
    this.#watch = wish.until === 'turn' ? undefined : wait.agent.advisor.watch();
    this.wish = wish;
    this.#wait = wait;
    this.#start = {
      turn: turnOf(world),
      messages: world.messages.count,
      plansEnded: planList.endedCount,
    };
  }

  /** The wait that an action asks for; undefined when it asks for none. */
  static of(data: ActionData, wait: TurnWait): TurnWaiter | undefined {
    const wish = turnsWish(data);
    return wish === undefined ? undefined : new TurnWaiter(wait, wish);
  }

  /** The brief of what has come since it was created. */
  brief(ended: TurnsEnded): PackedBrief | string {
    const { agent } = this.#wait;
    const plansEnded = agent.seat.planList.endedAfter(this.#start.plansEnded);
    const occasion: BriefOccasion = { since: this.#start.messages, plansEnded, ended, woke: this.#woke };
    return agent.advisor.brief(occasion, this.wish.brief);
  }

  /** Waits, ending further turns where that is wanted, and answers why it is over. Call it when the turn was ended. */
  async ended(): Promise<TurnsEnded> {
    const over = new AbortController();
    const end = () => over.abort();
    const { signal, maxWaitMs = MAX_TURN_WAIT_MS } = this.#wait;
    signal.addEventListener('abort', end, { once: true });
    // A timer holds its signal; Node 20 forgets one of AbortSignal.timeout that only AbortSignal.any refers to.
    const cancel = systemClock.after(maxWaitMs, end);
    try {
      return this.#ended(signal.aborted ? 'stop' : await this.#untilReason(over.signal));
    } catch (cause) {
      if (!(cause instanceof ConnectionLost)) throw cause;
      return this.#ended(this.#interruption() ?? 'recovery');
    } finally {
      cancel();
      signal.removeEventListener('abort', end);
    }
  }

  /** Passes turn after turn; the first reason to stop. */
  async #untilReason(over: AbortSignal): Promise<PassingEndReason> {
    for (let turn = this.#start.turn; ; ) {
      const why = (await this.#turnAfter(turn, over)) ?? this.#reasonAtTurnStart();
      if (why !== undefined) return why;
      turn = turnOf(this.#wait.agent.seat.world);
      const next = await this.#wait.endTurn(turn);
      // A turn whose time was up has ended without it.
      const hasPassed = turnOf(this.#wait.agent.seat.world) > turn;
      if (!next.ok && !hasPassed) return this.#interruption() ?? 'recovery';
    }
  }

  /** Waits until the next turn has begun and its players were moved; answers why when it ends before. */
  async #turnAfter(turn: number, over: AbortSignal): Promise<PassingEndReason | undefined> {
    const { agent, signal } = this.#wait;
    const { seat } = agent;
    const isEnough = (world: World): boolean =>
      this.#interruption() !== undefined ||
      (world.turn.phase === 'movement' && (turnOf(world) > turn || this.#watch?.sudden() !== undefined));
    if (!(await seat.until(isEnough, over))) return signal.aborted ? 'stop' : 'deadline';
    const why = this.#interruption();
    if (why !== undefined) return why;
    if (turnOf(seat.world) === turn) return this.#watch?.sudden();
    // The AI players move as the turn begins: when this is answered, what they did is in the world.
    await seat.request('client_heartbeat', {});
    return this.#interruption();
  }

  /** Why the game has stopped for this seat; undefined when it continues. */
  #interruption(): PassingEndReason | undefined {
    const { game, seat } = this.#wait.agent;
    const { state } = game;
    if (isOver(state) || seat.world.turn.phase === 'game_over') return 'game_over';
    if (state.kind === 'paused') return 'paused';
    if (state.kind !== 'running') return 'recovery';
    if (seat.playedBy === 'person') return 'person';
    return ownDefeat(seat.world) === undefined ? undefined : 'defeated';
  }

  /** Why the wait is over now that a turn has begun; undefined when it continues. */
  #reasonAtTurnStart(): PassingEndReason | undefined {
    const { world, planList } = this.#wait.agent.seat;
    const { until } = this.wish;
    if (until === 'turn') return 'turn';
    const plans = planList.endedAfter(this.#start.plansEnded);
    if (plans.some(({ outcome }) => outcome === 'failed')) return 'plan';
    const sudden = this.#watch?.sudden();
    if (sudden !== undefined) return sudden;
    const due = this.#watch?.due();
    this.#woke = due?.lines ?? [];
    if (due !== undefined) return due.why;
    const most = until === 'decision' ? maxTurnsWithoutDecision(this.#start.turn) : until;
    return turnOf(world) - this.#start.turn >= most ? 'turn' : undefined;
  }

  #ended(why: PassingEndReason): TurnsEnded {
    return { turns: turnOf(this.#wait.agent.seat.world) - this.#start.turn, why };
  }
}
