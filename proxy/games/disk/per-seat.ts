/**
 * What is kept of the seats of all games, read from disk when it is first needed. A game that is deleted, goes to another proxy
 * or is on the disk only is forgotten: its files may be others when it comes back.
 */
export class PerSeat<T> {
  readonly #open: (gameId: string, agentId: string) => Promise<T>;
  readonly #opened = new Map<string, Map<string, Promise<T>>>();

  constructor(open: (gameId: string, agentId: string) => Promise<T>) {
    this.#open = open;
  }

  /** What is kept of the seat of an agent in a game. Rejects when the disk cannot read it now; the next call tries again. */
  get(gameId: string, agentId: string): Promise<T> {
    const ofGame = this.#opened.get(gameId) ?? new Map<string, Promise<T>>();
    this.#opened.set(gameId, ofGame);
    const known = ofGame.get(agentId);
    if (known !== undefined) return known;
    const opening = this.#open(gameId, agentId);
    ofGame.set(agentId, opening);
    opening.catch(() => ofGame.delete(agentId));
    return opening;
  }

  /** Drops what is in memory of a game. */
  forget(gameId: string): void {
    this.#opened.delete(gameId);
  }
}
