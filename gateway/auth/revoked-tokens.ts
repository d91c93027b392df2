import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskReason, errorCode } from '#shared/core/disk/disk-error.js';
import { fail, ok, type Result } from '#shared/core/result.js';

const HASH = /^[0-9a-f]{64}$/;

/** The hexadecimal hashes of tokens that the operator has revoked; none without the folder. Each is the name of an empty file. */
export function readRevoked(folder: string): Result<ReadonlySet<string>, string> {
  const names = namesMatching(folder, HASH);
  return names.ok ? ok(new Set(names.value)) : names;
}

/** The names of files in a folder that match; none without the folder. The failure is the reason of the disk. */
export function namesMatching(folder: string, pattern: RegExp): Result<readonly string[], string> {
  try {
    return ok(readdirSync(folder).filter((name) => pattern.test(name)));
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? ok([]) : fail(diskReason(error));
  }
}

/** Writes down that a token is revoked, until its file is removed. The failure is the reason of the disk. */
export function writeRevoked(folder: string, hash: string): Result<void, string> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, hash), '', { mode: 0o600 });
    return ok(undefined);
  } catch (error) {
    return fail(diskReason(error));
  }
}
