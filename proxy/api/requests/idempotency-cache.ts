import { BoundedMap } from '#shared/core/bounded-map.js';
import type { Failure } from '#shared/core/failure.js';
import { fail, type Result } from '#shared/core/result.js';
import type { LinkRequest } from '#shared/protocol/link.js';
import type { Seat } from '../../games/seats/seat.js';

/** Far more than the requests that a gateway may have in flight for one seat while its link is down. */
const MAX_ANSWERS_PER_SEAT = 512;

type Answer = Result<Record<string, unknown>>;
type RequestType = LinkRequest['type'];

/** A request with an idempotency key: its type, and its answer when there is one. */
interface KeyedRequest {
  readonly type: RequestType;
  readonly answer: Promise<Answer>;
}

/** What a key stands for; without a type a request that is not carried out any more. */
interface KnownKey {
  readonly type: RequestType | undefined;
  readonly answer: Promise<Answer>;
}

/** A request that has come with a key. */
interface BegunRequest {
  /** The answer of an earlier request with that key, finished or not. */
  readonly earlier?: Promise<Answer>;
  /** Takes the answer of this one. */
  readonly keep?: (answer: Answer) => void;
}

/** Answers by idempotency key, for each seat: a request that is sent again over another link is carried out once. */
export class IdempotencyCache<S extends object = Seat> {
  readonly #ofSeat = new WeakMap<S, BoundedMap<string, KnownKey>>();

  /** The answer of an earlier request with that key, or else what takes the one of this request. */
  begin(seat: S, key: string, type: RequestType): BegunRequest {
    const requests = this.#requestsOf(seat);
    const earlier = requests.get(key)?.answer;
    if (earlier !== undefined) return { earlier };
    let keep: (answer: Answer) => void = () => {};
    const answer = new Promise<Answer>((resolve) => {
      keep = resolve;
    });
    requests.set(key, { type, answer });
    return { keep };
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
