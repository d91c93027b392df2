import { BoundedMap } from '#shared/core/bounded-map.js';
import type { Failure } from '#shared/core/failure.js';
import { fail, type Result } from '#shared/core/result.js';
import type { GameRequestType } from '#shared/protocol/game-operations.js';
import type { Seat } from '../../games/seats/seat.js';

/** Far more than the requests that a gateway may have in flight for one seat while its link is down. */
const MAX_ANSWERS_PER_SEAT = 512;

type Answer = Result<Record<string, unknown>>;

/** A request with an idempotency key: its type, and its answer when there is one. */
interface KeyedRequest {
  readonly type: GameRequestType;
  readonly answer: Promise<Answer>;
}

/** What a key stands for; without a type a request that is not carried out any more. */
interface KnownKey {
  readonly type: GameRequestType | undefined;
  readonly answer: Promise<Answer>;
}

/** Answers by idempotency key, for each seat: a request that is sent again over another link is carried out once. */
export class IdempotencyCache<S extends object = Seat> {
  readonly #ofSeat = new WeakMap<S, BoundedMap<string, KnownKey>>();

  /** The answer for a key: of an earlier call with that key, finished or not, or else of `work`. */
  run(seat: S, key: string, type: GameRequestType, work: () => Promise<Answer>): Promise<Answer> {
    const requests = this.#requestsOf(seat);
    const known = requests.get(key);
    if (known !== undefined) return known.answer;
    const answer = work();
    requests.set(key, { type, answer });
    return answer;
  }

  /**
   * The request of a key. `never`: it has not come, and is refused with `refusal` should it come later, as over a link that
   * was slower than the question. `forgotten`: it may have come, but too many came after it.
   */
  findOrClose(seat: S, key: string, refusal: Failure): KeyedRequest | 'never' | 'forgotten' {
    const requests = this.#requestsOf(seat);
    const known = requests.get(key);
    if (known !== undefined) return known.type === undefined ? 'never' : { ...known, type: known.type };
    if (requests.size >= MAX_ANSWERS_PER_SEAT) return 'forgotten';
    requests.set(key, { type: undefined, answer: Promise.resolve(fail(refusal)) });
    return 'never';
  }

  #requestsOf(seat: S): BoundedMap<string, KnownKey> {
    const known = this.#ofSeat.get(seat);
    if (known !== undefined) return known;
    const requests = new BoundedMap<string, KnownKey>(MAX_ANSWERS_PER_SEAT);
    this.#ofSeat.set(seat, requests);
    return requests;
  }
}
