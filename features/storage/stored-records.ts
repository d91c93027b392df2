import { z } from 'zod';
import { parseJson } from '#shared/core/json.js';
import { ok, type Result } from '#shared/core/result.js';
import type { ObjectEntry, ObjectStore } from '#shared/store/object-store.js';
import { gameRecordSchema } from '../../proxy/games/disk/game-record.js';
import type { ListedGame } from '../../proxy/games/lifecycle/game-store.js';
import { inParallel } from './stored-game.js';

const listedSchema = z.object({
  record: gameRecordSchema,
  archivedAt: z.number().optional(),
  bytes: z.number(),
});

const PREFIX = 'records/';
const NAME = /^records\/([A-Za-z0-9][A-Za-z0-9._-]{0,63})@(\d{12})\.json$/;
/** A list that is not older counts as the present one. */
const FRESH_MS = 2000;

interface RecordKey {
  readonly entry: ObjectEntry;
  readonly gameId: string;
  readonly fence: number;
}

/** The records of all games in the bucket: one small object for each, of its last owner. They are for lists only. */
export class StoredRecords {
  readonly #store: ObjectStore;
  readonly #now: () => number;
  readonly #read = new Map<string, { readonly tag: string; readonly game: ListedGame | undefined }>();
  #listed:
    | { readonly at: number; readonly games: Promise<Result<readonly ListedGame[], string>> }
    | undefined;

  /** `now` in milliseconds of the monotonic clock. */
  constructor(store: ObjectStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** All games, in no order. One whose record cannot be read is left out. The failure is a sentence. */
  list(): Promise<Result<readonly ListedGame[], string>> {
    const at = this.#now();
    if (this.#listed === undefined || at - this.#listed.at > FRESH_MS)
      this.#listed = { at, games: this.#list() };
    return this.#listed.games;
  }

  put({ gameId, ...listed }: ListedGame, fence: number): Promise<Result<void, string>> {
    this.#listed = undefined;
    return this.#store.put(recordName(gameId, fence), Buffer.from(JSON.stringify(listed)));
  }

  /** Removes the records of a game that owners before that fence wrote. */
  async removeBefore(gameId: string, fence: number): Promise<Result<void, string>> {
    this.#listed = undefined;
    const all = await this.#store.list(`${PREFIX}${gameId}@`);
    if (!all.ok) return all;
    const old = all.value.map(({ key }) => key).filter((key) => key < recordName(gameId, fence));
    return old.length === 0 ? ok(undefined) : this.#store.remove(old);
  }

  async #list(): Promise<Result<readonly ListedGame[], string>> {
    const all = await this.#store.list(PREFIX);
    if (!all.ok) return all;
    const newest = new Map<string, RecordKey>();
    for (const key of all.value.flatMap((entry) => recordKey(entry) ?? []))
      if (key.fence >= (newest.get(key.gameId)?.fence ?? 0)) newest.set(key.gameId, key);
    const games = await inParallel([...newest.values()], (key) => this.#get(key));
    const keys = new Set([...newest.values()].map(({ entry }) => entry.key));
    for (const key of this.#read.keys()) if (!keys.has(key)) this.#read.delete(key);
    return ok(games.flatMap((game) => game ?? []));
  }

  async #get({ entry: { key, tag }, gameId }: RecordKey): Promise<ListedGame | undefined> {
    const known = this.#read.get(key);
    if (known?.tag === tag) return known.game;
    const got = await this.#store.get(key);
    if (!got.ok) return undefined;
    const listed = listedSchema.safeParse(parseJson(got.value?.toString('utf8') ?? ''));
    const game = listed.success ? { gameId, ...listed.data } : undefined;
    this.#read.set(key, { tag, game });
    return game;
  }
}

function recordName(gameId: string, fence: number): string {
  return `${PREFIX}${gameId}@${String(fence).padStart(12, '0')}.json`;
}

function recordKey(entry: ObjectEntry): RecordKey | undefined {
  const [, gameId, fence] = NAME.exec(entry.key) ?? [];
  return gameId === undefined ? undefined : { entry, gameId, fence: Number(fence) };
}
