import { BoundedMap } from '#shared/core/bounded-map.js';
import type { Failure } from '#shared/core/failure.js';
import { fail, type Result } from '#shared/core/result.js';
import type { LinkRequest } from '#shared/protocol/link.js';
import type { Note } from '#shared/protocol/state/notes.js';
import { NOTHING_CREATED } from '../../actions/batch/references.js';
import type { BatchSeat } from '../../actions/batch/run-batch.js';
import type { Game } from '../../games/lifecycle/game.js';
import type { Seat } from '../../games/seats/seat.js';
import { ShownPlans } from '../../views/delta/delta.js';
import type { Notes } from '../notes.js';
import type { SeatAdvisor } from './seat-advisor.js';
import type { SeatOutbox } from './seat-outbox.js';
import { TurnProcessCounter } from './turn-process.js';

interface TurnCounts {
  readonly actionsTaken: number;
  readonly unitsMoved: number;
}

const NOTHING_DONE: TurnCounts = { actionsTaken: 0, unitsMoved: 0 };

/** What is kept of a seat for its agent, as long as the seat: a proxy that was restarted knows none of it. */
export class KeptSeat {
  readonly game: Game;
  readonly seat: Seat;
  /** Its pushes, once a gateway has attached to them. */
  outbox: SeatOutbox | undefined;
  /** What its agent has learned in earlier games, where it asked for that. */
  lessons: string | undefined;
  /** Its notes, once its agent has connected. */
  notes: Notes | undefined;
  /** The version of the last state that the agent got; -1 before the first. A delta starts there by default. */
  reportedVersion = -1;
  /** How many requests of the agent wait for turns, to be answered by a brief or a state. */
  newsAwaited = 0;
  /** The standing plans as the agent saw them. */
  readonly shownPlans = new ShownPlans();
  readonly keyed = new KeyedRequests();
  readonly process: TurnProcessCounter;
  /** Judges its position for the agent. */
  readonly advisor: SeatAdvisor;
  /** The batches and the waits for turns that `stop` ends. */
  readonly running = new Set<AbortController>();
  readonly batchSeat: BatchSeat;
  #turnCounts = NOTHING_DONE;

  constructor(game: Game, seat: Seat, advise: Advise) {
    this.game = game;
    this.seat = seat;
    this.batchSeat = { port: seat, made: NOTHING_CREATED };
    this.advisor = advise(this);
    this.process = new TurnProcessCounter(() => this.advisor.threatened());
  }

  /** The agent's own notes whose turn has come. */
  dueNotes(turn: number): readonly Note[] {
    return this.notes?.due(turn) ?? [];
  }

  /** Counts an action for the summary at the end of the turn. */
  countAction(hasMoved: boolean): void {
    const { actionsTaken, unitsMoved } = this.#turnCounts;
    this.#turnCounts = { actionsTaken: actionsTaken + 1, unitsMoved: unitsMoved + Number(hasMoved) };
  }

  /** What the agent did since the last call, at the end of a turn. */
  takeTurnCounts(): TurnCounts {
    const counts = this.#turnCounts;
    this.#turnCounts = NOTHING_DONE;
    return counts;
  }
}

/** Gives a seat its advisor. */
type Advise = (agent: KeptSeat) => SeatAdvisor;

/** What is kept of the seats of all games. */
export class KeptSeats {
  readonly #advise: Advise;
  readonly #ofSeats = new WeakMap<Seat, KeptSeat>();

  constructor(advise: Advise) {
    this.#advise = advise;
  }

  /** What is kept of a seat of a game. */
  of(game: Game, seat: Seat): KeptSeat {
    const known = this.#ofSeats.get(seat) ?? new KeptSeat(game, seat, this.#advise);
    this.#ofSeats.set(seat, known);
    return known;
  }
}

/** Far more than the requests that a gateway may have in flight for one seat while its link is down. */
const MAX_ANSWERS_PER_SEAT = 512;

type Answer = Result<Record<string, unknown>>;
type RequestType = LinkRequest['type'];

/** A request with an idempotency key: its type, and its answer when there is one. */
interface KeyedRequest {
  readonly type: RequestType;
  readonly answer: Promise<Answer>;
}

/** The request of a key; without a type a request that will not be carried out. */
interface KnownKey {
  readonly type: RequestType | undefined;
  readonly answer: Promise<Answer>;
}

interface BegunRequest {
  /** The answer of an earlier request with that key, finished or not. */
  readonly earlier?: Promise<Answer>;
  /** Takes the answer of this one. */
  readonly keep?: (answer: Answer) => void;
}

/** The requests of one seat that have an idempotency key: one that is sent again over another link is carried out once. */
export class KeyedRequests {
  readonly #known = new BoundedMap<string, KnownKey>(MAX_ANSWERS_PER_SEAT);

  /** The answer of an earlier request with that key, or else what takes the one of this request. */
  begin(key: string, type: RequestType): BegunRequest {
    const earlier = this.#known.get(key)?.answer;
    if (earlier !== undefined) return { earlier };
    let keep: (answer: Answer) => void = () => {};
    const answer = new Promise<Answer>((resolve) => {
      keep = resolve;
    });
    this.#known.set(key, { type, answer });
    return { keep };
  }

  /**
   * The request of a key. `never`: it has not come, and is refused with `refusal` should it come later, as over a link that
   * was slower than the question. `forgotten`: it may have come, but too many came after it.
   */
  findOrClose(key: string, refusal: Failure): KeyedRequest | 'never' | 'forgotten' {
    const known = this.#known.get(key);
    if (known !== undefined) return known.type === undefined ? 'never' : { ...known, type: known.type };
    if (this.#known.size >= MAX_ANSWERS_PER_SEAT) return 'forgotten';
    this.#known.set(key, { type: undefined, answer: Promise.resolve(fail(refusal)) });
    return 'never';
  }
}
