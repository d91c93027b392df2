import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** A file that another account wrote, as it was when it was opened. */
export interface UntrustedFile {
  readonly bytes: Buffer;
  /** When it was written last. */
  readonly modified: Date;
}

/** What a file must be like to be read. */
export interface UntrustedLimits {
  /** The user id that must own it. */
  readonly owner: number;
  readonly maxBytes: number;
}

/** A link is not followed, a pipe without a writer not waited for, a terminal not taken over. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/**
 * Reads a file of a folder in which another account may make anything. Undefined unless it is a plain file that this
 * account owns under one name only, and no larger than allowed: a link to what only we may read gives nothing away.
 */
export async function readUntrusted(
  path: string,
  limits: UntrustedLimits,
): Promise<UntrustedFile | undefined> {
  const file = await open(path, FLAGS).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const stats = await file.stat();
    const isPlain = stats.isFile() && stats.nlink === 1 && stats.uid === limits.owner;
    if (!isPlain || stats.size > limits.maxBytes) return undefined;
    // No more than it had: it may grow while it is read.
    const bytes = Buffer.alloc(stats.size);
    const length = await readUpTo(bytes, (at) => file.read(bytes, at, bytes.length - at, at));
    return { bytes: bytes.subarray(0, length), modified: stats.mtime };
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

async function readUpTo(
  bytes: Buffer,
  read: (at: number) => Promise<{ readonly bytesRead: number }>,
): Promise<number> {
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await read(length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
}
