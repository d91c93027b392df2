import { z } from 'zod';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { Note, NotesData } from '#shared/protocol/agent-requests.js';
import type { DiskNotes } from '../games/disk/disk-alarm.js';
import { readKeptJson, WholeFile } from '../games/disk/stored-files.js';

/** So that notes stay notes: what an agent may keep in one game. */
const MOST_NOTES = 200;

const fileSchema = z.array(
  z.object({ id: z.int(), text: z.string(), turn: z.int(), due_turn: z.int().exactOptional() }),
);

/** What one agent has written down in one game; kept in a file, so that it outlives every connection. */
export class Notes {
  readonly #file: WholeFile;
  #notes: readonly Note[];

  private constructor(file: string, disk: DiskNotes, notes: readonly Note[]) {
    this.#file = new WholeFile(file, 'notes', disk);
    this.#notes = notes;
  }

  /** The notes in a file; none when there is no such file or it is damaged. Rejects when the disk does not give it now. */
  static async open(file: string, disk: DiskNotes): Promise<Notes> {
    const notes = await readKeptJson({ file, what: 'notes', schema: fileSchema, disk });
    return new Notes(file, disk, notes ?? []);
  }

  get all(): readonly Note[] {
    return this.#notes;
  }

  /** Notes whose turn has come. */
  due(turn: number): readonly Note[] {
    return this.#notes.filter((note) => note.due_turn !== undefined && note.due_turn <= turn);
  }

  /** Removes and adds notes; settles when they are on disk, or the disk did not take them. E105 when there would be too many. */
  async change({ add, remove }: NotesData, turn: number): Promise<Result<readonly Note[]>> {
    if (add.length === 0 && remove.length === 0) return ok(this.#notes);
    const left = this.#notes.filter(({ id }) => !remove.includes(id));
    if (left.length + add.length > MOST_NOTES) {
      const message = `There may be ${MOST_NOTES} notes; remove some first`;
      return fail(failure('E105', message, { path: 'data.add', details: { notes: left.length } }));
    }
    const lastId = this.#notes.reduce((highest, { id }) => Math.max(highest, id), 0);
    const added = add.map(({ text, due_turn }, index) => ({
      id: lastId + 1 + index,
      text,
      turn,
      ...(due_turn === undefined ? {} : { due_turn }),
    }));
    this.#notes = [...left, ...added];
    await this.#file.keep(JSON.stringify(this.#notes));
    return ok(this.#notes);
  }
}
