import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const endSchema = z.object({ codes: z.string() });

/** Agents that send as fast as the gateway takes it, in a process of their own: what they cost is not measured. */
export class Flooders {
  /** They have logged in. */
  readonly ready: Promise<unknown>;
  readonly #child: ChildProcess;

  constructor(port: number, count: number) {
    const script = fileURLToPath(new URL('./flood-process.ts', import.meta.url));
    this.#child = fork(script, [String(port), String(count)], {
      execArgv: ['--conditions=source', '--import', 'tsx'],
    });
    this.ready = once(this.#child, 'message');
  }

  begin(): void {
    this.#child.send('begin');
  }

  pause(): void {
    this.#child.send('pause');
  }

  /** The error codes they got. */
  async end(): Promise<string> {
    const told = once(this.#child, 'message');
    this.#child.send('end');
    const [end] = await told;
    return endSchema.parse(end).codes;
  }
}

/** Connections that begin a request and never finish it. */
export function openHalf(port: number, count: number): readonly Socket[] {
  return Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('GET /ws/agent/half HTTP/1.1\r\nhost: a\r\n');
    return socket;
  });
}
