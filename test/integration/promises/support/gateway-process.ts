import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

const main = fileURLToPath(new URL('../../../../gateway/main.ts', import.meta.url));
const readySchema = z.object({ type: z.literal('ready'), port: z.number() });

/** The gateway as a process of its own, from its sources. */
export class GatewayProcess {
  readonly port: number;
  readonly child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.child = child;
    this.port = port;
  }

  static async start(environment: Readonly<Record<string, string>>): Promise<GatewayProcess> {
    const child = fork(main, {
      execArgv: ['--conditions=source', '--import', 'tsx'],
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [ready] = await once(child, 'message');
    return new GatewayProcess(child, readySchema.parse(ready).port);
  }

  /** Asks it to end; its exit code. */
  async stop(): Promise<unknown> {
    const ended = once(this.child, 'close');
    this.child.kill('SIGTERM');
    const [code] = await ended;
    return code;
  }
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
