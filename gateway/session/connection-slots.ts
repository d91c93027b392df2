/** How many sockets of each agent are logged in or logging in: never more than the limit, however they race. */
export class ConnectionSlots {
  readonly #limit: number;
  readonly #taken = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  isFull(agentId: string): boolean {
    return this.count(agentId) >= this.#limit;
  }

  count(agentId: string): number {
    return this.#taken.get(agentId) ?? 0;
  }

  reserve(agentId: string): boolean {
    if (this.isFull(agentId)) return false;
    this.#taken.set(agentId, this.count(agentId) + 1);
    return true;
  }

  release(agentId: string): void {
    const left = this.count(agentId) - 1;
    if (left > 0) this.#taken.set(agentId, left);
    else this.#taken.delete(agentId);
  }
}
