import { chown, copyFile, mkdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { failure } from '#shared/failure.js';
import { fail, ok, type Result } from '#shared/result.js';
import type { Account } from '../server/run-as-user.js';

/**
 * Makes the folder the game server lives and saves in, owned by the account it runs under, and brings the save to go on
 * from into it. The server only ever uses paths relative to this folder: it is entered before the account changes, so
 * it works below folders that only root may enter. Answers the name of the save within the folder.
 */
export async function prepareSaveFolder(
  folder: string,
  account: Account | undefined,
  saveFile: string | undefined,
): Promise<Result<string | undefined>> {
  try {
    await mkdir(folder, { recursive: true });
    if (account !== undefined) await chown(folder, account.uid, account.gid);
    return ok(saveFile === undefined ? undefined : await bringSave(folder, account, saveFile));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail(failure('E142', 'The save folder of the game cannot be used', { details: { reason } }));
  }
}

async function bringSave(folder: string, account: Account | undefined, saveFile: string): Promise<string> {
  const name = basename(saveFile);
  const target = join(folder, name);
  if (resolve(dirname(saveFile)) !== resolve(folder)) await copyFile(saveFile, target);
  if (account !== undefined) await chown(target, account.uid, account.gid);
  return name;
}
