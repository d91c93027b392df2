import { spawn } from 'node:child_process';
import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { installedAs } from '../../tools/steps/prepare.mjs';

/** What a program printed and how it ended. */
export interface Ended {
  readonly code: number | null;
  readonly printed: string;
  readonly failed: string;
}

/** Copies a folder with a package.json, and installs exactly the packages of its lock file in the copy. */
export async function installFolder(sources: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of await readdir(sources))
    if (file !== 'node_modules') await cp(join(sources, file), join(folder, file));
  if (installedAs(folder)) return;
  const { code, failed } = await ended('npm', ['ci'], folder, process.env);
  if (code !== 0) throw new Error(`npm ci failed in ${folder}: ${failed}`);
}

/** Runs a program to its end. */
export async function ended(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Ended> {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code, printed, failed] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  return { code, printed, failed };
}
