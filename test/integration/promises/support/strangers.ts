import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

const endSchema = z.object({ goneAfter: z.number() });

/** Connections that never log in, of a process of their own: what they cost their own side is not measured. */
export class Strangers {
  readonly #child: ChildProcess;
  #goneAfter: number | undefined;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', (message) => {
      const end = endSchema.safeParse(message);
      if (end.success) this.#goneAfter = end.data.goneAfter;
    });
  }

  /** So many of each of three kinds, all open. */
  static async come(port: number, each: number): Promise<Strangers> {
    const script = fileURLToPath(new URL('./strangers-process.ts', import.meta.url));
    const child = fork(script, [String(port), String(each)], { execArgv: ['--import', 'tsx'] });
    onTestFinished(() => void child.kill());
    const strangers = new Strangers(child);
    await once(child, 'message');
    return strangers;
  }

  /** Waits until the gateway has closed the last; milliseconds that took since they were all open. */
  async gone(): Promise<number> {
    if (this.#goneAfter === undefined) await once(this.#child, 'message');
    return this.#goneAfter ?? Number.NaN;
  }
}
