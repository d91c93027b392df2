import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import { startScript } from './start-script.js';

const readySchema = z.object({ first: z.number() });
const portSchema = z.object({ port: z.number() });
const heardSchema = z.object({ lags: z.array(z.number()), bytes: z.number() });

/** Viewers of one address, in a process of their own. */
export class Crowd {
  /** Bytes of the first message, the state. */
  readonly firstBytes: number;
  readonly size: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, size: number, firstBytes: number) {
    this.#child = child;
    this.size = size;
    this.firstBytes = firstBytes;
  }

  static async open(url: string, size: number): Promise<Crowd> {
    const { child, said } = await startScript(
      new URL('./viewers-process.ts', import.meta.url),
      url,
      String(size),
    );
    return new Crowd(child, size, readySchema.parse(said).first);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  begin(): void {
    this.#child.send('begin');
  }

  /** Since it was told to begin. */
  async heard(): Promise<z.infer<typeof heardSchema>> {
    const answer = once(this.#child, 'message');
    this.#child.send('tell');
    const [heard] = await answer;
    return heardSchema.parse(heard);
  }

  async close(): Promise<void> {
    const ended = once(this.#child, 'close');
    this.#child.kill('SIGTERM');
    await ended;
  }
}

/** Sends its viewers the whole state at every update of that address. */
export async function startSnapshotServer(
  url: string,
): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const { child, said } = await startScript(new URL('./snapshot-server.ts', import.meta.url), url);
  return { child, port: portSchema.parse(said).port };
}
