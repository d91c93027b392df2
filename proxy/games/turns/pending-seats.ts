import { type Clock, wallTimeOf } from '#shared/core/clock.js';
import type { Presences } from '../seats/presence.js';
import type { Seat } from '../seats/seat.js';
import { type AwaitedPlayer, isAwaited } from '../seats/seat-events.js';
import type { TurnEndings } from './end-requests.js';

/** A seat, as far as its turn is concerned. */
export type KeptSeat = Pick<Seat, 'agentId' | 'world' | 'showTime' | 'tell'>;

export interface TurnWaitsOptions<S> {
  readonly clock: Clock;
  /** Seconds a turn waits for an agent that has no connection. */
  readonly absentWait: number;
  readonly presences: Presences;
  readonly endings: TurnEndings<S>;
  seats(): readonly S[];
  /** The players of humans on ordinary clients. */
  humans(): readonly { readonly playerno: number }[];
}

/** Seats hear of a turn one after the other; who has not been waited for after that long has ended it already. */
const BEGIN_MS = 1_000;

/** For whom the game server waits in the running turn, and for how long we let it. */
export class TurnWaits<S extends KeptSeat> {
  #turn = 0;
  isTimeUp = false;
  /** When the running turn ends by itself, epoch milliseconds; undefined without a limit, and while time stands still. */
  endsAt: number | undefined;
  /** What the wall clock was ahead of the monotonic one when the turn began: moments that were told stay the same. */
  #wallAhead = 0;
  /** The seats for which the running turn is known to have begun. */
  readonly #begun = new Set<S>();
  #surelyBegunAt = 0;
  readonly #options: TurnWaitsOptions<S>;

  constructor(options: TurnWaitsOptions<S>) {
    this.#options = options;
  }

  get turn(): number {
    return this.#turn;
  }

  /** A turn begins. */
  begin(turn: number): void {
    const { clock } = this.#options;
    this.#turn = turn;
    this.#wallAhead = Math.round(wallTimeOf(clock, 0));
    this.#begun.clear();
    this.takeUp();
  }

  /** The turn goes on after a pause, or in another server. */
  takeUp(): void {
    this.#surelyBegunAt = this.#options.clock.monotonic() + BEGIN_MS;
  }

  /** From when on no living seat is still to hear of the turn: `now` or before it once all have. */
  begunAt(now: number): number {
    const { seats, endings } = this.#options;
    for (const seat of seats()) if (this.isAwaited(seat)) this.#begun.add(seat);
    const isBegun = seats().every((seat) => {
      const isAlive = seat.world.players.get(seat.world.seat.player ?? -1)?.isAlive === true;
      return !isAlive || this.#begun.has(seat) || endings.kind(seat) !== undefined;
    });
    return isBegun ? now : this.#surelyBegunAt;
  }

  /** The seats the server waits for, as its own world tells: what was sent before it was lost does not count. */
  get seats(): readonly S[] {
    const { seats, endings } = this.#options;
    return seats().filter((seat) => this.isAwaited(seat) && !endings.isUnderWay(seat));
  }

  /** All the players the server waits for. */
  get players(): readonly AwaitedPlayer[] {
    const now = this.#options.clock.monotonic();
    const agents = this.seats.map((seat) => ({
      playerId: seat.world.seat.player ?? -1,
      agentId: seat.agentId,
      until: finite(
        Math.min(this.excusedAt(seat, now) + this.#wallAhead, this.endsAt ?? Number.POSITIVE_INFINITY),
      ),
      isAway: this.#options.presences.of(seat.agentId) !== 'connected',
    }));
    const [witness] = this.#options.seats();
    const humans = this.#options.humans().flatMap(({ playerno: playerId }) => {
      if (witness === undefined || !isAwaited(witness.world, playerId, this.turn)) return [];
      return [{ playerId, agentId: undefined, until: this.endsAt, isAway: false }];
    });
    return [...agents, ...humans];
  }

  /** The seats of connected agents that have ended their turn. */
  get done(): readonly S[] {
    const { presences, seats } = this.#options;
    return seats().filter((seat) => {
      const { world, agentId } = seat;
      const isAlive = world.players.get(world.seat.player ?? -1)?.isAlive === true;
      const isDone = world.game?.turn === this.turn && !this.isAwaited(seat);
      return isAlive && isDone && presences.of(agentId) === 'connected';
    });
  }

  /** True when no agent is there to play, and no human: at once when time is up, else once all have been gone for long. */
  get isDeserted(): boolean {
    const { presences, clock, absentWait, seats, humans } = this.#options;
    const all = seats();
    if (all.length === 0 || humans().length > 0) return false;
    if (this.isTimeUp) return all.every(({ agentId }) => presences.of(agentId) !== 'connected');
    const now = clock.monotonic();
    return all.every(({ agentId }) => presences.waitedForUntil(agentId, absentWait * 1000) <= now);
  }

  isAwaited({ world }: S): boolean {
    return isAwaited(world, world.seat.player, this.turn);
  }

  /**
   * From when on the turn need not wait for a seat, on the monotonic clock; Infinity while it must. `now` is the caller's
   * look at that clock: another look is later, and a moment that is always later never comes.
   */
  excusedAt(seat: S, now: number): number {
    const { presences, absentWait, endings } = this.#options;
    if (this.isTimeUp) return now;
    const wait = absentWait * 1000;
    return Math.min(presences.waitedForUntil(seat.agentId, wait), endings.repeatAt(seat, now + wait));
  }
}

function finite(moment: number): number | undefined {
  return Number.isFinite(moment) ? moment : undefined;
}
