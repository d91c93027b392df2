import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../free-port.js';

/** What users of the server show. */
export const OTHER_PASSWORD = 'their-own-password';

const DATABASE = '[fcdb]\nbackend="sqlite"\ndatabase=":memory:"\n';
/** The same world each time. */
const FIXED = ['set gameseed 7', 'set mapseed 7'];
/** The account of servers of root, who may run none. */
const NOBODY = 65_534;

/**
 * A freeciv-server that somebody else runs: started by hand with a database of users, and, when its owner likes, ended and started again
 * from a save of its own.
 */
export class OtherServer implements AsyncDisposable {
  readonly port: number;
  /** The lines of its console. */
  readonly lines: string[] = [];
  readonly #binary: string;
  readonly #folder: string;
  #process: ChildProcess | undefined;
  #saves = 0;

  private constructor(binary: string, folder: string, port: number) {
    this.#binary = binary;
    this.#folder = folder;
    this.port = port;
  }

  /** Resolves when it listens. `commands` are settings of its owner, such as `set aifill 3`. */
  static async start(binary: string, commands: readonly string[] = ['set aifill 3']): Promise<OtherServer> {
    const folder = await mkdtemp(join(tmpdir(), 'freeciv-other-'));
    chmodSync(folder, 0o777);
    writeFileSync(join(folder, 'users.conf'), DATABASE, { mode: 0o644 });
    const server = new OtherServer(binary, folder, await freePort());
    await server.#launch([]);
    for (const line of [...FIXED, ...commands]) server.command(line);
    // Nobody joins before it has read them.
    server.command('echo configured');
    await server.#until((line) => line.includes('configured'));
    return server;
  }

  /** Types a line at its console. */
  command(line: string): void {
    this.#process?.stdin?.write(`${line}\n`);
  }

  /** Saves the game as it stands, and kills the server. */
  async saveAndKill(): Promise<void> {
    this.#saves += 1;
    this.command(`save other-${this.#saves}`);
    await this.#until((line) => line.includes(`other-${this.#saves}.sav`));
    await this.kill();
  }

  async kill(): Promise<void> {
    const process = this.#process;
    if (process === undefined) return;
    this.#process = undefined;
    const gone = once(process, 'close');
    process.kill('SIGKILL');
    await gone;
  }

  /** Starts it again from its last save. It waits in its lobby until all players are ready. */
  async restart(): Promise<void> {
    const save = readdirSync(this.#folder).find((name) => name.startsWith(`other-${this.#saves}.sav`));
    if (save === undefined) throw new Error('the server has no save of its own');
    await this.#launch(['-f', save]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #launch(more: readonly string[]): Promise<void> {
    const loopback = ['-p', String(this.port), '--bind', '127.0.0.1', '--Announce', 'none', '-s', '.'];
    const users = ['--auth', '--Database', join(this.#folder, 'users.conf')];
    const [program = '', ...before] = this.#command();
    const isRoot = process.getuid?.() === 0 && before.length === 0;
    this.#process = spawn(program, [...before, ...loopback, ...users, ...more], {
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
      cwd: this.#folder,
      env: { PATH: process.env.PATH, HOME: '/nonexistent', LC_ALL: 'C.UTF-8' },
    });
    const from = this.lines.length;
    this.#process.stdout
      ?.setEncoding('utf8')
      .on('data', (text: string) => this.lines.push(...text.split('\n')));
    this.#process.stderr
      ?.setEncoding('utf8')
      .on('data', (text: string) => this.lines.push(...text.split('\n')));
    await this.#until((line) => line.includes('accepting new client connections'), from);
    const digest = createHash('md5').update(OTHER_PASSWORD).digest('hex');
    this.command(
      `fcdb lua function user_verify(connection, password) return md5sum(password) == "${digest}" end`,
    );
    this.command('fcdb lua function user_exists(connection) return true end');
  }

  /** An unpacked server has its script of users in its own folder, and looks for it in that of the system. */
  #command(): readonly string[] {
    const script = join(dirname(this.#binary), 'root/etc/freeciv');
    if (!existsSync(script)) return [this.#binary];
    const view = ['--dev-bind', '/', '/', '--bind', script, '/etc/freeciv', '--die-with-parent'];
    return [
      'bwrap',
      ...view,
      '--unshare-user',
      '--uid',
      String(NOBODY),
      '--gid',
      String(NOBODY),
      this.#binary,
    ];
  }

  async #until(isWanted: (line: string) => boolean, from = 0): Promise<void> {
    while (!this.lines.slice(from).some(isWanted)) {
      const { stdout, exitCode } = this.#process ?? {};
      if (stdout == null || exitCode !== null)
        throw new Error(`freeciv-server has ended: ${this.lines.slice(-5).join(' ')}`);
      await once(stdout, 'data', { signal: AbortSignal.timeout(30_000) });
    }
  }
}
