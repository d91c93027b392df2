import { BoundedMap } from '#shared/core/bounded-map.js';
import type { Result } from '#shared/core/result.js';
import type { Seat } from '../../games/seats/seat.js';

/** Far more than the requests that a gateway may have in flight for one seat while its link is down. */
const MAX_ANSWERS_PER_SEAT = 512;

type Answer = Result<Record<string, unknown>>;

/** Answers by idempotency key, for each seat: a request that is sent again over another link is carried out once. */
export class IdempotencyCache {
  readonly #ofSeat = new WeakMap<Seat, BoundedMap<string, Promise<Answer>>>();

  /** The answer for a key: of an earlier call with that key, finished or not, or else of `work`. */
  run(seat: Seat, key: string, work: () => Promise<Answer>): Promise<Answer> {
    const answers = this.#ofSeat.get(seat) ?? new BoundedMap<string, Promise<Answer>>(MAX_ANSWERS_PER_SEAT);
    this.#ofSeat.set(seat, answers);
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = work();
    answers.set(key, answer);
    return answer;
  }
}
