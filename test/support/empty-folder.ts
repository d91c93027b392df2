import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { repository } from './npm-start.js';

const run = promisify(execFile);
const packedSchema = z.tuple([z.looseObject({ filename: z.string() })]);

/** A command with its words and its environment, as spawn and the transports of MCP take it. */
export interface Command {
  readonly command: string;
  readonly args: string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
}

/** A folder in which nothing is but the packed package, for what a user types there. */
export class EmptyFolder implements AsyncDisposable {
  /** The folder where the user is. */
  readonly path: string;
  readonly #root: string;
  readonly #tarball: string;

  private constructor(root: string, path: string, tarball: string) {
    this.#root = root;
    this.path = path;
    this.#tarball = tarball;
  }

  /** Packs what `npm run build` has made. npx installs into the folder too, from npm's own cache where it can. */
  static async make(): Promise<EmptyFolder> {
    const root = await mkdtemp(join(tmpdir(), 'freeciv-install-'));
    const path = join(root, 'empty');
    await mkdir(path);
    await mkdir(join(root, 'npm'));
    const cache = (await run('npm', ['config', 'get', 'cache'])).stdout.trim();
    await mkdir(join(cache, '_cacache'), { recursive: true });
    await symlink(join(cache, '_cacache'), join(root, 'npm/_cacache'));
    const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', root];
    const [packed] = packedSchema.parse(JSON.parse((await run('npm', args, { cwd: repository })).stdout));
    return new EmptyFolder(root, path, join(root, packed.filename));
  }

  /** A folder beside that of the user, which is made. */
  async beside(name: string): Promise<string> {
    const path = join(this.#root, name);
    await mkdir(path);
    return path;
  }

  /** The one line that runs a command of the package. */
  npx(command: string, words: readonly string[], environment: Readonly<Record<string, string>>): Command {
    const own = Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    const cache = { npm_config_cache: join(this.#root, 'npm'), npm_config_prefer_offline: 'true' };
    return {
      command: 'npx',
      args: ['--yes', `--package=${this.#tarball}`, '--', command, ...words],
      cwd: this.path,
      env: { ...Object.fromEntries(own), ...cache, ...environment },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#root, { recursive: true, force: true });
  }
}
