import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { SerialQueue } from '#shared/core/serial-queue.js';
import type { PlayerMark, TurnMark } from '#shared/protocol/agent-answers.js';
import type { TurnProcess } from '#shared/protocol/process-metrics.js';
import type { DiskReporter } from '../disk/disk-monitor.js';
import type { GameFolder } from '../disk/game-folder.js';
import { LinesFile } from '../disk/lines-file.js';
import type { BringSave } from '../saves/brought-save.js';
import { serverSaves } from '../saves/stored-saves.js';
import {
  type LedgerContents,
  type LedgerEntry,
  type LedgerTurn,
  ledgerContents,
  ledgerEntrySchema,
} from './ledger-entry.js';
import { type SaveReader, savesHere } from './saved-turn.js';

/** Each turn's scores and state hash, from the server's save. Append-only; a missing turn is added later. */
export class Ledger {
  readonly #folder: GameFolder;
  readonly #disk: DiskReporter;
  readonly #saves: SaveReader;
  readonly #file: LinesFile<LedgerEntry>;
  readonly #order = new SerialQueue();
  /** Undefined until the file was read. */
  #recordedTurns: Set<number> | undefined;
  #newest = 0;
  /** How agents played turns, to be written. */
  #rows: LedgerEntry[] = [];
  /** How turns ended, by turn; undefined until that was read. */
  #marks: Map<number, readonly PlayerMark[]> | undefined;

  /** `saves` reads the turns of saves. */
  constructor(folder: GameFolder, disk: DiskReporter, saves: SaveReader = savesHere) {
    this.#folder = folder;
    this.#disk = disk;
    this.#saves = saves;
    const lost = 'the scores of turns whose saves are gone';
    const stored = { file: folder.ledger, what: 'ledger', schema: ledgerEntrySchema, disk, lost } as const;
    this.#file = new LinesFile({ ...stored, isTerminated: true });
  }

  /** Records that a server loaded the save of that turn; undefined when it created the game. */
  recordRun(from: number | undefined): Promise<void> {
    this.#newest = from ?? 0;
    this.#recordedTurns = undefined;
    return this.#order.run(async () => {
      this.#add({ kind: 'life', from: from ?? null });
      this.#marks = undefined;
    });
  }

  /** Records the turns before this one, whose saves are complete now. Repeated calls, one for each seat, count once. */
  onTurnBegan(turn: number): void {
    if (turn <= this.#newest) return;
    this.#newest = turn;
    void this.#order
      .run(async () => {
        const whole = await this.#addMissingTurns(turn);
        this.#reportSave(turn - 1, whole.has(turn - 1));
      })
      .catch((error: unknown) => this.#disk.writeFailed('ledger', error));
  }

  /** Records how an agent played a turn. The rows of seats that come at about the same time are written together. */
  recordProcess(turn: number, row: TurnProcess): void {
    this.#rows.push({ kind: 'process', turn, ...row });
    if (this.#rows.length > 1) return;
    void this.#order
      .run(async () => {
        await setImmediate();
        const rows = this.#rows;
        this.#rows = [];
        this.#file.append(rows);
      })
      .catch((error: unknown) => this.#disk.writeFailed('ledger', error));
  }

  recordMarks(turn: number, marks: readonly PlayerMark[]): void {
    void this.#order
      .run(async () => {
        this.#add({ kind: 'marks', turn, marks: [...marks] });
        this.#marks?.set(turn, marks);
      })
      .catch((error: unknown) => this.#disk.writeFailed('ledger', error));
  }

  /** How the turns of a player ended when they were last played, by turn. Rejects when the disk does not give the ledger now. */
  async marksOf(player: number): Promise<ReadonlyMap<number, TurnMark>> {
    const all = await this.#order.run(async () => {
      this.#marks ??= new Map((await this.#read()).marks);
      return this.#marks;
    });
    const own = [...all].flatMap(([turn, marks]) => {
      const mark = marks.find((one) => one.player === player)?.mark;
      return mark === undefined ? [] : [[turn, mark] as const];
    });
    return new Map(own);
  }

  /** Adds every turn that has a save and no entry; returns the content then. */
  sync(): Promise<LedgerContents> {
    return this.#order.run(async () => {
      await this.#addMissingTurns(Number.POSITIVE_INFINITY);
      return this.#read();
    });
  }

  /** Resolves when all entries up to now are in the file. */
  get written(): Promise<void> {
    return this.#order.run(async () => undefined);
  }

  /** Returns the turns before `end` whose saves are complete. */
  async #addMissingTurns(end: number): Promise<ReadonlySet<number>> {
    this.#recordedTurns ??= new Set((await this.#read()).turns.map(({ turn }) => turn));
    const read = new Map<string, LedgerTurn | undefined>();
    const bring: BringSave = async (folders, tried) => {
      const { turn, ...found } = await this.#saves.bring(folders, tried);
      if (found.save !== undefined) read.set(found.save.part, turn);
      return found;
    };
    const { turns, final, placed } = await serverSaves(this.#folder, this.#disk, bring);
    const whole = new Set(this.#recordedTurns);
    const saves = [...(final === undefined ? [] : [final]), ...turns];
    // One by one: there may be many saves, each a megabyte of text.
    for (const { turn, file } of saves.reverse()) {
      if (turn >= end || this.#recordedTurns.has(turn)) continue;
      const known = read.get(placed.get(basename(file)) ?? '');
      const entry = known ?? (await this.#saves.read({ turn, file, isFinal: file === final?.file }));
      if (entry === undefined) continue;
      whole.add(turn);
      if (this.#add(entry)) this.#recordedTurns.add(turn);
    }
    return whole;
  }

  /** Reports a missing save: the server itself continues after a failed write, and only logs it. */
  #reportSave(turn: number, isWhole: boolean): void {
    if (isWhole) this.#disk.writeSucceeded('save');
    else if (turn > 0) this.#disk.writeFailed('save', new Error(`there is no whole save of turn ${turn}`));
  }

  async #read(): Promise<LedgerContents> {
    return ledgerContents(await this.#file.read());
  }

  /** Appends an entry; false when it cannot be written. The game continues, and the entry is added later. */
  #add(entry: LedgerEntry): boolean {
    return this.#file.append([entry]);
  }
}
