import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ended, ended, installFolder } from '../installed-folder.js';
import { repository } from '../npm-start.js';

const sources = join(repository, 'agent/frameworks');
const folder = join(repository, 'build/frameworks');

/** The examples by name, without their ending. */
export async function frameworkNames(): Promise<readonly string[]> {
  const files = await readdir(sources);
  return files.filter((file) => file.endsWith('.mjs')).map((file) => file.replace('.mjs', ''));
}

/** Copies the examples into a folder of their own, and installs exactly the packages of their lock file there. */
export function installFrameworks(): Promise<void> {
  return installFolder(sources, folder);
}

/** Runs an example with no more of the environment than it needs: no settings, caches or keys of whoever runs the tests. */
export async function runFramework(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  const home = await mkdtemp(join(tmpdir(), 'freeciv-framework-'));
  const quiet = {
    OPENAI_AGENTS_DISABLE_TRACING: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
  };
  const env = { PATH: process.env.PATH, HOME: home, ...quiet, ...environment };
  try {
    return await ended(process.execPath, [join(folder, `${name}.mjs`), ...args], home, env);
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}
