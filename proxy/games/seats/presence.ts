import type { Presence } from '#shared/protocol/agent-answers.js';

/** The presence of a game's agents. An agent without an entry counts as connected. */
export class Presences {
  readonly #byAgent = new Map<string, { readonly presence: Presence; readonly since: number }>();

  get(agentId: string): Presence {
    return this.#byAgent.get(agentId)?.presence ?? 'connected';
  }

  set(agentId: string, presence: Presence, now: number): void {
    if (this.get(agentId) !== presence) this.#byAgent.set(agentId, { presence, since: now });
  }

  /**
   * Until when a turn waits for an agent, on the clock of `set`: for `patience` milliseconds from the moment it went away,
   * not at all for one without a session; Infinity for one that is connected.
   */
  waitDeadline(agentId: string, patience: number): number {
    const known = this.#byAgent.get(agentId);
    if (known === undefined || known.presence === 'connected') return Number.POSITIVE_INFINITY;
    return known.presence === 'gone' ? known.since : known.since + patience;
  }
}
