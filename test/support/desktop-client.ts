import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { listeningPort } from '#shared/core/ports.js';
import { type Place, ScreenlessDisplay } from './screenless-display.js';

const run = promisify(execFile);

/** What its title has, of every version. */
const TITLE = '^Freeciv';
/** On its first page; a list on the page that it leads to. */
const CONNECT_TO_NETWORK_GAME: Place = { x: 385, y: 366 };
/** On the page of network games, white while something can be written there; no part of the first page is white in these places. */
const HOST_FIELD: Place = { x: 228, y: 261 };
const PASSWORD_FIELD: Place = { x: 228, y: 377 };
/** The user that programs run as which refuse to be the superuser's. */
const NOBODY = 65_534;
/** For a client that draws on a busy machine. */
const SLOW = { interval: 300, timeout: 60_000 } as const;

/**
 * A metaserver that knows of no game. The client asks one in a thread as soon as it shows its page of network games; where none
 * answers, that thread writes to the chat window beside the main thread, and the client may crash.
 */
async function startMetaserver(): Promise<Server> {
  const server = createServer((_, response) => response.end('[main]\nnservers=0\n'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

/** The ordinary FreeCiv client with a window that a test types in. */
export class DesktopClient implements AsyncDisposable {
  readonly #display: ScreenlessDisplay;
  readonly #process: ChildProcess;
  readonly #metaserver: Server;
  readonly #home: string;
  /** What it complained of. */
  #errors = '';

  private constructor(display: ScreenlessDisplay, process: ChildProcess, metaserver: Server, home: string) {
    this.#display = display;
    this.#process = process;
    this.#metaserver = metaserver;
    this.#home = home;
    process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errors += text;
    });
  }

  /** Starts it with its first page, and that port in its form for network games. */
  static async start(program: string, port: number): Promise<DesktopClient> {
    const display = await ScreenlessDisplay.open();
    const home = await mkdtemp(join(tmpdir(), 'freeciv-client-'));
    await chmod(home, 0o777);
    const metaserver = await startMetaserver();
    const meta = `http://127.0.0.1:${listeningPort(metaserver.address())}/`;
    const options = ['-n', 'Anna', '-s', '127.0.0.1', '-p', String(port), '-A', 'none', '-M', meta];
    const child = spawn(program, options, {
      env: { ...process.env, DISPLAY: display.name, HOME: home },
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
    });
    return new DesktopClient(display, child, metaserver, home);
  }

  /**
   * Asks to join from the page of network games, and types the token into the field that asks for a password. The client does not
   * show that field on its first page, so it cannot connect by itself at its start: that page may come after the question.
   */
  async join(token: string): Promise<void> {
    const leave = async () => {
      await this.#click(CONNECT_TO_NETWORK_GAME);
      return this.#canWrite(HOST_FIELD);
    };
    await expect.poll(leave, SLOW).toBe(true);
    await this.#click(HOST_FIELD);
    await this.#xdotool('key', 'Return');
    await expect.poll(() => this.#canWrite(PASSWORD_FIELD), SLOW).toBe(true);
    await this.#click(PASSWORD_FIELD);
    await this.#xdotool('type', '--delay', '10', token);
    await this.#xdotool('key', 'Return');
  }

  /** Presses a key in its map, such as `b`. The click takes the focus from the line for chat, which sometimes has it first. */
  async press(key: string): Promise<void> {
    const window = await this.#window();
    // Over the map, where no unit is.
    await this.#xdotool('mousemove', '--window', window, '300', '420', 'click', '1', 'key', key);
  }

  /** Copies what it shows to a file in the form of xwd. */
  savePicture(path: string): Promise<void> {
    return this.#display.savePicture(path);
  }

  async #click({ x, y }: Place): Promise<void> {
    const window = await this.#window();
    await this.#xdotool('mousemove', '--window', window, String(x), String(y), 'click', '1');
  }

  async #canWrite({ x, y }: Place): Promise<boolean> {
    const geometry = await this.#xdotool('getwindowgeometry', '--shell', await this.#window());
    const of = (name: string) => Number(new RegExp(`^${name}=(\\d+)$`, 'm').exec(geometry)?.[1]);
    return this.#display.isWhite({ x: of('X') + x, y: of('Y') + y });
  }

  async #window(): Promise<string> {
    const find = async () => {
      const { exitCode, signalCode } = this.#process;
      if (exitCode !== null || signalCode !== null)
        throw new Error(`the client has ended (${exitCode ?? signalCode}): ${this.#errors}`);
      const found = await this.#xdotool('search', '--onlyvisible', '--name', TITLE).catch(() => '');
      return found.split('\n')[0] ?? '';
    };
    await expect.poll(find, SLOW).not.toBe('');
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
    await this.#metaserver[Symbol.asyncDispose]();
    await rm(this.#home, { recursive: true, force: true });
  }
}
