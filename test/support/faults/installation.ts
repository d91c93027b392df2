import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync, readlinkSync, type WriteStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { alive, processTree } from '../../../tools/steps/process-tree.mjs';
import { freePort } from '../free-port.js';
import { isGameServer } from '../process-usage.js';
import { proxySecret, token } from '../services/settings.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const adminToken = 'an-admin-token-for-tests';
const GRACE_MS = 40_000;

export type ServiceName = 'gateway' | 'proxy';

/** `npm start` on a data folder and free ports: launcher, gateway, proxy and the game servers as processes. */
export class Installation implements AsyncDisposable {
  readonly token = token;
  readonly gatewayPort: number;
  readonly dataDir: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #log: WriteStream;
  #child: ChildProcess | undefined;
  #isOver = false;
  /** How often the launcher has ended by itself. */
  launcherEnds = 0;
  /** Lines of warnings and errors, with the services' own lines among them. */
  readonly lines: string[] = [];

  private constructor(dataDir: string, logFile: string, ports: readonly [number, number], more: Environment) {
    this.dataDir = dataDir;
    this.gatewayPort = ports[0];
    this.#log = createWriteStream(logFile);
    this.#environment = {
      GATEWAY_PORT: String(ports[0]),
      PROXY_PORT: String(ports[1]),
      PROXY_SECRET: proxySecret,
      LLM_API_TOKENS: token,
      ADMIN_TOKEN: adminToken,
      DATA_DIR: dataDir,
      RATE_MESSAGES_PER_MINUTE: '100000',
      RATE_BURST: '10000',
      RATE_ACTIONS_PER_MINUTE: '100000',
      LOG_LEVEL: 'info',
      ...more,
    };
  }

  /** What all of it prints goes to the log file. */
  static async start(dataDir: string, logFile: string, environment: Environment = {}): Promise<Installation> {
    const ports = [await freePort(), await freePort()] as const;
    const installation = new Installation(dataDir, logFile, ports, environment);
    await installation.run();
    return installation;
  }

  /** Starts the launcher and waits until agents can connect, or until it has ended. */
  async run(): Promise<void> {
    const child = this.spawn();
    this.#child = child;
    const ended = once(child, 'exit');
    void ended.then(() => this.#startAgain());
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
    while (!hasEnded() && !(await this.isHealthy()))
      await Promise.race([ended, new Promise((go) => setTimeout(go, 200))]);
  }

  /** The launcher, with settings on top of this installation's. */
  spawn(more: Environment = {}): ChildProcess {
    const child = spawn(process.execPath, ['tools/start.mjs'], {
      cwd: root,
      env: { ...process.env, ...this.#environment, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => this.#note(text));
    return child;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** The process id of the launcher, if it runs. */
  get launcher(): number | undefined {
    return this.isRunning ? this.#child?.pid : undefined;
  }

  async isHealthy(): Promise<boolean> {
    const health = await this.request('GET', '/health').catch(() => undefined);
    return health?.status === 200;
  }

  /** A REST request with the admin token. Rejects when nobody answers within ten seconds. */
  request(method: string, path: string): Promise<Response> {
    const headers = { authorization: `Bearer ${adminToken}` };
    const signal = AbortSignal.timeout(10_000);
    return fetch(`http://127.0.0.1:${this.gatewayPort}${path}`, { method, headers, signal });
  }

  /** The process id of a service, if it runs. */
  service(name: ServiceName): number | undefined {
    return this.#processes().find((pid) => commandOf(pid).includes(`dist/services/${name}/main.js`));
  }

  /** The process id of a game's server, if it runs: its working folder is the game's. */
  server(gameId: string): number | undefined {
    return this.#processes().find((pid) => isGameServer(pid) && folderOf(pid).includes(`/games/${gameId}/`));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    const all = this.#processes();
    // One that was stopped hears no signal.
    for (const pid of all) signal(pid, 'SIGCONT');
    const ended = this.#child === undefined || !this.isRunning ? undefined : once(this.#child, 'exit');
    this.#child?.kill('SIGTERM');
    const timer = setTimeout(() => this.#child?.kill('SIGKILL'), GRACE_MS);
    await ended;
    clearTimeout(timer);
    for (const pid of alive(all)) signal(pid, 'SIGKILL');
    this.#log.end();
  }

  /** The launcher is to outlive all that it runs; without it nothing else could be learned of the installation. */
  async #startAgain(): Promise<void> {
    if (this.#isOver) return;
    this.launcherEnds += 1;
    await new Promise((go) => setTimeout(go, 1_000));
    if (!this.#isOver) await this.run();
  }

  #processes(): readonly number[] {
    return this.isRunning ? processTree(this.#child?.pid ?? 0) : [];
  }

  #note(text: string): void {
    this.#log.write(text);
    this.lines.push(...text.split('\n').filter((line) => isTelling(line)));
  }
}

type Environment = Readonly<Record<string, string>>;

/** Sends a signal; nothing when the process is gone. */
export function signal(pid: number | undefined, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}

function commandOf(pid: number): string {
  return readOr(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '));
}

function folderOf(pid: number): string {
  return readOr(() => `${readlinkSync(`/proc/${pid}/cwd`)}/`);
}

/** Empty for a process that has ended meanwhile. */
function readOr(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/** What follows from a lost process, and does not say why it was lost. */
const consequences = ['"msg":"refused"', '"msg":"no link to the proxy"'];

/** Whether a line of a log may say why something went wrong. */
function isTelling(line: string): boolean {
  return /WARN|ERROR|ended|Error/.test(line) && !consequences.some((each) => line.includes(each));
}
