import { BoundedMap } from '#shared/core/bounded-map.js';
import type { Result } from '#shared/core/result.js';
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

/** Answers by idempotency key, for each seat: a request that is sent again over another link is carried out once. */
export class IdempotencyCache {
  readonly #ofSeat = new WeakMap<Seat, BoundedMap<string, KeyedRequest>>();

  /** The answer for a key: of an earlier call with that key, finished or not, or else of `work`. */
  run(seat: Seat, key: string, type: GameRequestType, work: () => Promise<Answer>): Promise<Answer> {
    const requests = this.#ofSeat.get(seat) ?? new BoundedMap<string, KeyedRequest>(MAX_ANSWERS_PER_SEAT);
    this.#ofSeat.set(seat, requests);
    const known = requests.get(key);
    if (known !== undefined) return known.answer;
    const answer = work();
    requests.set(key, { type, answer });
    return answer;
  }

  /** The request of a key. `never`: it has not come. `forgotten`: it may have come, but too many came after it. */
  find(seat: Seat, key: string): KeyedRequest | 'never' | 'forgotten' {
    const requests = this.#ofSeat.get(seat);
    if (requests === undefined) return 'never';
    return requests.get(key) ?? (requests.size < MAX_ANSWERS_PER_SEAT ? 'never' : 'forgotten');
  }
}
