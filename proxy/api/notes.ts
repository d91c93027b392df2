import { join } from 'node:path';
import { z } from 'zod';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { NotesData } from '#shared/protocol/agent-requests.js';
import type { Note } from '#shared/protocol/state/notes.js';
import type { DiskMonitor, DiskReporter } from '../games/disk/disk-monitor.js';
import { PerSeat } from '../games/disk/per-seat.js';
import { AtomicFile, readStoredJson } from '../games/disk/stored-files.js';

const MAX_NOTES = 200;

const fileSchema = z.array(
  z.object({ id: z.int(), text: z.string(), turn: z.int(), due_turn: z.int().exactOptional() }),
);

/** The notes of one agent in one game, kept in a file. */
export class Notes {
  readonly #file: AtomicFile;
  #notes: readonly Note[];

  private constructor(file: string, disk: DiskReporter, notes: readonly Note[]) {
    this.#file = new AtomicFile(file, 'notes', disk);
    this.#notes = notes;
  }

  /** Reads the notes of a file; none when the file is missing or damaged. Rejects when the disk cannot read it now. */
  static async open(file: string, disk: DiskReporter): Promise<Notes> {
    const notes = await readStoredJson({ file, what: 'notes', schema: fileSchema, disk });
    return new Notes(file, disk, notes ?? []);
  }

  get all(): readonly Note[] {
    return this.#notes;
  }

  /** The notes whose `due_turn` has come. */
  due(turn: number): readonly Note[] {
    return this.#notes.filter((note) => note.due_turn !== undefined && note.due_turn <= turn);
  }

  /** Removes and adds notes; settles when they are on disk, or the disk has refused them. E105 when there would be more than 200. */
  async change({ add, remove }: NotesData, turn: number): Promise<Result<readonly Note[]>> {
    if (add.length === 0 && remove.length === 0) return ok(this.#notes);
    const left = this.#notes.filter(({ id }) => !remove.includes(id));
    if (left.length + add.length > MAX_NOTES) {
      const message = `There may be ${MAX_NOTES} notes; remove some first`;
      return fail(failure('E105', message, { path: 'data.add', details: { notes: left.length } }));
    }
    const lastId = this.#notes.reduce((highest, { id }) => Math.max(highest, id), 0);
    const added = add.map(({ text, due_turn }, index) => ({
      id: lastId + 1 + index,
      text,
      turn,
      due_turn,
    }));
    this.#notes = [...left, ...added];
    await this.#file.writeOrReport(JSON.stringify(this.#notes));
    return ok(this.#notes);
  }
}

/** The notes of the seats of all games below DATA_DIR. */
export function notesOfSeats(dataDir: string, disk: DiskMonitor): PerSeat<Notes> {
  return new PerSeat((gameId, agentId) => {
    // Agent ids may have characters that file systems refuse.
    const file = join(dataDir, 'games', gameId, 'notes', `${encodeURIComponent(agentId)}.json`);
    return Notes.open(file, disk.reporterFor(gameId));
  });
}
