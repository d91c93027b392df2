import { fail, ok, type Result } from '#shared/core/result.js';
import { EnvSession } from './env-session.js';
import type { EnvError } from './messages.js';

/** How sessions are opened. */
export interface SessionOptions {
  /** The gateway's address, for example ws://127.0.0.1:8003. */
  readonly gateway: string;
  /** Sessions play as `AGENT-1`, `AGENT-2` and so on, each by the lowest number that is free. */
  readonly agent: string;
  readonly maxSessions: number;
  readonly keepsGames: boolean;
}

/** The sessions that are open, each with an agent of its own: limits of the gateway are for each agent. */
export class EnvSessions {
  readonly #options: SessionOptions;
  readonly #byNumber = new Map<number, EnvSession>();

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** A session that plays with that token. CAPACITY_REACHED: there are as many as there may be. */
  open(token: string): Result<EnvSession, EnvError> {
    const { gateway, agent, keepsGames, maxSessions: max_sessions } = this.#options;
    const active_sessions = this.#byNumber.size;
    if (active_sessions >= max_sessions) {
      const message = `All ${max_sessions} sessions are in use`;
      return fail({ code: 'CAPACITY_REACHED', message, active_sessions, max_sessions });
    }
    let number = 1;
    while (this.#byNumber.has(number)) number += 1;
    const session = new EnvSession({ gateway, agentId: `${agent}-${number}`, token, keepsGames });
    this.#byNumber.set(number, session);
    return ok(session);
  }

  /** Ends a session, then frees its number. */
  async close(session: EnvSession): Promise<void> {
    await session.close();
    for (const [number, one] of this.#byNumber) if (one === session) this.#byNumber.delete(number);
  }

  /** Ends all sessions. */
  async closeAll(): Promise<void> {
    await Promise.all([...this.#byNumber.values()].map((session) => this.close(session)));
  }
}
