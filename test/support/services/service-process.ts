import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** A gateway or a proxy in a process of its own. */
export interface ServiceProcess {
  readonly port: number;
  readonly pid: number;
  /** Ends it without a chance to do anything about it. */
  kill(): Promise<void>;
  /** Asks it to end; its exit code. */
  stop(): Promise<unknown>;
}

export interface ServiceOptions {
  readonly name: 'gateway' | 'proxy';
  readonly environment: Readonly<Record<string, string>>;
  /** What npm run build has made, as it is run; else the sources. */
  readonly isBuilt?: boolean;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const readySchema = z.looseObject({ type: z.literal('ready'), port: z.int() });

/** Resolves when it listens, rejects when it ends before. */
export async function startService({
  name,
  environment,
  isBuilt = false,
}: ServiceOptions): Promise<ServiceProcess> {
  const main = isBuilt ? `${root}dist/${name}/main.js` : `${root}${name}/main.ts`;
  const child = fork(main, {
    execArgv: isBuilt ? [] : ['--conditions=source', '--import', 'tsx'],
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [ready] = await Promise.race([once(child, 'message'), endedEarly(child, name)]);
  return {
    port: readySchema.parse(ready).port,
    pid: child.pid ?? 0,
    async kill() {
      await end(child, 'SIGKILL');
    },
    stop: () => end(child, 'SIGTERM'),
  };
}

async function endedEarly(child: ChildProcess, name: string): Promise<never> {
  const [code] = await once(child, 'exit');
  throw new Error(`the ${name} ended with ${code} before it listened`);
}

/** Its exit code; null when the signal ended it. */
async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill(signal);
  const [code] = await exited;
  return code;
}
