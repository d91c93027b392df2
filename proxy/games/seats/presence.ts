import type { Presence } from '#shared/protocol/agent-answers.js';

/** Names the gateway that reports: each of its links has another. */
export type PresenceReporter = object;

interface Reported {
  readonly presence: Presence;
  readonly since: number;
  /** Undefined while no gateway has reported it. */
  readonly by: PresenceReporter | undefined;
}

/** The presence of a game's agents; `connected` without an entry. The gateway where an agent connected last decides. */
export class Presences {
  readonly #byAgent = new Map<string, Reported>();
  /** The agents whose seats people play now. */
  readonly #people = new Set<string>();

  get(agentId: string): Presence {
    if (this.#people.has(agentId)) return 'connected';
    return this.#byAgent.get(agentId)?.presence ?? 'connected';
  }

  /** Whether a gateway may have a session of the agent: it has reported one, and not its end. */
  isHeld(agentId: string): boolean {
    if (this.#people.has(agentId)) return true;
    const { presence = 'connected', by } = this.#byAgent.get(agentId) ?? {};
    return presence === 'connected' || (presence === 'away' && by !== undefined);
  }

  /** Sets what a gateway reports, or, without `by`, what the proxy itself knows. */
  set(agentId: string, presence: Presence, now: number, by?: PresenceReporter): void {
    const known = this.#byAgent.get(agentId);
    const isOfAnother = known?.by !== undefined && by !== undefined && known.by !== by;
    if (isOfAnother && presence !== 'connected') return;
    const since = known !== undefined && known.presence === presence ? known.since : now;
    this.#byAgent.set(agentId, { presence, since, by: by ?? known?.by });
  }

  /** Sets whether a person plays the seat of an agent. When the person leaves and the agent is not connected, the seat is away. */
  setPerson(agentId: string, isThere: boolean, now: number): void {
    const known = this.#byAgent.get(agentId);
    if (isThere) this.#people.add(agentId);
    else this.#people.delete(agentId);
    if (known?.presence === 'connected') return;
    const by = known?.presence === 'away' ? known.by : undefined;
    this.#byAgent.set(agentId, { presence: 'away', since: now, by });
  }

  /** Until when a turn waits, on the clock of `set`: `patience` ms after it went away; Infinity for one that is connected. */
  waitDeadline(agentId: string, patience: number): number {
    const known = this.#byAgent.get(agentId);
    const isThere = this.#people.has(agentId) || known === undefined || known.presence === 'connected';
    if (isThere) return Number.POSITIVE_INFINITY;
    return known.presence === 'gone' ? known.since : known.since + patience;
  }
}
