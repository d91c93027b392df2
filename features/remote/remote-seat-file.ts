import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { diskReason } from '#shared/core/disk/disk-error.js';
import { quarantine } from '#shared/core/disk/quarantine.js';
import { readKeptFileSync } from '#shared/core/disk/read-file.js';
import { parseJson } from '#shared/core/json.js';
import type { Logger } from '#shared/core/log.js';
import { agentIdSchema, gameIdSchema } from '#shared/protocol/envelope.js';
import { remoteSeatSchema } from '#shared/protocol/game-config.js';

const savedSeatSchema = z.object({ gameId: gameIdSchema, agentId: agentIdSchema, wish: remoteSeatSchema });
const fileSchema = z.object({ version: z.literal(1), seats: z.array(savedSeatSchema) });

/** A remote seat as it is saved. */
export type SavedRemoteSeat = z.infer<typeof savedSeatSchema>;

/** The file with the remote seats of a gateway: written anew with each change, and read by the next process. */
export class RemoteSeatFile {
  readonly #path: string;
  readonly #log: Logger;
  /** False while the disk does not give the file: what is in it must not be replaced. */
  #isReadable = true;

  constructor(path: string, log: Logger) {
    this.#path = path;
    this.#log = log;
  }

  /** The saved seats; none without a file. A damaged file is put aside. */
  read(): readonly SavedRemoteSeat[] {
    const read = readKeptFileSync(this.#path);
    if (read.kind === 'missing') return [];
    if (read.kind === 'inaccessible') {
      this.#isReadable = false;
      this.#log.error(
        { reason: read.reason },
        'the remote seats cannot be read: their agents are not called',
      );
      return [];
    }
    const text = read.kind === 'read' ? read.bytes.toString('utf8') : '';
    const parsed = fileSchema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data.seats;
    quarantine(this.#path);
    this.#log.error('the file of the remote seats is damaged: their agents are not called');
    return [];
  }

  /** Replaces the file as a whole. A failure is logged: after a restart the agents are not called again. */
  write(seats: readonly SavedRemoteSeat[]): void {
    if (!this.#isReadable) return;
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      writeFileSync(`${this.#path}.new`, `${JSON.stringify({ version: 1, seats })}\n`, { mode: 0o600 });
      renameSync(`${this.#path}.new`, this.#path);
    } catch (error) {
      this.#log.error({ reason: diskReason(error) }, 'the remote seats cannot be saved');
    }
  }
}
