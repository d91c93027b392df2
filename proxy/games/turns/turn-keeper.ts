import type { Cancel, Clock } from '#shared/clock.js';
import type { TurnPolicy } from '#shared/messages/game-config.js';
import type { Presences } from '../seats/presence.js';
import type { Seat } from '../seats/seat.js';
import { TurnClock } from './turn-clock.js';
import { decideHoldUp, isAwaited, type SeatOutcome, type TurnEnding } from './turn-outcome.js';

/** What a turn keeper does to the game. */
export interface TurnActs {
  /** Ends the turn of a seat whose agent did not; `byAi` first gives it to an AI. */
  endFor(seat: Seat, byAi: boolean): void;
  /** Ends the turn although humans on ordinary clients have not. */
  endForHumans(): void;
  pause(why: 'absence' | 'time_up'): void;
  /** Time goes by for a seat that has not ended its turn; milliseconds. */
  warn(seat: Seat, left: number): void;
}

export interface TurnKeeperOptions {
  readonly clock: Clock;
  /** Seconds a turn may take; 0 waits for everyone who is there. */
  readonly timeLimit: number;
  readonly presences: Presences;
  readonly acts: TurnActs;
  seats(): readonly Seat[];
  hasHumans(): boolean;
  policyOf(seat: Seat): TurnPolicy;
}

/** Who lost the connection has so long to come back until a turn without a time limit goes on without it. */
const AWAY_PATIENCE_MS = 60_000;

/** Sees to it that each turn ends: keeps its time, and who ended it how. */
export class TurnKeeper {
  readonly #options: TurnKeeperOptions;
  readonly #clock: TurnClock;
  readonly #endings = new Map<Seat, TurnEnding>();
  #turn = 0;
  #isHeld = true;
  #endsAt: number | undefined;
  #look: Cancel = () => {};
  #last: { readonly turn: number; readonly outcomes: readonly SeatOutcome[] } = { turn: 0, outcomes: [] };

  constructor(options: TurnKeeperOptions) {
    this.#options = options;
    this.#clock = new TurnClock(options.clock, options.timeLimit * 1000, {
      onWarning: (left) => this.#warn(left),
      onTimeUp: () => this.#timeUp(),
      onEnd: (at) => {
        this.#endsAt = at;
        for (const seat of options.seats()) this.show(seat);
      },
    });
  }

  /** Milliseconds left of the running turn; undefined without a limit. */
  get left(): number | undefined {
    return this.#clock.left;
  }

  /** Lets a seat tell its agent the time. */
  show(seat: Seat): void {
    seat.showTime({ limit: this.#options.timeLimit, endsAt: this.#endsAt });
  }

  /** To be called when a turn has begun for a seat; `left` milliseconds when it is one that was begun before. */
  begin(turn: number, left?: number): void {
    if (turn === this.#turn) return;
    this.#turn = turn;
    this.#endings.clear();
    this.#clock.begin(left);
    if (this.#isHeld) this.#clock.hold();
    // A seat whose agent has been gone for long does not hold up anyone, nor does it begin one.
    this.look();
  }

  /** The agent ends its turn. */
  ended(seat: Seat): void {
    if (!this.#endings.has(seat)) this.#endings.set(seat, 'ended');
    // Behind what the agent is about to send.
    queueMicrotask(() => this.look());
  }

  /** How that turn ended for each seat, once it has; to be called when it has ended for a seat. */
  over(turn: number): readonly SeatOutcome[] {
    if (this.#last.turn === turn) return this.#last.outcomes;
    this.#clock.stop();
    this.#last = { turn, outcomes: this.#options.seats().flatMap((seat) => this.#outcomeOf(seat)) };
    return this.#last.outcomes;
  }

  /** Time stands still: the game is paused, or its server is gone. */
  hold(): void {
    this.#isHeld = true;
    this.#clock.hold();
    this.#look();
  }

  /** Time goes on with what was left; `fresh` gives the turn its whole time again. */
  release(fresh = false): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    if (fresh) this.#clock.begin();
    else this.#clock.release();
    this.look();
  }

  /** To be called when somebody has come, gone or ended its turn: those who are not there do not hold up the rest. */
  look(): void {
    this.#look();
    const { clock, presences, timeLimit } = this.#options;
    if (this.#isHeld || this.#turn === 0) return;
    const waiting = this.#waiting();
    const now = clock.now();
    const patience = timeLimit === 0 ? AWAY_PATIENCE_MS : Number.POSITIVE_INFINITY;
    const isAway = ({ agentId }: Seat) => presences.isLongAway(agentId, now, patience);
    const all = this.#options.seats();
    if (all.length > 0 && all.every(isAway) && !this.#options.hasHumans()) {
      this.#options.acts.pause('absence');
      return;
    }
    if (waiting.length > 0 && waiting.every(isAway)) this.#endFor(waiting);
    else if (waiting.some(({ agentId }) => presences.of(agentId) === 'away') && timeLimit === 0)
      this.#look = clock.after(AWAY_PATIENCE_MS, () => this.look());
  }

  /** To be called when a player has died: the server does not look again whether the turn can end without it. */
  nudge(): void {
    const [done] = this.#endings.keys();
    if (this.#waiting().length === 0 && done !== undefined && !this.#isHeld)
      this.#options.acts.endFor(done, false);
  }

  #waiting(): readonly Seat[] {
    return this.#options
      .seats()
      .filter((seat) => !this.#endings.has(seat) && isAwaited(seat.world, seat.world.seat.player));
  }

  #warn(left: number): void {
    for (const seat of this.#waiting()) this.#options.acts.warn(seat, left);
  }

  #timeUp(): void {
    const { presences, acts, hasHumans } = this.#options;
    const isSomebodyThere = this.#options
      .seats()
      .some(({ agentId }) => presences.of(agentId) === 'connected');
    if (!isSomebodyThere && !hasHumans()) acts.pause('absence');
    else if (this.#endFor(this.#waiting()) && hasHumans()) acts.endForHumans();
  }

  /** False when the game waits instead. */
  #endFor(waiting: readonly Seat[]): boolean {
    const { acts, policyOf, presences } = this.#options;
    const decided = decideHoldUp(waiting, policyOf);
    if (decided.kind === 'pause') {
      acts.pause('time_up');
      return false;
    }
    for (const seat of waiting)
      this.#endings.set(seat, presences.of(seat.agentId) === 'connected' ? 'timed_out' : 'disconnected');
    for (const seat of decided.byAi) acts.endFor(seat, true);
    for (const seat of decided.asItIs) acts.endFor(seat, false);
    return true;
  }

  #outcomeOf(seat: Seat): readonly SeatOutcome[] {
    const playerId = seat.world.seat.player;
    const how = this.#endings.get(seat);
    if (playerId === undefined) return [];
    if (how === undefined && seat.world.players.get(playerId)?.isAlive !== true) return [];
    return [{ agentId: seat.agentId, playerId, how: how ?? 'timed_out' }];
  }
}
