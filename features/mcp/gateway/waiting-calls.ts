import type { Cancel } from '#shared/core/clock.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { restarting } from '../../../gateway/agent/active-session.js';
import { AGENT_BOUNDS } from '../../../gateway/agent/agent-bounds.js';
import type { AgentServices } from '../../../gateway/agent/agent-services.js';
import type { Admission, RequestLoad } from '../../../gateway/agent/requests-without-socket.js';
import type { LimitHit, Sender } from '../../../gateway/limits/agent-limits.js';
import { tooManyMessages, tooManyUnderWay } from '../../../gateway/limits/rate-limit-errors.js';

/** For how long a call may wait, in milliseconds. Many clients give a call 60 seconds, of which the end of a turn may take 30. */
const MAX_WAIT_MS = 25_000;

/** After an error, the calls that wait are looked at again so many milliseconds later. */
const AFTER_ERROR_MS = 1_000;

/** A call that waits. */
interface WaitingCall {
  readonly load: RequestLoad;
  /** Until when, in milliseconds of the monotonic clock. */
  readonly until: number;
  /** The turn that was under way when it came. */
  readonly turn: number | undefined;
  /** Whether it has begun under its name already: the session has its answer, whichever turn it is. */
  readonly hasBegun: () => boolean;
  /** Ends its wait: undefined when it is counted, else why it is not carried out. */
  readonly end: (refusal: Failure | undefined) => void;
}

/**
 * The calls of one seat that wait for room in the limits of their agent, in the order in which they came. A call is counted once:
 * when its wait ends.
 */
export class WaitingCalls {
  readonly #services: AgentServices;
  readonly #sender: Sender;
  readonly #turn: () => number | undefined;
  readonly #calls = new Set<WaitingCall>();
  #cancelTimer: Cancel = () => {};

  /** `turn`: the turn under way, where it is known. */
  constructor(services: AgentServices, sender: Sender, turn: () => number | undefined) {
    this.#services = services;
    this.#sender = sender;
    this.#turn = turn;
  }

  /**
   * Counts a call as soon as there is room for it and for those before it, or says why it is not carried out. E110: there is no
   * room within the time that a call may wait, or too many wait; E123: the gateway drains; E133: the call acts, and its turn has ended
   * meanwhile; E134: the signal aborted. `hasBegun`: whether the call has begun under its name before; its turn does not matter then.
   */
  admit(load: RequestLoad, signal: AbortSignal, hasBegun = () => false): Admission {
    const { limits, clock } = this.#services;
    if (this.#endOver()) this.#serve();
    const now = clock.monotonic();
    const isFirst = this.#calls.size === 0;
    const hit = isFirst
      ? limits.admit(this.#sender, { ...load, free: false }, now)
      : limits.exceeded(this.#sender, this.#together(load), now);
    if (isFirst && hit === undefined) return undefined;
    if (this.#services.isDraining()) return restarting();
    if (hit !== undefined && (hit.isBeyond || hit.retryAfter * 1000 > MAX_WAIT_MS)) return this.#refusal(hit);
    if (signal.aborted) return cancelled();
    if (this.#calls.size >= AGENT_BOUNDS.maxRequestsInFlight) return tooManyUnderWay();
    return this.#wait({ load, until: now + MAX_WAIT_MS, turn: this.#turn(), hasBegun }, signal);
  }

  /** Refuses all that wait with E123. */
  endAll(): void {
    this.#cancelTimer();
    for (const call of this.#calls) this.#end(call, restarting());
  }

  /** What the calls that wait and one more count together. */
  #together({ bytes, actions }: RequestLoad) {
    const together = { bytes, actions, messages: this.#calls.size + 1 };
    for (const { load } of this.#calls) {
      together.bytes += load.bytes;
      together.actions += load.actions;
    }
    return together;
  }

  #wait(waiting: Omit<WaitingCall, 'end'>, signal: AbortSignal): Promise<Failure | undefined> {
    return new Promise((resolve) => {
      const abort = () => {
        this.#end(call, cancelled());
        this.#serve();
      };
      const end = (refusal: Failure | undefined) => {
        signal.removeEventListener('abort', abort);
        resolve(refusal);
      };
      const call: WaitingCall = { ...waiting, end };
      signal.addEventListener('abort', abort, { once: true });
      this.#calls.add(call);
      if (this.#calls.size === 1) this.#serve();
    });
  }

  /** Counts the calls for which there is room, up to the first that has to wait on. */
  #serve(): void {
    this.#cancelTimer();
    let nextMs = AFTER_ERROR_MS;
    try {
      this.#endOver();
      for (const call of this.#calls) {
        const waitMs = this.#tryNow(call);
        if (waitMs === undefined) continue;
        nextMs = waitMs;
        return;
      }
    } finally {
      if (this.#calls.size > 0) this.#cancelTimer = this.#services.clock.after(nextMs, () => this.#serve());
    }
  }

  /** Refuses the calls that act and whose turn has ended; returns whether there were any. */
  #endOver(): boolean {
    const turn = this.#turn();
    // Where the turn is not known, the game says what comes of the call.
    if (turn === undefined) return false;
    const before = this.#calls.size;
    for (const call of this.#calls) {
      if (call.load.actions === 0 || call.turn === undefined || call.turn === turn || call.hasBegun())
        continue;
      this.#end(call, turnOver(call.turn, turn));
    }
    return this.#calls.size < before;
  }

  /** Ends the wait of a call if it can be counted, or not in time; else the milliseconds after which it may be. */
  #tryNow(call: WaitingCall): number | undefined {
    const { limits, clock } = this.#services;
    const now = clock.monotonic();
    const hit = limits.admit(this.#sender, { ...call.load, free: false }, now);
    const waitMs = hit === undefined ? 0 : hit.retryAfter * 1000;
    if (hit !== undefined && now + waitMs <= call.until) return waitMs;
    this.#end(call, hit && this.#refusal(hit));
    return undefined;
  }

  #end(call: WaitingCall, refusal: Failure | undefined): void {
    this.#calls.delete(call);
    call.end(refusal);
  }

  #refusal(hit: LimitHit): Failure {
    this.#services.metrics.limitsHit.inc({ limit: hit.limit });
    return tooManyMessages(hit);
  }
}

function cancelled(): Failure {
  return failure('E134', 'The call was cancelled while it waited; nothing was done');
}

function turnOver(meant: number, now: number): Failure {
  const message = `Turn ${meant} ended while the call waited for the limit of actions; nothing was done`;
  return failure('E133', message, { details: { turn: now } });
}
