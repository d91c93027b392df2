/** A commit in the log of a game, as its key says. */
export interface LogKey {
  /** Of the proxy that wrote it. */
  readonly fence: number;
  /** Counts the commits under that fence from 0 on. */
  readonly number: number;
  /** It holds the whole folder; else what has changed since the commit before. */
  readonly isWhole: boolean;
}

/** Wide enough that keys are in the order of their numbers. */
const DIGITS = 12;
const LOG_NAME = new RegExp(`^log/(\\d{${DIGITS}})-(\\d{${DIGITS}})-(whole|more)\\.json$`);
const BLOB_NAME = new RegExp(`^files/(\\d{${DIGITS}})-(\\d{${DIGITS}})(?:-[A-Za-z0-9._-]{1,80})?$`);
const SHORT_BLOB_NAME = 60;

/** Where the objects of a game are. Ids of games are safe as parts of keys. */
export function gamePrefix(gameId: string): string {
  return `games/${gameId}/`;
}

/** The key of a commit, below the game's prefix. */
export function logName({ fence, number, isWhole }: LogKey): string {
  return `log/${padded(fence)}-${padded(number)}-${isWhole ? 'whole' : 'more'}.json`;
}

/** Undefined for a name that is not of a commit. */
export function parseLogName(name: string): LogKey | undefined {
  const [, fence, number, kind] = LOG_NAME.exec(name) ?? [];
  return fence === undefined
    ? undefined
    : { fence: Number(fence), number: Number(number), isWhole: kind === 'whole' };
}

/** The name of an object that holds a part of a file; `path` is for people who look into the bucket. */
export function blobName(fence: number, number: number, path: string): string {
  const shown = path.replace(/[^A-Za-z0-9._-]+/g, '-').slice(-SHORT_BLOB_NAME);
  return `files/${padded(fence)}-${padded(number)}-${shown}`;
}

/** The fence under which such an object was written; undefined for a name that is not of one. */
export function blobFence(name: string): number | undefined {
  const fence = BLOB_NAME.exec(name)?.[1];
  return fence === undefined ? undefined : Number(fence);
}

/** The commits that say what the folder is, the first of them whole; none when there is no game. */
export interface EffectiveLog {
  readonly commits: readonly LogKey[];
  /** The highest fence of all commits, also of those that do not count; 0 without any. */
  readonly fence: number;
}

/** The commits that count: the newest whole one of the highest fence, and those that follow without a gap. */
export function effectiveLog(keys: readonly LogKey[]): EffectiveLog {
  const fence = keys.reduce((highest, key) => Math.max(highest, key.fence), 0);
  const whole = keys
    .filter(({ isWhole }) => isWhole)
    .reduce<LogKey | undefined>(
      (best, key) => (best === undefined || isLater(key, best) ? key : best),
      undefined,
    );
  if (whole === undefined) return { commits: [], fence };
  const more = keys
    .filter((key) => !key.isWhole && key.fence === whole.fence && key.number > whole.number)
    .sort((a, b) => a.number - b.number);
  const following = more.filter((key, at) => key.number === whole.number + 1 + at);
  return { commits: [whole, ...following], fence };
}

function isLater(a: LogKey, b: LogKey): boolean {
  return a.fence > b.fence || (a.fence === b.fence && a.number > b.number);
}

function padded(number: number): string {
  return String(number).padStart(DIGITS, '0');
}
