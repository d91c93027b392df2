import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '#shared/core/log.js';
import type { Result } from '#shared/core/result.js';
import { folderBytes } from '../../proxy/games/disk/folder-bytes.js';
import { gameFolder } from '../../proxy/games/disk/game-folder.js';
import type { GameStore } from '../../proxy/games/lifecycle/game-store.js';

/** When archives are removed (ARCHIVE_MAX_GB, ARCHIVE_MAX_DAYS). */
export interface ArchiveLimits {
  /** All archives together, in bytes. */
  readonly bytes: number;
  /** Of an archive, in milliseconds. */
  readonly age: number;
}

interface Archive {
  readonly gameId: string;
  readonly bytes: number;
  /** When the game was archived, in epoch milliseconds. */
  readonly since: number;
}

/** The archives that are beyond the limits, the oldest first. `now` in epoch milliseconds. */
export function archivesOverLimit(
  archives: readonly Archive[],
  limits: ArchiveLimits,
  now: number,
): readonly Archive[] {
  let total = archives.reduce((sum, { bytes }) => sum + bytes, 0);
  return archives
    .toSorted((a, b) => a.since - b.since)
    .filter(({ bytes, since }) => {
      const isBeyond = total > limits.bytes || now - since > limits.age;
      if (isBeyond) total -= bytes;
      return isBeyond;
    });
}

/** The archives on the disk. Games that can still be played are never among them. */
async function archivesIn(dataDir: string): Promise<readonly Archive[]> {
  const names = await readdir(join(dataDir, 'games')).catch(() => []);
  const found = await Promise.all(names.map((gameId) => archiveOf(dataDir, gameId)));
  return found.flat();
}

/** None while the bucket does not say. */
async function archivesInBucket(storage: Pick<GameStore, 'list'>): Promise<readonly Archive[]> {
  const listed = await storage.list();
  return (listed.ok ? listed.value : []).flatMap(({ gameId, bytes, archivedAt: since }) =>
    since === undefined ? [] : [{ gameId, bytes, since }],
  );
}

async function archiveOf(dataDir: string, gameId: string): Promise<readonly Archive[]> {
  const folder = gameFolder(dataDir, gameId);
  const manifest = await stat(folder.manifest).catch(() => undefined);
  if (manifest === undefined) return [];
  return [{ gameId, bytes: await folderBytes(folder.path), since: manifest.mtimeMs }];
}

const PRUNE_INTERVAL_MS = 3_600_000;

/** When the data of the agents of ended games is removed (AGENT_DATA_MAX_DAYS). */
interface AgentDataLimit {
  /** Since the game was archived, in milliseconds. */
  readonly age: number;
  /** Removes it from a game. Resolves with the number of files; the failure is a sentence. */
  remove(gameId: string): Promise<Result<number, string>>;
}

/** What the retention of archives needs. */
export interface ArchiveRetentionOptions {
  readonly games: { remove(gameId: string): Promise<Result<void>> };
  readonly dataDir: string;
  /** The bucket that the games are in, if there is one: then its archives are limited. */
  readonly storage?: Pick<GameStore, 'list'> | undefined;
  readonly limits: ArchiveLimits;
  /** Without it the data of agents is removed together with the archive. */
  readonly agentData?: AgentDataLimit;
  readonly log: Logger;
}

/** Removes the oldest archives while there are too many or they are too old: at once, then every hour. */
export class ArchiveRetention implements Disposable {
  readonly #options: ArchiveRetentionOptions;
  readonly #timer: NodeJS.Timeout;
  /** Games whose agents' data is removed. */
  readonly #emptied = new Set<string>();

  constructor(options: ArchiveRetentionOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.prune(Date.now()), PRUNE_INTERVAL_MS).unref();
    void this.prune(Date.now());
  }

  /** `now` in epoch milliseconds. */
  async prune(now: number): Promise<void> {
    const { games, dataDir, storage, limits, log } = this.#options;
    const archives = storage === undefined ? await archivesIn(dataDir) : await archivesInBucket(storage);
    for (const { gameId, bytes } of archivesOverLimit(archives, limits, now)) {
      const removed = await games.remove(gameId);
      if (removed.ok)
        log.info({ game: gameId, bytes }, 'an old archive was removed (ARCHIVE_MAX_GB, ARCHIVE_MAX_DAYS)');
      else log.warn({ game: gameId, reason: removed.failure.message }, 'an old archive could not be removed');
    }
    await this.#removeAgentData(archives, now);
  }

  async #removeAgentData(archives: readonly Archive[], now: number): Promise<void> {
    const { agentData, log } = this.#options;
    if (agentData === undefined) return;
    for (const { gameId, since } of archives) {
      if (now - since <= agentData.age || this.#emptied.has(gameId)) continue;
      const removed = await agentData.remove(gameId);
      if (removed.ok) this.#emptied.add(gameId);
      if (!removed.ok)
        log.warn({ game: gameId, reason: removed.failure }, 'the data of its agents could not be removed');
      else if (removed.value > 0)
        log.info(
          { game: gameId, files: removed.value },
          'the data of its agents was removed (AGENT_DATA_MAX_DAYS)',
        );
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
