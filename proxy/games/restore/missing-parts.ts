import type { Logger } from '#shared/core/log.js';
import type { MissingPart } from '#shared/protocol/agent-answers.js';
import type { JournalPlace } from '#shared/protocol/link-places.js';
import type { RecordStore } from '../disk/record-file.js';
import { type Journal, journalName } from '../journal/journal.js';
import { lackingTurns } from '../journal/journal-end.js';
import type { SeatTable } from '../seats/seat-table.js';

/** What the missing parts of a game are found and told with. */
export interface MissingPartsOptions {
  readonly recordStore: RecordStore;
  readonly journal: Journal;
  readonly table: Pick<SeatTable, 'emit'>;
  readonly log: Logger;
  /** Whether the game can be played now, so that agents may be told so. */
  isBack(): boolean;
}

/** The parts that were missing whenever a game was restored, since this proxy loaded it. */
export class MissingParts {
  readonly #options: MissingPartsOptions;
  #all: readonly MissingPart[] = [];
  #unreported: readonly MissingPart[] = [];
  /** What gateways were told by earlier owners, as long as it was not compared with the journal. */
  #uncompared: readonly JournalPlace[] = [];

  constructor(options: MissingPartsOptions) {
    this.#options = options;
  }

  /** All of them, also for agents that had no link when they were found. */
  get all(): readonly MissingPart[] {
    return this.#all;
  }

  /** The end of the journal, as answers name it. Undefined while a place that gateways named could not be compared. */
  get place(): JournalPlace | undefined {
    const { journal, recordStore } = this.#options;
    const { lastPlace } = journal;
    if (this.#uncompared.length > 0) return undefined;
    return lastPlace && { created: recordStore.current.created, ...lastPlace };
  }

  /** Adds missing parts to the record. Agents are notified when the game can be played. */
  async add(missing: readonly MissingPart[]): Promise<void> {
    if (missing.length === 0) return;
    const { log, recordStore } = this.#options;
    this.#unreported = [...this.#unreported, ...missing];
    this.#all = [...this.#all, ...missing];
    log.error({ missing }, 'the game is restored without requests that are missing in its journal');
    await recordStore.update({ missing: [...recordStore.current.missing, ...missing] });
  }

  /** Adds what the journal lacks of what a gateway was told, and notifies the agents. The next call repeats what fails. */
  async compareWith(told: JournalPlace): Promise<void> {
    const { created, fence } = this.#options.recordStore.current;
    const isNew = !this.#uncompared.some(({ entry, fence: of }) => entry === told.entry && of === told.fence);
    if (isNew && told.created === created && told.fence < fence)
      this.#uncompared = [...this.#uncompared, told];
    for (const place of this.#uncompared) await this.#compare(place);
  }

  async #compare(told: JournalPlace): Promise<void> {
    const { journal, log, isBack } = this.#options;
    const turns = await lackingTurns(journal, told);
    if (!turns.ok) return log.error({ failure: turns.failure }, 'the journal could not be compared');
    this.#uncompared = this.#uncompared.filter((place) => place !== told);
    const known = new Set(this.#all.map(({ turn }) => turn));
    const fresh = turns.value.filter((turn) => !known.has(turn));
    const added = this.add(
      fresh.map((turn) => ({ turn, requests: null, file: `journal/${journalName(turn)}` })),
    );
    if (fresh.length > 0 && isBack()) this.tellRecovered();
    await added;
  }

  /** Notifies the agents that the game can be played, and of the missing parts that they were not notified of yet. */
  tellRecovered(): void {
    const missing = this.#unreported;
    this.#unreported = [];
    this.#options.table.emit({ kind: 'game_recovered', missing });
  }

  /** Whether there are parts that agents were not notified of. */
  get hasUnreported(): boolean {
    return this.#unreported.length > 0;
  }
}
