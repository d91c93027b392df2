import { join } from 'node:path';
import type { DiskAlarm } from '../games/disk/disk-alarm.js';
import { Notes } from './notes.js';

/** The notes of all agents in all games of this proxy, read from disk when first asked for. */
export class NotesShelf {
  readonly #dataDir: string;
  readonly #disk: DiskAlarm;
  readonly #open = new Map<string, Promise<Notes>>();

  constructor(dataDir: string, disk: DiskAlarm) {
    this.#dataDir = dataDir;
    this.#disk = disk;
  }

  /** The game is gone, and another may get its id. */
  forget(gameId: string): void {
    for (const key of this.#open.keys()) if (key.startsWith(`${gameId} `)) this.#open.delete(key);
  }

  of(gameId: string, agentId: string): Promise<Notes> {
    const key = `${gameId} ${agentId}`;
    let notes = this.#open.get(key);
    if (notes === undefined) {
      // Ids of agents may hold characters that file systems do not take.
      notes = Notes.open(
        join(this.#dataDir, 'games', gameId, 'notes', `${encodeURIComponent(agentId)}.json`),
        this.#disk.of(gameId),
      );
      this.#open.set(key, notes);
      // The next who asks tries again.
      notes.catch(() => this.#open.delete(key));
    }
    return notes;
  }
}
