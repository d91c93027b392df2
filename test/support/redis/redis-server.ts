import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRedis } from '../../../tools/steps/test-requirements.mjs';
import { freePort } from '../free-port.js';

export interface RedisServerOptions {
  /** Further arguments, for example `--requirepass`, `secret`. */
  readonly args?: readonly string[];
  /** `sentinel` reads its configuration from `file`, which it also writes. */
  readonly sentinelFile?: string;
  readonly port?: number;
  /** The port speaks TLS, which the test for its end does not. */
  readonly tls?: { readonly certFile: string; readonly keyFile: string };
}

/** A real Redis in a process of its own. It keeps nothing on disk unless `args` say so: started again it is empty. */
export class RedisServer implements AsyncDisposable {
  readonly port: number;
  readonly #options: RedisServerOptions;
  readonly #folder = mkdtempSync(join(tmpdir(), 'freeciv-redis-'));
  #child: ChildProcess | undefined;

  private constructor(options: RedisServerOptions, port: number) {
    this.#options = options;
    this.port = port;
  }

  static async start(options: RedisServerOptions = {}): Promise<RedisServer> {
    const server = new RedisServer(options, options.port ?? (await freePort()));
    await server.restart();
    return server;
  }

  /** Of a server without password and TLS. */
  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** 0 before it has started. */
  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Starts it on its port, after `kill`. */
  async restart(): Promise<void> {
    const { sentinelFile, args = [], tls } = this.#options;
    const ports =
      tls === undefined
        ? ['--port', String(this.port)]
        : ['--port', '0', '--tls-port', String(this.port), '--tls-auth-clients', 'no'].concat(
            ...[
              ['--tls-cert-file', tls.certFile],
              ['--tls-key-file', tls.keyFile],
            ],
          );
    const common = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', this.#folder];
    const all = sentinelFile === undefined ? [...ports, ...common, ...args] : [sentinelFile, '--sentinel'];
    const program = findRedis();
    if (program === undefined) throw new Error('there is no redis-server: npm test installs one');
    const child = spawn(program, all, { argv0: 'redis-server', stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    child.stdout?.resume();
    await untilAccepted(this.port, child);
  }

  /** Stops it in the middle of what it does; connections stay open. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Resolves when the port accepts connections; rejects when the process ends before. */
async function untilAccepted(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
    const socket = createConnection({ host: '127.0.0.1', port });
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
