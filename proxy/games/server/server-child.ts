import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { diskReason, errorCode } from '#shared/core/disk/disk-error.js';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { SANDBOX_INFO_FD } from './isolation.js';
import type { ServerAccount } from './server-account.js';
import type { Hang } from './watchdog.js';

/** Why this proxy ended a game server: as it wished, or because the server waited for what never came, or computed without end. */
export type ServerEndCause = 'wish' | Hang;

/** How a game server ended. */
export interface ServerExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Undefined where this proxy did not end it. */
  readonly cause?: ServerEndCause | undefined;
  readonly lastLines: readonly string[];
}

/** A started process. */
export interface ServerChild {
  /** Of the server itself, also where a sandbox stands between it and us. */
  readonly pid: number;
  /** Emits the end of the process. */
  readonly process: ChildProcess;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

/** The program to start, its folder and its account. */
export interface ChildOptions {
  readonly binary: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly account: ServerAccount | undefined;
  /** The program is a sandbox, which says which process the server is. */
  readonly isSandboxed: boolean;
}

/** Starts the program in a session of its own, so that Ctrl-C in our terminal does not end games behind our back. */
export async function spawnServer(options: ChildOptions): Promise<Result<ServerChild>> {
  try {
    const process = spawn(options.binary, [...options.arguments], {
      ...options.account,
      cwd: options.folder,
      env: { ...options.environment },
      detached: true,
      stdio: options.isSandboxed ? ['pipe', 'pipe', 'pipe', 'pipe'] : ['pipe', 'pipe', 'pipe'],
    });
    await once(process, 'spawn');
    // The process has ended already; its end is reported in any case.
    process.on('error', () => {});
    const { stdin, stdout, stderr } = process;
    if (stdin === null || stdout === null || stderr === null) throw new Error('a process without a console');
    // A write to a server that has just ended: its exit is reported anyway, with the reason.
    stdin.on('error', () => {});
    stdout.setEncoding('utf8');
    stderr.setEncoding('utf8');
    const pid = (options.isSandboxed ? await pidInSandbox(process) : undefined) ?? process.pid;
    if (pid === undefined) throw new Error('a spawned process without an id');
    return ok({ pid, process, stdin, stdout, stderr });
  } catch (error) {
    // Not executable, too many open files, or root without the right to become another user.
    const isOutOfReach = options.account !== undefined && errorCode(error) === 'EACCES';
    const reason = isOutOfReach
      ? `${options.binary} is out of reach for the account of its own that each server of root has: all must be allowed to enter its folders`
      : diskReason(error);
    // With `disk` the restore is tried again later, see game-lifecycle.ts: the failure is not about the game.
    const isPassing = ['EMFILE', 'ENFILE', 'ENOMEM'].includes(errorCode(error) ?? '');
    const details = isPassing ? { reason, disk: reason } : { reason };
    return fail(failure('E142', `freeciv-server could not be started: ${reason}`, { details }));
  }
}

/** As bubblewrap says; undefined when it has ended before that. */
async function pidInSandbox({ stdio }: ChildProcess): Promise<number | undefined> {
  const info = stdio[SANDBOX_INFO_FD];
  if (info === null || info === undefined || !('read' in info)) return undefined;
  const told = /"child-pid": *(\d+)/.exec(await text(info));
  return told === null ? undefined : Number(told[1]);
}

/** Sends the server a signal; false when it has ended. */
export function signalServer({ pid, process: child }: ServerChild, signal: NodeJS.Signals): boolean {
  if (child.exitCode !== null || child.signalCode !== null) return false;
  try {
    return process.kill(pid, signal);
  } catch {
    // It ends at this moment.
    return false;
  }
}

/** Resolves once the process is gone and its output is read to the end; never rejects. */
export function childExit({ process }: ServerChild, lastLines: () => readonly string[]): Promise<ServerExit> {
  return new Promise((resolve) => {
    process.once('close', (code, signal) => resolve({ code, signal, lastLines: lastLines() }));
  });
}

/** One signal on the way to the end of a process. */
export interface EndStep {
  /** How long the process may take before this signal. */
  readonly afterMs: number;
  readonly signal: NodeJS.Signals;
}

/** Sends the signals one after the other until the process is gone. */
export async function endBySteps(
  exited: Promise<unknown>,
  steps: readonly EndStep[],
  send: (signal: NodeJS.Signals) => void,
): Promise<void> {
  let gone = false;
  const watched = exited.then(() => {
    gone = true;
  });
  for (const { afterMs, signal } of steps) {
    await Promise.race([watched, setTimeout(afterMs, undefined, { ref: false })]);
    if (gone) return;
    send(signal);
  }
  await watched;
}
