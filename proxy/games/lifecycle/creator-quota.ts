import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { SerialQueue } from '#shared/core/serial-queue.js';
import type { LinkCreator } from '#shared/protocol/link.js';
import { folderBytes } from '../disk/folder-bytes.js';
import { gameFolder } from '../disk/game-folder.js';
import type { GameRecord } from '../disk/game-record.js';

/** Where the quota finds the games of a token. */
export interface CreatorQuotaOptions {
  readonly dataDir: string;
  /** The records of all games of this proxy's disk, in memory or not. */
  records(): Promise<Result<readonly GameRecord[]>>;
}

/** What the games of one token use. */
interface CreatorUse {
  /** Games that are not over. */
  readonly games: number;
  /** Bytes on the disk of all its games: saves, journals, recordings. 0 without a quota of bytes. */
  readonly bytes: number;
}

/** Holds the tokens that make games to their quotas. A token makes one game after the other, so that its quota holds exactly. */
export class CreatorQuota {
  readonly #options: CreatorQuotaOptions;
  /** By token, while it makes games. */
  readonly #creations = new Map<string, SerialQueue>();

  constructor(options: CreatorQuotaOptions) {
    this.#options = options;
  }

  /** Makes a game for a token. E113 when it has all the games, or all the bytes, that it may have. */
  admit<T>(creator: LinkCreator | undefined, make: () => Promise<Result<T>>): Promise<Result<T>> {
    if (creator?.max_games === undefined && creator?.max_bytes === undefined) return make();
    return this.#inOrder(creator.token, async () => {
      const use = await this.#useOf(creator);
      if (!use.ok) return use;
      const refused = refusalOf(creator, use.value);
      return refused === undefined ? make() : fail(refused);
    });
  }

  async #inOrder<T>(token: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#creations.get(token) ?? new SerialQueue();
    this.#creations.set(token, queue);
    try {
      return await queue.run(work);
    } finally {
      if (!queue.isBusy) this.#creations.delete(token);
    }
  }

  async #useOf({ token, max_bytes: maxBytes }: LinkCreator): Promise<Result<CreatorUse>> {
    const records = await this.#options.records();
    if (!records.ok) return records;
    const own = records.value.filter(({ creator }) => creator === token);
    const measured = maxBytes === undefined ? [] : own;
    const sizes = await Promise.all(
      measured.map(({ id }) => folderBytes(gameFolder(this.#options.dataDir, id).path)),
    );
    const games = own.filter(({ phase }) => phase !== 'ended').length;
    return ok({ games, bytes: sizes.reduce((sum, size) => sum + size, 0) });
  }
}

function refusalOf(
  { max_games: maxGames, max_bytes: maxBytes }: LinkCreator,
  { games, bytes }: CreatorUse,
): Failure | undefined {
  if (maxGames !== undefined && games >= maxGames)
    return failure(
      'E113',
      `This token has ${games} games that are not over, and may have ${maxGames}: end one`,
      {
        details: { quota: 'games', max: maxGames },
      },
    );
  if (maxBytes === undefined || bytes < maxBytes) return undefined;
  const [used, max] = [bytes, maxBytes].map((size) => Math.round(size / 1e6));
  return failure(
    'E113',
    `The games of this token take ${used} MB of the disk, and may take ${max}: delete one`,
    {
      details: { quota: 'disk_mb', max },
    },
  );
}
