/** Counts each agent's sockets that are logged in or logging in, up to MAX_CONNECTIONS_PER_AGENT. */
export class ConnectionSlots {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  isFull(agentId: string): boolean {
    return this.count(agentId) >= this.#limit;
  }

  count(agentId: string): number {
    return this.#counts.get(agentId) ?? 0;
  }

  /** Takes a slot; false when the agent has all it may have. */
  reserve(agentId: string): boolean {
    if (this.isFull(agentId)) return false;
    this.#counts.set(agentId, this.count(agentId) + 1);
    return true;
  }

  release(agentId: string): void {
    const left = this.count(agentId) - 1;
    if (left > 0) this.#counts.set(agentId, left);
    else this.#counts.delete(agentId);
  }
}
