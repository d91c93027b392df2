import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';

const run = promisify(execFile);

/** What its title has, of every version. */
const TITLE = '^Freeciv';
/** Where the dialog of the login has its field for a password, in pixels from its upper left corner. */
const PASSWORD_FIELD = { x: 228, y: 377 } as const;
/** The user that programs run as which refuse to be the superuser's. */
const NOBODY = 65_534;

/** A display without a screen. */
class Display implements AsyncDisposable {
  readonly name: string;
  readonly #process: ChildProcess;

  private constructor(name: string, process: ChildProcess) {
    this.name = name;
    this.#process = process;
  }

  static async open(): Promise<Display> {
    // It takes a number that is free, and writes it there.
    const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const [number] = await once(child.stdio[3] ?? child, 'data');
    return new Display(`:${String(number).trim()}`, child);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode === null) {
      const gone = once(this.#process, 'exit');
      this.#process.kill();
      await gone;
    }
  }
}

/** The ordinary FreeCiv client with a window that a test types in. */
export class DesktopClient implements AsyncDisposable {
  readonly #display: Display;
  readonly #process: ChildProcess;
  readonly #home: string;

  private constructor(display: Display, process: ChildProcess, home: string) {
    this.#display = display;
    this.#process = process;
    this.#home = home;
  }

  /** Starts it; it connects at once to that port, and asks for a password. */
  static async start(program: string, port: number): Promise<DesktopClient> {
    const display = await Display.open();
    const home = await mkdtemp(join(tmpdir(), 'freeciv-client-'));
    await chmod(home, 0o777);
    const options = ['-a', '-n', 'Anna', '-s', '127.0.0.1', '-p', String(port), '-A', 'none'];
    const child = spawn(program, options, {
      env: { ...process.env, DISPLAY: display.name, HOME: home },
      stdio: 'ignore',
      ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
    });
    return new DesktopClient(display, child, home);
  }

  /** Types the token into the dialog that asks for a password. */
  async enterToken(token: string): Promise<void> {
    const window = await this.#window();
    const { x, y } = PASSWORD_FIELD;
    await this.#xdotool('mousemove', '--window', window, String(x), String(y), 'click', '1');
    await this.#xdotool('key', 'ctrl+a');
    await this.#xdotool('type', '--delay', '10', token);
    await this.#xdotool('key', 'Return');
  }

  /** Presses a key in its map, such as `b`. */
  async press(key: string): Promise<void> {
    const window = await this.#window();
    // Over the map, where no unit is.
    await this.#xdotool('mousemove', '--window', window, '300', '420', 'key', key);
  }

  async #window(): Promise<string> {
    let found = '';
    await expect
      .poll(async () => {
        found =
          (await this.#xdotool('search', '--onlyvisible', '--name', TITLE).catch(() => '')).split('\n')[0] ??
          '';
        return found;
      })
      .not.toBe('');
    return found;
  }

  async #xdotool(...command: readonly string[]): Promise<string> {
    const { stdout } = await run('xdotool', command, {
      env: { ...process.env, DISPLAY: this.#display.name },
    });
    return stdout.trim();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const gone = once(this.#process, 'exit');
      this.#process.kill('SIGKILL');
      await gone;
    }
    await this.#display[Symbol.asyncDispose]();
    await rm(this.#home, { recursive: true, force: true });
  }
}
