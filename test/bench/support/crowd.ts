import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const readySchema = z.object({ first: z.number() });
const heardSchema = z.object({ lags: z.array(z.number()), bytes: z.number() });

/** A script as a process of its own, and what it says first. */
async function startScript(script: URL, ...args: readonly string[]) {
  const child = fork(fileURLToPath(script), args, { execArgv: ['--conditions=source', '--import', 'tsx'] });
  const [said] = await once(child, 'message');
  return { child, said };
}

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
export function startSnapshotServer(url: string) {
  return startScript(new URL('./snapshot-server.ts', import.meta.url), url);
}
