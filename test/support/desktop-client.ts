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
/** A place in its window, in pixels from the upper left corner. */
type Place = { readonly x: number; readonly y: number };
/** On its first page; a list on the page that it leads to. */
const CONNECT_TO_NETWORK_GAME: Place = { x: 385, y: 366 };
/** On the page of network games; a picture on the first page. */
const HOST_FIELD: Place = { x: 228, y: 261 };
const PASSWORD_FIELD: Place = { x: 228, y: 377 };
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

  /** Starts it with its first page, and that port in its form for network games. */
  static async start(program: string, port: number): Promise<DesktopClient> {
    const display = await Display.open();
    const home = await mkdtemp(join(tmpdir(), 'freeciv-client-'));
    await chmod(home, 0o777);
    const options = ['-n', 'Anna', '-s', '127.0.0.1', '-p', String(port), '-A', 'none'];
    const child = spawn(program, options, {
      env: { ...process.env, DISPLAY: display.name, HOME: home },
      stdio: 'ignore',
      ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
    });
    return new DesktopClient(display, child, home);
  }

  /**
   * Asks to join from the page of network games. The client does not show its field for a password on its first page, so it cannot
   * connect by itself at its start: that page may come after the question. Call it again when the server was not asked: the client
   * drops keys while it draws.
   */
  async join(): Promise<void> {
    await this.#click(CONNECT_TO_NETWORK_GAME);
    await this.#click(HOST_FIELD);
    await this.#xdotool('key', 'Return');
  }

  /** Types the token into the dialog that asks for a password. */
  async enterToken(token: string): Promise<void> {
    await this.#click(PASSWORD_FIELD);
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

  async #click({ x, y }: Place): Promise<void> {
    const window = await this.#window();
    await this.#xdotool('mousemove', '--window', window, String(x), String(y), 'click', '1');
  }

  async #window(): Promise<string> {
    const find = async () => {
      const found = await this.#xdotool('search', '--onlyvisible', '--name', TITLE).catch(() => '');
      return found.split('\n')[0] ?? '';
    };
    await expect.poll(find, { timeout: 60_000 }).not.toBe('');
    return find();
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
