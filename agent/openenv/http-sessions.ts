import type { z } from 'zod';
import { every, systemClock } from '#shared/core/clock.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { type EnvSession, MAX_WAITING } from './env-session.js';
import type { EnvSessions } from './env-sessions.js';
import type { EnvError, resetSchema, StepResult } from './messages.js';

const SWEEP_MS = 30_000;

/** What a client is told that does not wait for its answers. */
export const tooMany: EnvError = {
  code: 'EXECUTION_ERROR',
  message: 'Too many requests wait: wait for each answer',
};

interface HttpSession {
  readonly token: string;
  /** Undefined where the reset named none. */
  readonly episodeId: string | undefined;
  readonly session: EnvSession;
}

/** The sessions of clients that use HTTP: without a connection to end them, they end when they are idle for long. */
export class HttpSessions {
  readonly #sessions: EnvSessions;
  readonly #stop: () => void;
  /** The one that was reset last stands last. */
  #known: readonly HttpSession[] = [];

  constructor(sessions: EnvSessions, idleMs: number) {
    this.#sessions = sessions;
    this.#stop = every(systemClock, Math.min(SWEEP_MS, idleMs), () => this.#closeIdle(idleMs));
  }

  /** The session whose episode has that name; without a name the one that this token has reset last. */
  find(token: string, episodeId: string | undefined): EnvSession | undefined {
    const isMeant = (one: HttpSession) =>
      one.token === token && (episodeId === undefined || one.session.state.episode_id === episodeId);
    return this.#known.findLast(isMeant)?.session;
  }

  /**
   * Begins an episode in the session of this name, or of resets without a name; in a new session where there is none. A new
   * one whose first reset fails is closed: its token may be unknown.
   */
  async reset(token: string, wish: z.infer<typeof resetSchema>): Promise<Result<StepResult, EnvError>> {
    const episodeId = wish.episode_id ?? undefined;
    const known = this.#known.find((one) => one.token === token && one.episodeId === episodeId);
    if (known !== undefined && known.session.waiting >= MAX_WAITING) return fail(tooMany);
    const opened = known === undefined ? this.#open(token) : ok(known.session);
    if (!opened.ok) return opened;
    const entry = { token, episodeId, session: opened.value };
    this.#known = [...this.#known.filter((one) => one !== known), entry];
    const began = await entry.session.reset(wish);
    if (!began.ok && known === undefined) this.#close([entry]);
    return began;
  }

  /** Stops looking for idle sessions. */
  stop(): void {
    this.#stop();
  }

  #closeIdle(idleMs: number): void {
    this.#close(this.#known.filter(({ session }) => session.idleMs > idleMs));
  }

  /** A new session. Where all are in use, those of this token whose episodes are over are closed, so that a later reset has room. */
  #open(token: string): Result<EnvSession, EnvError> {
    const opened = this.#sessions.open(token);
    if (!opened.ok) this.#close(this.#known.filter((one) => one.token === token && one.session.state.done));
    return opened;
  }

  #close(ended: readonly HttpSession[]): void {
    this.#known = this.#known.filter((one) => !ended.includes(one));
    for (const { session } of ended) void this.#sessions.close(session);
  }
}
