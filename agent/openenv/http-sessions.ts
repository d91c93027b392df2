import { every, systemClock } from '#shared/core/clock.js';
import { ok, type Result } from '#shared/core/result.js';
import type { EnvSession } from './env-session.js';
import type { EnvSessions } from './env-sessions.js';
import type { EnvError } from './messages.js';

const SWEEP_MS = 30_000;

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

  /** The session to reset: that of this name, or of resets without a name; a new one where there is none. */
  toReset(token: string, episodeId: string | undefined): Result<EnvSession, EnvError> {
    const known = this.#known.find((one) => one.token === token && one.episodeId === episodeId);
    const session = known === undefined ? this.#sessions.open(token) : ok(known.session);
    if (!session.ok) return session;
    const others = this.#known.filter((one) => one !== known);
    this.#known = [...others, { token, episodeId, session: session.value }];
    return session;
  }

  /** Stops looking for idle sessions. */
  stop(): void {
    this.#stop();
  }

  #closeIdle(idleMs: number): void {
    const idle = this.#known.filter(({ session }) => session.idleMs > idleMs);
    this.#known = this.#known.filter((one) => !idle.includes(one));
    for (const { session } of idle) void this.#sessions.close(session);
  }
}
