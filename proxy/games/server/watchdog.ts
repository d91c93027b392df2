import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from '#shared/core/log.js';
import type { ServerAccount } from './server-account.js';

/** A game server process that is watched. */
export interface WatchedServer {
  readonly pid: number;
  /** Settles when the process has read its console. */
  probe(): Promise<unknown>;
  /** Ends it, because it hangs in that way. */
  kill(hang: Hang): void;
  readonly exited: Promise<unknown>;
}

/** Between an answer and the next question, and between two polls while one is waited for. */
const POLL_MS = 500;
/** A process that owes an answer and has done nothing for this long hangs; with the poll before it this is within 5 s. */
const MAX_IDLE_MS = 3_500;
/** The longest turn change there may be: a process that only computes hangs, too. */
export const MAX_BUSY_MS = 180_000;

/** How a process hangs: it waits for something that never comes, or computes without end. */
export type Hang = 'idle' | 'busy';

/** The state of a process as /proc/<pid>/stat shows it. */
export interface ProcessActivity {
  readonly ticks: number;
  /** One letter: R waits for a processor, D for a disk; others wait for what others do. */
  readonly state: string;
}

/** Decides from samples of its activity whether a process that owes an answer hangs. */
export class HangDetector {
  #last: ProcessActivity | undefined;
  #still = 0;
  #waited = 0;

  constructor(first: ProcessActivity | undefined) {
    this.#last = first;
  }

  /** Polls once more; each poll counts for POLL_MS however late it is, for then we stood still ourselves. Undefined while it does not hang. */
  sample(now: ProcessActivity | undefined): Hang | undefined {
    const isStill = now !== undefined && now.ticks === this.#last?.ticks && !/[RD]/.test(now.state);
    this.#still = isStill ? this.#still + POLL_MS : 0;
    this.#waited += POLL_MS;
    this.#last = now;
    if (this.#still >= MAX_IDLE_MS) return 'idle';
    return this.#waited >= MAX_BUSY_MS ? 'busy' : undefined;
  }
}

/** Kills a server that hangs: silent between turns, and without processor time. The game then comes back. */
export function killWhenHung(watched: WatchedServer, log: Logger): void {
  let isOver = false;
  void watched.exited.then(() => {
    isOver = true;
  });
  const round = async (): Promise<void> => {
    while (!isOver) {
      await setTimeout(POLL_MS, undefined, { ref: false });
      const hang = isOver ? undefined : await hangOf(watched, () => isOver);
      if (hang === undefined) continue;
      log.error({ pid: watched.pid, hang }, 'the game server does not respond and is killed');
      watched.kill(hang);
      return;
    }
  };
  void round();
}

/** How the process hangs; undefined when it answers. */
async function hangOf({ pid, probe }: WatchedServer, isOver: () => boolean): Promise<Hang | undefined> {
  let hasAnswered = false;
  probe().then(
    () => {
      hasAnswered = true;
    },
    // A probe that fails is one that is not answered.
    () => undefined,
  );
  const judge = new HangDetector(activityOf(pid));
  for (;;) {
    await setTimeout(POLL_MS, undefined, { ref: false });
    if (hasAnswered || isOver()) return undefined;
    const hang = judge.sample(activityOf(pid));
    if (hang !== undefined) return hang;
  }
}

/** Undefined when the system does not report it. */
function activityOf(pid: number): ProcessActivity | undefined {
  const text = statOf(pid);
  // The second field is a name in parentheses that may hold anything.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  if (fields === undefined) return undefined;
  return { ticks: Number(fields[11]) + Number(fields[12]), state: fields[0] ?? '' };
}

function statOf(pid: number): string | undefined {
  try {
    // No disk is asked.
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
}

/** A line means: it ended well. The end of input means: we were killed, so the game server goes too. */
const GUARD_SCRIPT = 'trap "" INT TERM HUP; read -r done || kill -KILL "$1"';
/** An account of its own: what the server started and left behind ends with it. */
const ACCOUNT_GUARD_SCRIPT = `${GUARD_SCRIPT}; kill -KILL -1`;

/**
 * Ends the process `pid` when ours dies without a chance to do it (SIGKILL, out of memory): freeciv-server only
 * ignores the end of its input. The guard, a shell of under 1 MB, hears of our death by the end of its own. Killing it
 * leaves the last automatic save as the newest one; a friendlier signal would write another, of a half-played turn.
 * `release` is for when the process has ended; it resolves when nothing that it started is left.
 */
export function killWhenOrphaned(
  pid: number,
  account: ServerAccount | undefined,
): { release(): Promise<void> } {
  const words = [account === undefined ? GUARD_SCRIPT : ACCOUNT_GUARD_SCRIPT, 'freeciv-guard', String(pid)];
  const guard = spawn('/bin/sh', ['-c', ...words], {
    ...account,
    cwd: '/',
    env: {},
    // Its own session: Ctrl-C in the terminal is ours to handle.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell there is no guard; the game works without it.
  guard.on('error', () => {});
  guard.stdin.on('error', () => {});
  const gone = new Promise<void>((resolve) => {
    guard.once('error', () => resolve());
    guard.once('close', () => resolve());
  });
  return {
    release: () => {
      guard.stdin.end('done\n');
      return gone;
    },
  };
}
