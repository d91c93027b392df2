import { join } from 'node:path';
import { Notes } from './notes.js';

/** The notes of all agents in all games of this proxy, read from disk when first asked for. */
export class NotesShelf {
  readonly #dataDir: string;
  readonly #open = new Map<string, Promise<Notes>>();

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  of(gameId: string, agentId: string): Promise<Notes> {
    const key = `${gameId} ${agentId}`;
    let notes = this.#open.get(key);
    if (notes === undefined) {
      // Ids of agents may hold characters that file systems do not take.
      notes = Notes.open(
        join(this.#dataDir, 'games', gameId, 'notes', `${encodeURIComponent(agentId)}.json`),
      );
      this.#open.set(key, notes);
    }
    return notes;
  }
}
