import type { Logger } from '#shared/core/log.js';
import type { MissingPart } from '#shared/protocol/agent-answers.js';
import type { RecordStore } from '../disk/record-file.js';

/** The parts that were missing whenever a game was restored, since this proxy loaded it. */
export class MissingParts {
  readonly #records: RecordStore;
  readonly #log: Logger;
  #all: readonly MissingPart[] = [];
  #unreported: readonly MissingPart[] = [];

  constructor(records: RecordStore, log: Logger) {
    this.#records = records;
    this.#log = log;
  }

  get all(): readonly MissingPart[] {
    return this.#all;
  }

  /** Adds missing parts to the record. Agents are notified when the game can be played. */
  async add(missing: readonly MissingPart[]): Promise<void> {
    if (missing.length === 0) return;
    this.#unreported = [...this.#unreported, ...missing];
    this.#all = [...this.#all, ...missing];
    this.#log.error({ missing }, 'the game is restored without requests that are missing in its journal');
    await this.#records.update({ missing: [...this.#records.current.missing, ...missing] });
  }

  /** The missing parts that agents were not notified of yet; from now on they count as notified. */
  takeUnreported(): readonly MissingPart[] {
    const unreported = this.#unreported;
    this.#unreported = [];
    return unreported;
  }
}
