import { BoundedMap } from '#shared/core/bounded-map.js';
import type { Failure } from '#shared/core/failure.js';
import { fail, type Result } from '#shared/core/result.js';
import type { LinkRequest } from '#shared/protocol/link.js';

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

/** A request that has come with a key. */
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
