import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskReason, errorCode } from '#shared/core/disk/disk-error.js';
import { fail, ok, type Result } from '#shared/core/result.js';

const HASH = /^[0-9a-f]{64}$/;

/** The hexadecimal hashes of tokens that the operator has revoked; none without the folder. Each is the name of an empty file. */
export function readRevoked(folder: string): Result<ReadonlySet<string>, string> {
  try {
    return ok(new Set(readdirSync(folder).filter((name) => HASH.test(name))));
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? ok(new Set()) : fail(diskReason(error));
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
