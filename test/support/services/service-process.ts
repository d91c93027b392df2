import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import { serviceProgram } from './program.js';

/** A gateway or a proxy in a process of its own. */
export interface ServiceProcess {
  readonly port: number;
  readonly pid: number;
  /** Settles when it has ended, for whatever reason. */
  readonly ended: Promise<unknown>;
  /** Ends it without a chance to do anything about it. */
  kill(): Promise<void>;
  /** Asks it to end; its exit code. */
  stop(): Promise<unknown>;
}

export interface ServiceOptions {
  readonly name: 'gateway' | 'proxy';
  readonly environment: Readonly<Record<string, string>>;
  /** What npm run build has made, as it is run; without it as `programOf` chooses. */
  readonly isBuilt?: boolean | undefined;
  /** The repository whose build runs; this one without it. */
  readonly root?: string | undefined;
  /** Takes what it prints on standard error, instead of our own. */
  readonly onStderr?: ((bytes: Buffer) => void) | undefined;
}

const readySchema = z.looseObject({ type: z.literal('ready'), port: z.int() });

/** Resolves when it listens, rejects when it ends before. */
export async function startService(options: ServiceOptions): Promise<ServiceProcess> {
  const { name, environment, isBuilt, root, onStderr } = options;
  const { file, execArgv } = serviceProgram(name, isBuilt, root);
  const child = fork(file, {
    execArgv: [...execArgv],
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', onStderr === undefined ? 'inherit' : 'pipe', 'ipc'],
  });
  if (onStderr !== undefined) child.stderr?.on('data', onStderr);
  const ended = once(child, 'exit');
  const [ready] = await Promise.race([once(child, 'message'), endedEarly(child, name)]);
  return {
    port: readySchema.parse(ready).port,
    pid: child.pid ?? 0,
    ended,
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
