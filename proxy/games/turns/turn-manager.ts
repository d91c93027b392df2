import type { Cancel, Clock } from '#shared/core/clock.js';
import type { TurnPolicy } from '#shared/protocol/game-config.js';
import type { EndedTurns } from '../journal/ended-turns.js';
import type { ActionLabel, SentPacket } from '../seats/packet-queue.js';
import type { Seat } from '../seats/seat.js';
import type { PendingPlayer } from '../seats/seat-events.js';
import { decideLateSeats, type EndCause, EndRequests } from './end-requests.js';
import { PendingSeats, type PendingSeatsOptions, type TurnSeat } from './pending-seats.js';
import { TurnClock } from './turn-clock.js';
import type { SeatTurnOutcome } from './turn-results.js';
import { WaitingNotices } from './waiting-notices.js';

/** What the turn manager does to the game. */
export interface TurnEffects<S> {
  /** Ends the turn of a seat whose agent did not; `byAi` first gives it to an AI. Settles when that is done or failed. */
  endTurnOf(seat: S, byAi: boolean): Promise<void>;
  /** Ends the turn although humans on ordinary clients have not. */
  endTurnOfHumans(): void;
  pause(why: 'absence' | 'time_up'): void;
  /** Warns a seat that has not ended its turn: `left` milliseconds remain. */
  warn(seat: S, left: number): void;
}

/** What the turn manager needs of its game. */
export interface TurnManagerOptions<S> extends Omit<PendingSeatsOptions<S>, 'endRequests'> {
  readonly clock: Clock;
  /** Seconds a turn may take; 0 waits for everyone present. */
  readonly timeLimit: number;
  readonly effects: TurnEffects<S>;
  /** False on a server of others, which ends the turns itself: nothing is ended or paused here. */
  readonly endsTurns: boolean;
  policyOf(seat: S): TurnPolicy;
}

/** The interval at which the end of a turn is requested again while the game server still waits. */
const RETRY_MS = 1_000;
/** A server that waits for no player gets another request after this time: it does not always check by itself. */
const NUDGE_MS = 5_000;

/** Makes every turn end, and records how. Each change rechecks whom the server waits for: no lost packet holds up a game. */
export class TurnManager<S extends TurnSeat = Seat> {
  readonly #options: TurnManagerOptions<S>;
  readonly #clock: TurnClock;
  readonly #endRequests = new EndRequests<S>();
  readonly #pending: PendingSeats<S>;
  readonly #notices: WaitingNotices<S>;
  #isHeld = true;
  #areHumansHurried = false;
  /** Since when the server waits for no agent, and the turn has not ended. */
  #quietSince: number | undefined;
  #next: Cancel = () => {};
  #last: { readonly turn: number; readonly outcomes: readonly SeatTurnOutcome[] } = { turn: 0, outcomes: [] };

  constructor(options: TurnManagerOptions<S>) {
    this.#options = options;
    const absentWait = options.endsTurns ? options.absentWait : Number.POSITIVE_INFINITY;
    this.#pending = new PendingSeats({ ...options, absentWait, endRequests: this.#endRequests });
    this.#clock = new TurnClock(options.clock, options.timeLimit * 1000, {
      onWarning: (left) => this.#warn(left),
      onTimeUp: () => this.#timeUp(),
      onEnd: (at) => {
        this.#pending.endsAt = at;
        for (const seat of options.seats()) this.publishTime(seat);
      },
    });
    this.#notices = new WaitingNotices({
      clock: options.clock,
      pending: () => this.pendingPlayers,
      waiting: () => (this.pendingPlayers.length === 0 ? [] : this.#pending.finished),
      notify: (seat, pending) => seat.emit({ kind: 'waiting', turn: this.#pending.turn, pending }),
    });
  }

  /** Milliseconds left of the running turn; undefined without a limit. */
  get left(): number | undefined {
    return this.#clock.left;
  }

  /** The turn under way and the milliseconds left of it; undefined without a limit. */
  get remaining(): { readonly turn: number; readonly ms: number } | undefined {
    const { left } = this;
    return left === undefined ? undefined : { turn: this.#pending.turn, ms: left };
  }

  /** The players that the running turn waits for; none while the game is paused. */
  get pendingPlayers(): readonly PendingPlayer[] {
    return this.#isHeld ? [] : this.#pending.players;
  }

  /** Gives a seat the turn timer, which its states contain. */
  publishTime(seat: S): void {
    // A server of others has a timer of its own: `serverTimer` in ../lifecycle/game-progress.ts.
    if (!this.#options.endsTurns) return;
    seat.updateTurnTime({
      limitSeconds: this.#options.timeLimit,
      endsAtMs: this.#pending.endsAt,
      remainingMs: () => this.left,
    });
  }

  /** To be called when a turn has begun for a seat; `left` milliseconds when it is one that was begun before. */
  begin(turn: number, left?: number): void {
    if (turn !== this.#pending.turn) this.#beginTurn(turn, left);
    // The turn begins for one seat after the other, and not for one that has been gone for long.
    this.update();
  }

  /** Knows again which agents had ended the running turn, in a proxy that has just taken up the game. */
  recall(ended: EndedTurns | undefined): void {
    if (ended?.turn !== this.#pending.turn) return;
    for (const seat of this.#options.seats()) {
      const mark = ended.marks.get(seat.agentId);
      if (mark === undefined || this.#endRequests.causeOf(seat) !== undefined) continue;
      this.#endRequests.track(seat, { how: 'ended', mark }, () => Promise.resolve(), true);
    }
  }

  /** To be called with every packet of a seat on its way to the server. */
  onPacketSent(seat: S, { name, answered, action }: SentPacket): void {
    if (name === 'player_phase_done') this.onEndRequested(seat, answered, action);
    else if (action !== undefined) this.onAction(seat);
  }

  /** A seat's turn is about to end; `answered` settles with the server's answer. `action`: the agent's own. */
  onEndRequested(
    seat: S,
    answered: Promise<unknown>,
    action: Pick<ActionLabel, 'declares'> | undefined,
  ): void {
    // A request for the turn before has no effect on this one.
    if (seat.world.game?.turn === this.#pending.turn) {
      // A request that was sent for the agent and lost with its server does not count.
      if (action !== undefined && this.#isLost(seat)) this.#endRequests.delete(seat);
      const kind: EndCause = { how: 'ended', mark: action?.declares ?? 'played' };
      this.#endRequests.track(seat, kind, () => answered, action !== undefined);
    }
    // Behind what the agent is about to send.
    queueMicrotask(() => this.update());
  }

  /** The agent does something else: its request to end the turn, if it had no effect, is not repeated. */
  onAction(seat: S): void {
    if (!this.#endRequests.isInFlight(seat) && this.#pending.isPending(seat)) this.#endRequests.delete(seat);
  }

  /** How that turn ended for each seat, once it has; to be called when it has ended for a seat. */
  outcomesOf(turn: number): readonly SeatTurnOutcome[] {
    if (this.#last.turn === turn) return this.#last.outcomes;
    this.#clock.stop();
    this.#notices.clear();
    this.#last = { turn, outcomes: this.#options.seats().flatMap((seat) => this.#outcomeOf(seat)) };
    return this.#last.outcomes;
  }

  /** Stops the timer: the game is paused, or its server is gone. */
  pause(): void {
    this.#isHeld = true;
    this.#areHumansHurried = false;
    this.#clock.pause();
    this.#notices.clear();
    this.#next();
  }

  /** Continues the timer with the remaining time; `fresh` gives the turn all of its time again. */
  resume(fresh = false): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#pending.restart();
    if (fresh) this.#beginTime();
    else this.#clock.resume();
    // A server that was lost in the turn change may be back in the turn whose time was over.
    const isTimed = this.#clock.left !== undefined || this.#pending.isTimeUp;
    if (!isTimed && this.#pending.seats.length > 0) this.#clock.begin();
    this.update();
  }

  /** Call on every change of presence and of the seats the server waits for: ends the turn for those that are late. */
  update(): void {
    this.#next();
    if (this.#isHeld || this.#pending.turn === 0) return;
    if (!this.#options.endsTurns) {
      this.#notices.update();
      return;
    }
    if (this.#pending.isAbandoned) {
      this.#pause('absence');
      return;
    }
    const now = this.#options.clock.monotonic();
    const waiting = this.#pending.seats;
    const excused = waiting.map((seat) => this.#pending.waitDeadline(seat, now));
    // An absent seat is not skipped before the turn has begun for the others.
    const begunAt = this.#pending.isTimeUp ? now : this.#pending.allBegunAt(now);
    if (waiting.length > 0 && [...excused, begunAt].every((at) => at <= now)) this.#endFor(waiting);
    if (this.#isHeld) return;
    if (this.#pending.isTimeUp) this.#hurryHumans();
    this.#nudgeWhenQuiet(now);
    this.#notices.update();
    const isPending = this.#endRequests.isAnyInFlight || this.#pending.isTimeUp || waiting.length === 0;
    const moments = [...excused, begunAt].filter((at) => at > now);
    const next = Math.min(...moments, isPending ? now + RETRY_MS : Number.POSITIVE_INFINITY);
    if (Number.isFinite(next)) this.#next = this.#options.clock.after(next - now, () => this.update());
  }

  /** To be called when a player has died: the server does not look again whether the turn can end without it. */
  nudge(): void {
    if (!this.#options.endsTurns) return;
    const done = this.#endRequests.seats.find(({ world }) => world.game?.turn === this.#pending.turn);
    if (done !== undefined && this.#pending.seats.length === 0 && !this.#isHeld) this.#send(done, false);
  }

  /** Whether the turn was ended for an agent that is awaited all the same. */
  #isLost(seat: S): boolean {
    const isSent = this.#endRequests.isInFlight(seat) || this.#endRequests.causeOf(seat)?.how === 'ended';
    return !isSent && this.#pending.isPending(seat);
  }

  #beginTurn(turn: number, left: number | undefined): void {
    this.#pending.begin(turn);
    this.#endRequests.clear();
    this.#notices.clear();
    this.#quietSince = undefined;
    this.#beginTime(left);
    if (this.#isHeld) this.#clock.pause();
  }

  #beginTime(left?: number): void {
    this.#pending.isTimeUp = false;
    this.#areHumansHurried = false;
    this.#clock.begin(left);
  }

  /** Pauses the game. A turn whose time is up gets all of it again on resume. */
  #pause(why: 'absence' | 'time_up'): void {
    if (this.#pending.isTimeUp) this.#beginTime();
    this.#options.effects.pause(why);
  }

  #timeUp(): void {
    this.#pending.isTimeUp = true;
    this.update();
  }

  #warn(left: number): void {
    for (const seat of this.#pending.seats) this.#options.effects.warn(seat, left);
  }

  #endFor(waiting: readonly S[]): void {
    const decided = decideLateSeats(waiting, this.#options.policyOf);
    if (decided.kind === 'pause') {
      this.#pause('time_up');
      return;
    }
    for (const seat of decided.byAi) this.#send(seat, true);
    for (const seat of decided.asItIs) this.#send(seat, false);
  }

  #send(seat: S, byAi: boolean): void {
    const { effects, presences } = this.#options;
    const isConnected = presences.get(seat.agentId) === 'connected';
    const how = isConnected ? 'timed_out' : 'disconnected';
    const mark = byAi ? 'failed' : isConnected ? 'timed_out' : 'auto_ended';
    this.#endRequests.track(seat, { how, mark }, () => effects.endTurnOf(seat, byAi));
  }

  #hurryHumans(): void {
    if (this.#areHumansHurried || this.#options.humans().length === 0) return;
    this.#areHumansHurried = true;
    this.#options.effects.endTurnOfHumans();
  }

  #nudgeWhenQuiet(now: number): void {
    const isQuiet = this.#pending.seats.length === 0 && !this.#endRequests.isAnyInFlight;
    if (!isQuiet || this.#options.humans().length > 0) this.#quietSince = undefined;
    else this.#quietSince ??= now;
    if (this.#quietSince === undefined || now < this.#quietSince + NUDGE_MS) return;
    this.#quietSince = now;
    this.nudge();
  }

  #outcomeOf(seat: S): readonly SeatTurnOutcome[] {
    const playerId = seat.world.seat.player;
    const kind = this.#endRequests.causeOf(seat);
    if (playerId === undefined) return [];
    if (kind === undefined && seat.world.players.get(playerId)?.isAlive !== true) return [];
    const { how, mark } = kind ?? { how: 'timed_out', mark: 'timed_out' };
    return [{ agentId: seat.agentId, playerId, how, mark }];
  }
}
