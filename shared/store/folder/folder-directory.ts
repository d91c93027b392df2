import {
  existsSync,
  type FSWatcher,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  unlinkSync,
  watch,
} from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../core/clock.js';
import { errorCode } from '../../core/disk/disk-error.js';
import { fail, ok, type Result } from '../../core/result.js';
import type { Directory, Ownership, ProxyEntry } from '../directory.js';
import { groupNames, namesOfGame, ownedName, parseOwnerName } from './owner-names.js';
import { type ProcessAnswer, ProxySockets } from './proxy-sockets.js';

/** Names of deleted games are kept for a day. */
const DELETED_KEEP_MS = 86_400_000;

/** The proxies of a data folder and the owners of its games, by names in `owners` and live sockets. */
export class FolderDirectory implements Directory {
  protected readonly sockets: ProxySockets;
  readonly #owners: string;
  readonly #listeners = new Set<(gameId: string) => void>();
  #watcher: FSWatcher | undefined;

  constructor(dataDir: string) {
    this.#owners = join(dataDir, 'owners');
    this.sockets = new ProxySockets(dataDir);
  }

  async proxies(): Promise<Result<readonly ProxyEntry[], 'unreachable'>> {
    const answers = await Promise.all(this.sockets.ids().map((id) => this.sockets.ask(id)));
    return ok(answers.flatMap((answer) => (answer.kind === 'alive' ? (answer.entry ?? []) : [])));
  }

  async owner(gameId: string): Promise<Result<Ownership | undefined, 'unreachable'>> {
    const names = this.names();
    if (names === undefined) return fail('unreachable');
    const { fence, isOwned } = namesOfGame(names, gameId);
    const holder = isOwned ? this.holder(gameId, fence) : undefined;
    if (holder === undefined) return ok(undefined);
    return ok(ownershipOf(gameId, fence, await this.sockets.ask(holder)));
  }

  onChange(listener: (gameId: string) => void): () => void {
    this.#listeners.add(listener);
    this.#watcher ??= this.#watch();
    return () => void this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#watcher?.close();
    this.#listeners.clear();
  }

  /** The names in the folder of owners; undefined when the disk does not give them. */
  protected names(): readonly string[] | undefined {
    try {
      return readdirSync(this.#owners);
    } catch (error) {
      return errorCode(error) === 'ENOENT' ? [] : undefined;
    }
  }

  /** The process that owns a game under that fence; undefined when it is gone. */
  protected holder(gameId: string, fence: number): string | undefined {
    try {
      return readlinkSync(this.ownerPath(ownedName(gameId, fence)));
    } catch {
      return undefined;
    }
  }

  protected ownerPath(name: string): string {
    return join(this.#owners, name);
  }

  protected makeFolder(): void {
    mkdirSync(this.#owners, { recursive: true, mode: 0o700 });
  }

  /** Removes what is obsolete: sockets of processes that have ended and own nothing, and names of deleted games. */
  protected async prune(dataDir: string, clock: Clock): Promise<void> {
    const games = groupNames(this.names() ?? []);
    const holders = new Set([...games].map(([gameId, { fence }]) => this.holder(gameId, fence)));
    for (const id of this.sockets.ids())
      if (!holders.has(id) && (await this.sockets.ask(id)).kind === 'dead')
        attempt(() => unlinkSync(this.sockets.path(id)));
    const now = clock.now();
    for (const [gameId, { all, isOwned }] of games) {
      if (isOwned || existsSync(join(dataDir, 'games', gameId))) continue;
      for (const { name } of all) removeBefore(now - DELETED_KEEP_MS, this.ownerPath(name));
    }
  }

  /** Undefined where the system cannot watch another folder: then there are no hints. */
  #watch(): FSWatcher | undefined {
    try {
      this.makeFolder();
      const watcher = watch(this.#owners, { persistent: false }, (_event, name) => {
        const found = parseOwnerName(name ?? '');
        if (found === undefined || found.kind === 'asked') return;
        for (const listener of this.#listeners) listener(found.gameId);
      });
      watcher.on('error', () => watcher.close());
      return watcher;
    } catch {
      return undefined;
    }
  }
}

/** A process that still writes for a game long deleted must not find it made anew under a lower fence. */
function removeBefore(moment: number, path: string): void {
  attempt(() => {
    if (lstatSync(path).mtimeMs < moment) unlinkSync(path);
  });
}

/** False when the disk does not allow it, or another process was faster. */
export function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/** Undefined for a process that does not say who it is. */
export function ownershipOf(gameId: string, fence: number, answer: ProcessAnswer): Ownership | undefined {
  if (answer.kind !== 'alive' || answer.entry === undefined) return undefined;
  return { gameId, fence, proxyId: answer.entry.id, url: answer.entry.url };
}
