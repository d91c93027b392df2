import { mkdir, open, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseJson } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { ObjectStore } from '#shared/store/object-store.js';
import {
  applyCommit,
  BrokenLog,
  commitSchema,
  objectsOf,
  type StoredFile,
  type StoredFolder,
} from './commit.js';
import { blobFence, effectiveLog, gamePrefix, type LogKey, logName, parseLogName } from './object-keys.js';

/** A game as the bucket has it. */
export interface StoredGameState {
  readonly folder: StoredFolder;
  /** Of the commits that count; undefined when the bucket has no such game. */
  readonly fence: number | undefined;
  /** The highest of all its objects; 0 without any. */
  readonly highestFence: number;
  /** Its obsolete objects, by their names below the game's prefix. */
  readonly outdated: readonly string[];
}

const MAX_ATTEMPTS = 5;
const MAX_PARALLEL = 16;

/** Reads a game's log, again where a late earlier owner removes commits meanwhile. The failure is a sentence. */
export async function readStoredGame(
  store: ObjectStore,
  gameId: string,
): Promise<Result<StoredGameState, string>> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const read = await readOnce(store, gameId);
    if (!read.ok) return read;
    if (read.value !== undefined) return ok(read.value);
  }
  return fail('its log changes while it is read');
}

/** Undefined when a commit was removed during the read. */
async function readOnce(
  store: ObjectStore,
  gameId: string,
): Promise<Result<StoredGameState | undefined, string>> {
  const prefix = gamePrefix(gameId);
  const listed = await store.list(prefix);
  if (!listed.ok) return listed;
  const names = listed.value.map(({ key }) => key.slice(prefix.length));
  const keys = names.flatMap((name) => parseLogName(name) ?? []);
  const { commits, fence: highestLog } = effectiveLog(keys);
  const texts = await inParallel(commits, (key) => store.get(prefix + logName(key)));
  const refused = texts.find((text) => !text.ok);
  if (refused?.ok === false) return refused;
  const bytes = texts.flatMap((text) => (text.ok && text.value !== undefined ? [text.value] : []));
  if (bytes.length < commits.length) return ok(undefined);
  const folded = fold(commits, bytes);
  if (!folded.ok) return folded;
  const folder = folded.value;
  const used = objectsOf(folder);
  const highestBlob = names.reduce((highest, name) => Math.max(highest, blobFence(name) ?? 0), 0);
  return ok({
    folder,
    fence: commits[0]?.fence,
    highestFence: Math.max(highestLog, highestBlob),
    outdated: names.filter((name) => isOurs(name) && !used.has(name)),
  });
}

function isOurs(name: string): boolean {
  return parseLogName(name) !== undefined || blobFence(name) !== undefined;
}

function fold(keys: readonly LogKey[], texts: readonly Buffer[]): Result<StoredFolder, string> {
  let folder: StoredFolder = new Map();
  for (const [at, key] of keys.entries()) {
    const commit = commitSchema.safeParse(parseJson(texts[at]?.toString('utf8') ?? ''));
    if (!commit.success) return fail(`${logName(key)} is damaged`);
    try {
      folder = applyCommit(folder, commit.data, key.isWhole);
    } catch (error) {
      if (!(error instanceof BrokenLog)) throw error;
      return fail(`${logName(key)} does not fit to the commits before it`);
    }
  }
  return ok(folder);
}

/** Writes the files of a game into a folder that is empty or missing. The failure is a sentence. Rejects when the disk does not take them. */
export async function writeStoredGame(
  store: ObjectStore,
  gameId: string,
  stored: StoredFolder,
  folder: string,
): Promise<Result<void, string>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const done = await inParallel([...stored], ([path, file]) =>
    writeStoredFile(store, gamePrefix(gameId), file, join(folder, path)),
  );
  return done.find((one) => !one.ok) ?? ok(undefined);
}

async function writeStoredFile(
  store: ObjectStore,
  prefix: string,
  { parts, modified }: StoredFile,
  path: string,
): Promise<Result<void, string>> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  try {
    for (const part of parts) {
      if ('inline' in part) {
        await file.write(Buffer.from(part.inline, 'base64'));
        continue;
      }
      const got = await store.get(prefix + part.object);
      if (!got.ok) return got;
      if (got.value?.length !== part.bytes) return fail(`${part.object} is missing or has another size`);
      await file.write(got.value);
    }
  } finally {
    await file.close();
  }
  // Half a millisecond more: seconds with fractions are not exact.
  const seconds = (modified + 0.5) / 1000;
  await utimes(path, seconds, seconds);
  return ok(undefined);
}

/** The results of work on each value, several at a time. */
export async function inParallel<T, R>(
  values: readonly T[],
  work: (value: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const left = [...values.entries()];
  const lanes = Array.from({ length: MAX_PARALLEL }, async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      results[next[0]] = await work(next[1]);
  });
  await Promise.all(lanes);
  return results;
}
