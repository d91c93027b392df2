import type { z } from 'zod';
import { systemClock, timeLimit } from '#shared/core/clock.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { SerialQueue } from '#shared/core/serial-queue.js';
import { Episode, type EpisodePlace } from './episode.js';
import {
  actionSchema,
  type EnvError,
  type EnvState,
  resetSchema,
  type StepResult,
  stateBeforeReset,
} from './messages.js';

/** For how long a client waits for a step. */
export interface StepWait {
  /** Seconds; as long as the step takes without it. */
  readonly timeoutS?: number | null | undefined;
  /** Aborts when the client is gone. */
  readonly signal?: AbortSignal;
}

/** A client waits for each answer; one that has more than this without an answer is refused. */
export const MAX_WAITING = 16;

/** One environment: at most one episode at a time. What it is asked for is done one after the other, in order. */
export class EnvSession {
  readonly #place: EpisodePlace;
  readonly #closed = new AbortController();
  readonly #queue = new SerialQueue();
  #episode: Episode | undefined;
  #usedAt = systemClock.monotonic();
  #waiting = 0;

  /** `place` is where its episodes are played. */
  constructor(place: EpisodePlace) {
    this.#place = place;
  }

  /** Requests that run or wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Milliseconds since it was last asked for something; 0 while something runs. */
  get idleMs(): number {
    return this.#waiting > 0 ? 0 : systemClock.monotonic() - this.#usedAt;
  }

  /** Where the episode stands; null fields before the first reset. */
  get state(): EnvState {
    return this.#episode?.state ?? stateBeforeReset;
  }

  /** The state after all earlier requests are done. */
  stateInOrder(): Promise<EnvState> {
    return this.#counted(async () => this.state);
  }

  /** Ends the episode and begins another one. */
  async reset(data: unknown): Promise<Result<StepResult, EnvError>> {
    const wish = resetSchema.safeParse(data);
    if (!wish.success) return fail(validationError(wish.error));
    return await this.#run(async () => {
      await this.#episode?.end();
      const episode = new Episode(this.#place, wish.data);
      this.#episode = episode;
      return ok(await episode.begin(this.#closed.signal));
    });
  }

  /** Does an action. An `end_turn` lasts as long as the turn. */
  async step(action: unknown, { timeoutS, signal }: StepWait = {}): Promise<Result<StepResult, EnvError>> {
    const wish = actionSchema.safeParse(action);
    if (!wish.success) return fail(validationError(wish.error));
    return await this.#run(async () => {
      const episode = this.#episode;
      if (episode === undefined) return fail(executionError('Reset the environment first'));
      if (episode.isEndTold) return fail(executionError('The episode is over: reset the environment'));
      const ends =
        signal === undefined ? this.#closed.signal : AbortSignal.any([this.#closed.signal, signal]);
      if (timeoutS == null) return ok(await episode.step(wish.data, ends));
      using limit = timeLimit(ends, timeoutS * 1000);
      return ok(await episode.step(wish.data, limit.signal));
    });
  }

  /** Ends what runs, and the episode. */
  async close(): Promise<void> {
    this.#closed.abort(new Error('The session is closed'));
    await this.#queue.run(async () => this.#episode?.end());
  }

  async #run(work: () => Promise<Result<StepResult, EnvError>>): Promise<Result<StepResult, EnvError>> {
    try {
      return await this.#counted(work);
    } catch (error) {
      return fail(executionError(error instanceof Error ? error.message : String(error)));
    }
  }

  async #counted<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    try {
      return await this.#queue.run(work);
    } finally {
      this.#waiting -= 1;
      this.#usedAt = systemClock.monotonic();
    }
  }
}

/** What the specification calls a failure of the environment. */
function executionError(message: string): EnvError {
  return { code: 'EXECUTION_ERROR', message };
}

/** The fields at fault, in the form of the specification. */
export function validationError({ issues }: z.ZodError): EnvError {
  const errors = issues.map(({ path, message: msg, code: type }) => ({ loc: path.map(nameOf), msg, type }));
  const said = errors.map(({ loc, msg }) => [...loc, msg].join(': ')).join('; ');
  return { code: 'VALIDATION_ERROR', message: `Invalid message: ${said}`, errors };
}

function nameOf(part: PropertyKey): string | number {
  return typeof part === 'symbol' ? String(part) : part;
}
