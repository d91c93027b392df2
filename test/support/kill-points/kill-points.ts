import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { errorCode } from '#shared/core/disk/disk-error.js';
import type { DiskMonitor } from '../../../proxy/games/disk/disk-monitor.js';

/** What a proxy that was killed at one moment leaves, and what it had answered until then. */
export interface KillPoint {
  /** What was going on. */
  readonly operation: string;
  /** What had been written last, of what a restore depends on. */
  readonly written: readonly WrittenKind[];
  /** A copy of DATA_DIR/games. */
  readonly games: string;
  /** The seats that agents were told to have. */
  readonly seats: readonly AnsweredSeat[];
}

/** A seat that an agent was told to have. */
export interface AnsweredSeat {
  readonly gameId: string;
  readonly agentId: string;
  readonly player: number | undefined;
}

/** Recordings are for spectators, and large. */
const LEFT_OUT = /(^|\/)(recordings|scorelog|[^/]*\.log)(\/|$)/;

/**
 * Copies the folders of games before each write of their proxy: whoever kills it between two awaits leaves one of these
 * states. The parts of a game ask the guard of DiskMonitor before each write, which is observed here.
 */
export class KillPoints {
  readonly #all: KillPoint[] = [];
  readonly #seats: AnsweredSeat[] = [];
  readonly #games: string;
  readonly #copies: string;
  #operation = 'creation';
  #before = new Map<string, string>();

  /** `copies`: the folder for the states. */
  constructor(dataDir: string, copies: string) {
    this.#games = join(dataDir, 'games');
    this.#copies = copies;
  }

  get all(): readonly KillPoint[] {
    return this.#all;
  }

  /** Has each write of games that are opened from now on observed. */
  watch(disk: DiskMonitor): void {
    const reporterFor = disk.reporterFor.bind(disk);
    disk.reporterFor = (gameId) => {
      const reporter = reporterFor(gameId);
      const checkOwned = (): void => {
        reporter.checkOwned();
        this.#look();
      };
      return { ...reporter, checkOwned };
    };
  }

  /** Runs an operation, whose moments are named by it. */
  async during<T>(operation: string, work: () => Promise<T>): Promise<T> {
    this.#operation = operation;
    const done = await work();
    this.#look();
    return done;
  }

  /** An agent was told that it has a seat: it must have it whenever the proxy is killed from now on. */
  answered(seat: AnsweredSeat): void {
    this.#seats.push(seat);
  }

  /** A deleted game owes nothing. */
  forget(gameId: string): void {
    const others = this.#seats.filter((seat) => seat.gameId !== gameId);
    this.#seats.splice(0, this.#seats.length, ...others);
  }

  #look(): void {
    const now = withoutRemovals(() => filesIn(this.#games));
    const paths = [...new Set([...this.#before.keys(), ...now.keys()])];
    const changed = paths.filter((path) => now.get(path) !== this.#before.get(path));
    if (changed.length === 0) return;
    this.#before = now;
    const games = join(this.#copies, String(this.#all.length));
    withoutRemovals(() => {
      rmSync(games, { recursive: true, force: true });
      cpSync(this.#games, games, { recursive: true, filter: (path) => !LEFT_OUT.test(path) });
    });
    const written = [
      ...new Set(changed.filter((path) => now.has(path)).flatMap((path) => kindsOf(join(this.#games, path)))),
    ];
    this.#all.push({ operation: this.#operation, written, games, seats: [...this.#seats] });
  }
}

/** Does `work` again when a file that it had found was gone: what a replaced file leaves is removed on another thread. */
function withoutRemovals<T>(work: () => T): T {
  for (;;)
    try {
      return work();
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
}

/** The digests of all files by their paths. */
function filesIn(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => !LEFT_OUT.test(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true);
  return new Map(paths.map((path) => [relative(folder, path), digestOf(path)]));
}

function digestOf(path: string): string {
  return createHash('sha1').update(readFileSync(path)).digest('base64');
}

const KINDS = [
  { kind: 'record', path: /\/game\.json$/ },
  { kind: 'unfinished record', path: /\/game\.json\.[^/]*\.new$/ },
  { kind: 'journal', path: /\/journal\/T/ },
  { kind: 'taken seat', path: /\/journal\/T/, lastLine: '"kind":"take"' },
  { kind: 'save', path: /\/saves\/[^.]/ },
] as const;

/** A kind of file that a restore depends on. */
type WrittenKind = (typeof KINDS)[number]['kind'];

function kindsOf(file: string): readonly WrittenKind[] {
  const isOf = (one: (typeof KINDS)[number]): boolean =>
    one.path.test(file) && (!('lastLine' in one) || lastLineOf(file).includes(one.lastLine));
  return KINDS.filter(isOf).map(({ kind }) => kind);
}

function lastLineOf(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '';
}
