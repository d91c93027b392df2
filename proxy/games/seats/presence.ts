import type { Presence } from '#shared/messages/presence.js';

/** Who of a game's agents is there. An agent nobody has spoken of is taken for connected. */
export class Presences {
  readonly #byAgent = new Map<string, { readonly presence: Presence; readonly since: number }>();

  of(agentId: string): Presence {
    return this.#byAgent.get(agentId)?.presence ?? 'connected';
  }

  set(agentId: string, presence: Presence, now: number): void {
    if (this.of(agentId) !== presence) this.#byAgent.set(agentId, { presence, since: now });
  }

  /** True for an agent that has had no socket for `patience` milliseconds, or has no session. */
  isLongAway(agentId: string, now: number, patience: number): boolean {
    const known = this.#byAgent.get(agentId);
    if (known === undefined || known.presence === 'connected') return false;
    return known.presence === 'gone' || now - known.since >= patience;
  }
}
