import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { installedAs } from '../../../tools/steps/prepare.mjs';
import { repository } from '../npm-start.js';

const sources = join(repository, 'agent/frameworks');
const folder = join(repository, 'build/frameworks');

/** What an example printed and how it ended. */
interface Ended {
  readonly code: number | null;
  readonly printed: string;
  readonly failed: string;
}

/** The examples by name, without their ending. */
export async function frameworkNames(): Promise<readonly string[]> {
  const files = await readdir(sources);
  return files.filter((file) => file.endsWith('.mjs')).map((file) => file.replace('.mjs', ''));
}

/** Copies the examples into a folder of their own, and installs exactly the packages of their lock file there. */
export async function installFrameworks(): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of await readdir(sources))
    if (file !== 'node_modules') await cp(join(sources, file), join(folder, file));
  if (installedAs(folder)) return;
  const { code, failed } = await ended('npm', ['ci'], folder, process.env);
  if (code !== 0) throw new Error(`npm ci failed in ${folder}: ${failed}`);
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

async function ended(
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
