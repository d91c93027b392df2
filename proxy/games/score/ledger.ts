import { SerialQueue } from '#shared/core/serial-queue.js';
import type { PlayerMark, TurnMark } from '#shared/protocol/agent-answers.js';
import type { DiskReporter } from '../disk/disk-monitor.js';
import type { GameFolder } from '../disk/game-folder.js';
import { LinesFile } from '../disk/lines-file.js';
import { finalSave, savedTurns } from '../saves/game-saves.js';
import { readSave, SaveSections, stateHash } from '../saves/save-file.js';
import {
  type LedgerContents,
  type LedgerEntry,
  type LedgerTurn,
  ledgerContents,
  ledgerEntrySchema,
} from './ledger-entry.js';
import { playerScores } from './player-scores.js';

/**
 * The scores of a game: for each turn every player's score at its begin, and the state hash, both read from the server's
 * save. The file is append-only. A missing turn is added later from its save.
 */
export class Ledger {
  readonly #folder: GameFolder;
  readonly #disk: DiskReporter;
  readonly #file: LinesFile<LedgerEntry>;
  readonly #order = new SerialQueue();
  /** Undefined until the file was read. */
  #recordedTurns: Set<number> | undefined;
  #newest = 0;
  /** How turns ended, by turn; undefined until that was read. */
  #marks: Map<number, readonly PlayerMark[]> | undefined;

  constructor(folder: GameFolder, disk: DiskReporter) {
    this.#folder = folder;
    this.#disk = disk;
    const lost = 'the scores of turns whose saves are gone';
    const stored = { file: folder.ledger, what: 'ledger', schema: ledgerEntrySchema, disk, lost } as const;
    this.#file = new LinesFile({ ...stored, isTerminated: true });
  }

  /** Records that a server loaded the save of that turn; undefined when it created the game. */
  recordRun(from: number | undefined): Promise<void> {
    this.#newest = from ?? 0;
    this.#recordedTurns = undefined;
    return this.#order.run(async () => {
      await this.#add({ kind: 'life', from: from ?? null });
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

  /** Records how that turn ended for the agents' players. */
  recordMarks(turn: number, marks: readonly PlayerMark[]): void {
    void this.#order
      .run(async () => {
        await this.#add({ kind: 'marks', turn, marks: [...marks] });
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
    const final = await finalSave(this.#folder, this.#disk);
    const whole = new Set(this.#recordedTurns);
    const saves = [...(final === undefined ? [] : [final]), ...(await savedTurns(this.#folder, this.#disk))];
    // One by one: there may be many saves, each a megabyte of text.
    for (const { turn, file } of saves.reverse()) {
      if (turn >= end || this.#recordedTurns.has(turn)) continue;
      const entry = await ledgerTurn(turn, file, file === final?.file);
      if (entry === undefined) continue;
      whole.add(turn);
      if (await this.#add(entry)) this.#recordedTurns.add(turn);
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
  #add(entry: LedgerEntry): Promise<boolean> {
    return this.#file.append([entry]);
  }
}

/** The entry of a turn from its save; undefined while the save is not complete. */
async function ledgerTurn(turn: number, file: string, isFinal: boolean): Promise<LedgerTurn | undefined> {
  const text = await readSave(file);
  if (text === undefined) return undefined;
  const save = new SaveSections(text);
  const [players, relations] = [playerScores(save), playerRelations(save)];
  return { kind: 'turn', turn, isFinal, hash: stateHash(text), players, relations };
}

/** How two players stand to each other: their numbers, the lower first, the state, and the turns it has left. */
export type RelationRow = [one: number, other: number, relation: string, turnsLeft: number];

/** The names of diplomatic states in saves, without war and no contact. */
const agreedStates: Readonly<Record<string, string>> = {
  Armistice: 'armistice',
  'Cease-fire': 'ceasefire',
  Peace: 'peace',
  Alliance: 'alliance',
};

/** The pairs of players that have agreed on something, from the table of each player in a save. */
function playerRelations(save: SaveSections): RelationRow[] {
  const players = save.numbered('player').sort((a, b) => a - b);
  return players.flatMap((one) => {
    const rows = save.table(`player${one}`, 'diplstate');
    return players.flatMap((other, index): RelationRow[] => {
      const row = rows[index];
      const relation = agreedStates[row?.get('current') ?? ''];
      if (other <= one || relation === undefined) return [];
      return [[one, other, relation, Number(row?.get('turns_left') ?? 0)]];
    });
  });
}
