import { setTimeout as pause } from 'node:timers/promises';
import { type ServiceOptions, type ServiceProcess, startService } from '../services/service-process.js';

const RETRY_MS = 500;

/** A gateway or proxy of a cluster that is started again whenever it has ended, as an orchestrator does. */
export class ClusterMember implements AsyncDisposable {
  readonly name: string;
  /** How often it ended without having been asked to. */
  unasked = 0;
  #options: ServiceOptions;
  #process: ServiceProcess;
  #isHanging = false;
  #isAsked = false;
  #isOver = false;
  #back: Promise<void> = Promise.resolve();

  private constructor(name: string, options: ServiceOptions, process: ServiceProcess) {
    this.name = name;
    this.#options = options;
    this.#process = process;
    this.#watch();
  }

  static async start(name: string, options: ServiceOptions): Promise<ClusterMember> {
    return new ClusterMember(name, options, await startService(options));
  }

  /** What it is started with. */
  get options(): ServiceOptions {
    return this.#options;
  }

  get port(): number {
    return this.#process.port;
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** Whether it takes connections without ever answering them. */
  get isHanging(): boolean {
    return this.#isHanging;
  }

  /** Settles when it is there again after it has ended. */
  get back(): Promise<void> {
    return this.#back;
  }

  /** Ends it by SIGKILL; it is away for at least so long. */
  async kill(awayMs: number): Promise<void> {
    await this.#end(() => this.#process.kill(), awayMs);
  }

  /** Ends it by SIGTERM and starts the next one, with other options if wanted. */
  async restart(options: ServiceOptions = this.#options): Promise<void> {
    await this.#end(() => this.#process.stop(), 0, options);
  }

  /** Stops it in the middle of what it does, for so long. */
  async hang(ms: number): Promise<void> {
    const { pid } = this.#process;
    this.#isHanging = true;
    process.kill(pid, 'SIGSTOP');
    await pause(ms);
    this.#isHanging = false;
    // It may have been ended by what waited for it.
    if (this.#process.pid === pid) process.kill(pid, 'SIGCONT');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await this.#back.catch(() => {});
    await this.#process.kill();
  }

  async #end(end: () => Promise<unknown>, awayMs: number, options = this.#options): Promise<void> {
    this.#isAsked = true;
    this.#options = options;
    await end();
    await pause(awayMs);
    this.#back = this.#startAgain();
    await this.#back;
  }

  async #startAgain(): Promise<void> {
    while (!this.#isOver) {
      const next = await startService(this.#options).catch(() => undefined);
      if (next !== undefined) {
        this.#process = next;
        this.#isAsked = false;
        this.#watch();
        return;
      }
      await pause(RETRY_MS);
    }
  }

  /** Starts it again when it ends by itself. */
  #watch(): void {
    const watched = this.#process;
    void watched.ended.then(() => {
      if (this.#isAsked || this.#isOver || this.#process !== watched) return;
      this.unasked += 1;
      this.#back = this.#startAgain();
    });
  }
}
