import { type Clock, withDeadline } from '#shared/core/clock.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, type Result } from '#shared/core/result.js';
import { joinOnce, type RejoinContext, rejoin } from './rejoin.js';
import type { RestoredGame } from './restore.js';

/** How long a request waits for a server of others: a login at the gateway must be answered within 10 s. */
const MAX_WAIT_MS = 5000;
const RETRY_S = 30;
/** A game that is lost within that time after it was joined counts as one that was not: somebody may throw the agent out each time. */
const STABLE_MS = 60_000;

/** What a server is joined with. */
type JoinContext = Omit<RejoinContext, 'clock' | 'failures' | 'signal' | 'onFailure'>;

/** The attempts of a game to join its server of others. That server may be away for hours. */
export class JoinAttempts {
  readonly #clock: Clock;
  #end = new AbortController();
  #last: Failure | undefined;
  /** When the game was joined last, by the monotonic clock, and how often in a row it was lost soon after. */
  #joinedAt = Number.NEGATIVE_INFINITY;
  #soonLost = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether the last attempts were ended before the game was joined. */
  get isCancelled(): boolean {
    return this.#end.signal.aborted;
  }

  /** To be called at once when the game is to be joined, so that a `cancel` after that counts. */
  begin(): void {
    this.#end = new AbortController();
    this.#last = undefined;
  }

  /** Joins the server: once for a new game, which leaves nothing behind where that fails, else until it succeeds or `cancel`. */
  async join(parts: JoinContext, isNew: boolean): Promise<Result<RestoredGame>> {
    const { launch, worldFor, log, record } = parts;
    const onFailure = (failed: Failure): void => {
      this.#last = failed;
    };
    const isSoon = this.#clock.monotonic() - this.#joinedAt < STABLE_MS;
    this.#soonLost = isSoon ? this.#soonLost + 1 : 0;
    const own = { launch, worldFor, log, record, onFailure, failures: this.#soonLost };
    const joining = { ...own, clock: this.#clock, signal: this.#end.signal };
    const joined = await (isNew ? joinOnce(joining) : rejoin(joining));
    if (joined.ok) this.#joinedAt = this.#clock.monotonic();
    return joined;
  }

  /** What comes of the attempts, for somebody who does not wait for long: E123 with the last reason while they go on. */
  async within(attempts: Promise<Result<void>>): Promise<Result<void>> {
    const joined = await withDeadline(this.#clock, attempts, MAX_WAIT_MS);
    if (joined !== 'deadline') return joined;
    const why = this.#last?.message ?? 'its game has not begun again';
    const message = `The server of others that the game is on is joined again as soon as that is possible: ${why}`;
    return fail(failure('E123', message, { details: { retry_after: RETRY_S } }));
  }

  /** Ends the attempts. */
  cancel(): void {
    this.#end.abort();
  }
}
