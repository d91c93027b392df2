import type { Cancel, Clock } from '#shared/core/clock.js';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import type { RemoteGatewayData } from '#shared/protocol/remote-agent.js';
import type { RemoteSeat } from '../../gateway/link/remote-seat.js';

/** Milliseconds until a turn that could not be read is asked for again. */
const RETRY_MS = 2_000;

/** What the turns of a remote seat are told to. */
export interface TurnEvents {
  sync(data: RemoteGatewayData<'state_sync'>): void;
  ask(data: RemoteGatewayData<'user_message'>): void;
  /** The time for a turn is over, and the agent has not ended it. */
  late(turn: number): void;
}

type AskedSeat = Pick<RemoteSeat, 'seated' | 'request'>;

/** Tells the agent of a remote seat of each turn that waits for it, of what changes, and when its time is over. */
export class RemoteTurns {
  readonly #clock: Clock;
  readonly #seat: AskedSeat;
  readonly #deadlineS: number;
  readonly #events: TurnEvents;
  /** The turn that the agent was asked to play last. */
  #asked: number | undefined;
  /** The same over the present connection. */
  #askedHere: number | undefined;
  #version: number | undefined;
  #isHeld = true;
  #waits = 0;
  #cancelDeadline: Cancel = () => {};
  #cancelRetry: Cancel = () => {};

  constructor(clock: Clock, seat: AskedSeat, deadlineS: number, events: TurnEvents) {
    this.#clock = clock;
    this.#seat = seat;
    this.#deadlineS = deadlineS;
    this.#events = events;
  }

  /** The turn that the agent was last asked to play. */
  get turn(): number | undefined {
    return this.#asked;
  }

  /** The agent is connected: the turn under way is told again. */
  begin(): void {
    this.#isHeld = false;
    this.#askedHere = undefined;
    void this.tell();
  }

  /** The connection is lost, or the seat is given up: the agent is told nothing, and no time limit runs. */
  hold(): void {
    this.#isHeld = true;
    this.#version = undefined;
    this.#cancelDeadline();
    this.#cancelRetry();
  }

  /** Runs a call that waits for turns; its answer tells of the turn that has come. */
  async waiting<T>(call: () => Promise<T>): Promise<T> {
    this.#waits += 1;
    try {
      return await call();
    } finally {
      this.#waits -= 1;
      void this.tell();
    }
  }

  /** Asks the agent to play the turn under way, once over each connection, as long as the game waits for it. */
  async tell(): Promise<void> {
    if (this.#isHeld || this.#waits > 0 || this.#seat.seated?.status !== 'ready') return;
    this.#cancelRetry();
    const pending = await this.#pendingTurn();
    if (pending === 'unknown') this.#retryLater();
    if (typeof pending !== 'number' || pending === this.#askedHere || this.#isHeld || this.#waits > 0) return;
    const resumed = this.#asked === pending;
    this.#askedHere = pending;
    this.#asked = pending;
    const state = await this.#query({ format: 'brief' });
    if (this.#isHeld || this.#askedHere !== pending) return;
    if (state === undefined) {
      this.#askedHere = undefined;
      this.#retryLater();
      return;
    }
    this.#version = Number(state.version);
    this.#events.sync({ turn: pending, format: 'brief', version: this.#version, state });
    this.#events.ask({ turn: pending, message: turnMessage(pending), deadline_s: this.#deadlineS, resumed });
    this.#cancelDeadline();
    this.#cancelDeadline = this.#clock.after(this.#deadlineS * 1000, () => void this.#timeUp(pending));
  }

  /** Tells what has changed since the state that was told last. */
  async tellChanges(): Promise<void> {
    const since = this.#version;
    if (this.#isHeld || since === undefined) return;
    const state = await this.#query({ format: 'delta', since_version: since });
    const version = Number(state?.version);
    if (this.#isHeld || state === undefined || this.#version !== since || version === since) return;
    // The brief of the new turn comes by itself.
    if (state.turn !== this.#askedHere) return;
    this.#version = version;
    this.#events.sync({ turn: Number(state.turn), format: 'delta', version, since_version: since, state });
  }

  #retryLater(): void {
    this.#cancelRetry();
    this.#cancelRetry = this.#clock.after(RETRY_MS, () => void this.tell());
  }

  async #timeUp(turn: number): Promise<void> {
    const pending = await this.#pendingTurn();
    if (!this.#isHeld && pending === turn) this.#events.late(turn);
  }

  /** The turn that waits for this seat; `none` when none does, `unknown` when the game does not answer now. */
  async #pendingTurn(): Promise<number | 'none' | 'unknown'> {
    // `waiting_for` is there once the seat has ended its turn.
    const state = await this.#query({ format: 'full', sections: ['treasury'] });
    if (state === undefined) return 'unknown';
    const isPending =
      state.phase === 'movement' && state.waiting_for === undefined && state.defeated === undefined;
    return isPending ? Number(state.turn) : 'none';
  }

  async #query(data: JsonObject): Promise<JsonObject | undefined> {
    const answer = await this.#seat.request({ type: 'state_query', data });
    if (!answer.ok || answer.value.type === 'error') return undefined;
    const { data: state } = answer.value.data;
    return isJsonObject(state) ? state : undefined;
  }
}

function turnMessage(turn: number): string {
  return `Turn ${turn} is yours. Call functions to play it, then end_turn or end.`;
}
