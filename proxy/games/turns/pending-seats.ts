import { type Clock, wallTimeOf } from '#shared/core/clock.js';
import type { Presences } from '../seats/presence.js';
import type { Seat } from '../seats/seat.js';
import { isTurnPending, type PendingPlayer } from '../seats/seat-events.js';
import type { EndRequests } from './end-requests.js';

/** A seat, as far as its turn is concerned. */
export type TurnSeat = Pick<Seat, 'agentId' | 'world' | 'updateTurnTime' | 'emit'>;

/** Which seats a turn waits for, and how long. */
export interface PendingSeatsOptions<S> {
  readonly clock: Clock;
  /** Seconds a turn waits for an agent that has no connection. */
  readonly absentWait: number;
  readonly presences: Presences;
  readonly endRequests: EndRequests<S>;
  seats(): readonly S[];
  humans(): readonly { readonly playerno: number }[];
}

/** The turn begins for one seat after the other. A seat that is not pending after this time has ended its turn. */
const MAX_BEGIN_MS = 1_000;

/** The seats that the game server waits for in the running turn, and how long the turn waits for each. */
export class PendingSeats<S extends TurnSeat> {
  #turn = 0;
  isTimeUp = false;
  /** When the running turn ends by itself, epoch milliseconds; undefined without a limit, and while time stands still. */
  endsAt: number | undefined;
  /** The wall clock minus the monotonic clock at the begin of the turn, so that published deadlines stay the same. */
  #wallAhead = 0;
  /** The seats that have reported the beginning of the running turn. */
  readonly #begun = new Set<S>();
  #surelyBegunAt = 0;
  readonly #options: PendingSeatsOptions<S>;

  constructor(options: PendingSeatsOptions<S>) {
    this.#options = options;
  }

  get turn(): number {
    return this.#turn;
  }

  begin(turn: number): void {
    const { clock } = this.#options;
    this.#turn = turn;
    this.#wallAhead = Math.round(wallTimeOf(clock, 0));
    this.#begun.clear();
    this.restart();
  }

  /** Call when the turn continues after a pause or in another server. */
  restart(): void {
    this.#surelyBegunAt = this.#options.clock.monotonic() + MAX_BEGIN_MS;
  }

  /** From when on the turn has begun for every living seat: `now` when it has. */
  allBegunAt(now: number): number {
    const { seats, endRequests } = this.#options;
    for (const seat of seats()) if (this.isPending(seat)) this.#begun.add(seat);
    const isBegun = seats().every((seat) => {
      const isAlive = seat.world.players.get(seat.world.seat.player ?? -1)?.isAlive === true;
      return !isAlive || this.#begun.has(seat) || endRequests.causeOf(seat) !== undefined;
    });
    return isBegun ? now : this.#surelyBegunAt;
  }

  /** The seats the server waits for, from their worlds: requests to a server that was lost do not count. */
  get seats(): readonly S[] {
    const { seats, endRequests } = this.#options;
    return seats().filter((seat) => this.isPending(seat) && !endRequests.isInFlight(seat));
  }

  get players(): readonly PendingPlayer[] {
    const now = this.#options.clock.monotonic();
    const agents = this.seats.map((seat) => ({
      playerId: seat.world.seat.player ?? -1,
      agentId: seat.agentId,
      until: finite(
        Math.min(this.waitDeadline(seat, now) + this.#wallAhead, this.endsAt ?? Number.POSITIVE_INFINITY),
      ),
      isAway: this.#options.presences.get(seat.agentId) !== 'connected',
    }));
    const [witness] = this.#options.seats();
    const humans = this.#options.humans().flatMap(({ playerno: playerId }) => {
      if (witness === undefined || !isTurnPending(witness.world, playerId, this.turn)) return [];
      return [{ playerId, agentId: undefined, until: this.endsAt, isAway: false }];
    });
    return [...agents, ...humans];
  }

  /** The seats of connected agents that have ended their turn. */
  get finished(): readonly S[] {
    const { presences, seats } = this.#options;
    return seats().filter((seat) => {
      const { world, agentId } = seat;
      const isAlive = world.players.get(world.seat.player ?? -1)?.isAlive === true;
      const isDone = world.game?.turn === this.turn && !this.isPending(seat);
      return isAlive && isDone && presences.get(agentId) === 'connected';
    });
  }

  /** True when no agent is there to play, and no human: at once when time is up, else once all have been gone for long. */
  get isAbandoned(): boolean {
    const { presences, clock, absentWait, seats, humans } = this.#options;
    const all = seats();
    if (all.length === 0 || humans().length > 0) return false;
    if (this.isTimeUp) return all.every(({ agentId }) => presences.get(agentId) !== 'connected');
    const now = clock.monotonic();
    return all.every(({ agentId }) => presences.waitDeadline(agentId, absentWait * 1000) <= now);
  }

  isPending({ world }: S): boolean {
    return isTurnPending(world, world.seat.player, this.turn);
  }

  /** From when the turn need not wait for a seat, by the monotonic clock of the caller (`now`); Infinity while it must. */
  waitDeadline(seat: S, now: number): number {
    const { presences, absentWait, endRequests } = this.#options;
    if (this.isTimeUp) return now;
    const wait = absentWait * 1000;
    return Math.min(presences.waitDeadline(seat.agentId, wait), endRequests.retryAt(seat, now + wait));
  }
}

function finite(moment: number): number | undefined {
  return Number.isFinite(moment) ? moment : undefined;
}
