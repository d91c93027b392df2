import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

/** What a command of ours printed and how it ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What `npm start` prints when everything runs. */
export interface Welcome {
  readonly printed: string;
  readonly gatewayPort: number;
  /** The one that takes seats. */
  readonly token: string;
  readonly manageToken: string;
  /** What opens the page for watching. */
  readonly watchKey: string;
}

/** `npm start` in a process group of its own, as a terminal runs it, on free ports unless others are given. */
export class NpmStart implements AsyncDisposable {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  readonly #dataDir: string;
  #stdout = '';
  #stderr = '';

  private constructor(child: ChildProcess, dataDir: string) {
    this.child = child;
    this.#dataDir = dataDir;
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
    });
    this.ended = once(child, 'close').then(([code]) => ({
      code,
      stdout: this.#stdout,
      stderr: this.#stderr,
    }));
  }

  static async run(environment: Readonly<Record<string, string>> = {}): Promise<NpmStart> {
    const dataDir = await mkdtemp(join(tmpdir(), 'freeciv-start-'));
    const ports = { GATEWAY_PORT: '0', PROXY_PORT: '0', DATA_DIR: dataDir };
    const child = spawn('npm', ['start'], {
      cwd: repository,
      env: { ...process.env, LLM_API_TOKENS: '', PROXY_SECRET: '', ...ports, ...environment },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new NpmStart(child, dataDir);
  }

  /** Waits for the line that says that it runs. */
  async ready(): Promise<Welcome> {
    const ended = this.ended.then(({ stdout, stderr }) => {
      throw new Error(`npm start ended: ${stdout}${stderr}`);
    });
    while (!this.#stdout.includes('Ctrl-C stops everything')) {
      await Promise.race([once(this.child.stdout ?? this.child, 'data'), ended]);
    }
    const printed = this.#stdout;
    const gatewayPort = Number(/Agent URL +ws:\/\/127\.0\.0\.1:(\d+)\//.exec(printed)?.[1]);
    const found = (pattern: RegExp) => pattern.exec(printed)?.[1] ?? '';
    return {
      printed,
      gatewayPort,
      token: found(/Play token +([0-9a-f]{48})$/m),
      manageToken: found(/Manage token +([0-9a-f]{48})$/m),
      watchKey: found(/#key=([0-9a-f]{48})$/m),
    };
  }

  /** What Ctrl-C in the terminal does: a signal to the whole group, if any of it is left. */
  signalGroup(signal: NodeJS.Signals): void {
    const { pid, exitCode, signalCode } = this.child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    try {
      process.kill(-pid, signal);
    } catch (error) {
      // The group can be gone before Node tells that its leader has ended.
      if (!isGone(error)) throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.signalGroup('SIGTERM');
    await this.ended;
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ESRCH';
}
