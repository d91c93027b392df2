/** How many sockets of each agent are logged in or logging in: never more than the limit, however they race. */
export class AgentSlots {
  readonly #limit: number;
  readonly #taken = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  isFull(agentId: string): boolean {
    return this.taken(agentId) >= this.#limit;
  }

  taken(agentId: string): number {
    return this.#taken.get(agentId) ?? 0;
  }

  take(agentId: string): boolean {
    if (this.isFull(agentId)) return false;
    this.#taken.set(agentId, this.taken(agentId) + 1);
    return true;
  }

  free(agentId: string): void {
    const left = this.taken(agentId) - 1;
    if (left > 0) this.#taken.set(agentId, left);
    else this.#taken.delete(agentId);
  }
}
