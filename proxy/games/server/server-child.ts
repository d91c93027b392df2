import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { failure } from '#shared/failure.js';
import { fail, ok, type Result } from '#shared/result.js';
import type { Account } from './run-as-user.js';

/** How a game server ended. */
export interface ServerExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The last lines of its console. */
  readonly lastLines: readonly string[];
}

/** A started process. */
export interface ServerChild {
  readonly pid: number;
  readonly process: ChildProcessWithoutNullStreams;
}

export interface ChildOptions {
  readonly binary: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly account: Account | undefined;
}

/** Starts the program in a session of its own, so that Ctrl-C in our terminal does not end games behind our back. */
export async function spawnServer(options: ChildOptions): Promise<Result<ServerChild>> {
  try {
    const process = spawn(options.binary, [...options.arguments], {
      ...options.account,
      cwd: options.folder,
      env: { ...options.environment },
      detached: true,
      stdio: 'pipe',
    });
    await once(process, 'spawn');
    // A signal that cannot be sent any more; its end tells the same.
    process.on('error', () => {});
    // Writing to a server that has just ended: its exit tells the same, with the reason.
    process.stdin.on('error', () => {});
    process.stdout.setEncoding('utf8');
    process.stderr.setEncoding('utf8');
    if (process.pid === undefined) throw new Error('a spawned process without an id');
    return ok({ pid: process.pid, process });
  } catch (error) {
    // Not executable, too many open files, or root without the right to become another user.
    const reason = error instanceof Error ? error.message : String(error);
    return fail(failure('E142', 'freeciv-server could not be started', { details: { reason } }));
  }
}

/** Resolves once the process is gone and its output is read to the end; never rejects. */
export function childExit({ process }: ServerChild, lastLines: () => readonly string[]): Promise<ServerExit> {
  return new Promise((resolve) => {
    process.once('close', (code, signal) => resolve({ code, signal, lastLines: lastLines() }));
  });
}

export interface EndStep {
  /** How long the process may take before this signal. */
  readonly afterMs: number;
  readonly signal: NodeJS.Signals;
}

/** Sends the signals one after the other until the process is gone. */
export async function endChild(
  { process }: ServerChild,
  exited: Promise<unknown>,
  steps: readonly EndStep[],
): Promise<void> {
  let gone = false;
  const watched = exited.then(() => {
    gone = true;
  });
  for (const { afterMs, signal } of steps) {
    await Promise.race([watched, delay(afterMs)]);
    if (gone) return;
    process.kill(signal);
  }
  await watched;
}

/** Does not keep our own process alive. */
function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
