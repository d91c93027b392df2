import type { Result } from '#shared/core/result.js';
import type { Seat } from '../../games/seats/seat.js';

/** Far more than a gateway may have under way for one seat while its link is down. */
const KEPT = 512;

type Answer = Result<Record<string, unknown>>;

/** What seats were asked under a key, so that a request that comes again over another link is carried out once. */
export class AnsweredOnce {
  readonly #ofSeat = new WeakMap<Seat, Map<string, Promise<Answer>>>();

  /** The answer to that key: of the work under way or done, or of `work`. */
  run(seat: Seat, key: string, work: () => Promise<Answer>): Promise<Answer> {
    const answers = this.#ofSeat.get(seat) ?? new Map<string, Promise<Answer>>();
    this.#ofSeat.set(seat, answers);
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = work();
    answers.set(key, answer);
    const [oldest] = answers.keys();
    if (answers.size > KEPT && oldest !== undefined) answers.delete(oldest);
    return answer;
  }
}
