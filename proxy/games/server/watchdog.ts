import { readFile } from 'node:fs/promises';
import type { Logger } from '#shared/log.js';

/** What is watched. */
export interface Watched {
  readonly pid: number;
  /** Settles when the process has read its console. */
  probe(): Promise<unknown>;
  kill(): void;
  readonly exited: Promise<unknown>;
}

/** Between an answer and the next question, and between two looks while one is waited for. */
const LOOK_MS = 1_000;
/** A process that owes an answer and has not computed for so long is not busy but hangs. */
const STILL_MS = 4_000;
/** The longest turn change there may be: a process that only computes hangs, too. */
const BUSY_MS = 180_000;

/**
 * Kills a game server that hangs; the game then comes back as after any other death. It reads its console between turns
 * only, so silence alone says nothing: one that waits for something that never comes uses no processor time.
 */
export function watch(watched: Watched, logger: Logger): void {
  let isOver = false;
  void watched.exited.then(() => {
    isOver = true;
  });
  const round = async (): Promise<void> => {
    while (!isOver) {
      await pause(LOOK_MS);
      if (isOver || (await answers(watched, () => isOver))) continue;
      logger.error({ pid: watched.pid }, 'the game server hangs and is killed');
      watched.kill();
      return;
    }
  };
  void round();
}

/** False when the process hangs. */
async function answers({ pid, probe }: Watched, isOver: () => boolean): Promise<boolean> {
  let hasAnswered = false;
  void probe().then(() => {
    hasAnswered = true;
  });
  let used = await processorTime(pid);
  let still = 0;
  for (let waited = 0; waited < BUSY_MS; waited += LOOK_MS) {
    await pause(LOOK_MS);
    if (hasAnswered || isOver()) return true;
    const now = await processorTime(pid);
    still = now !== undefined && now === used ? still + LOOK_MS : 0;
    used = now;
    if (still >= STILL_MS) return false;
  }
  return false;
}

/** Ticks the process has computed; undefined where the system does not tell. */
async function processorTime(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The second field is a name in parentheses that may hold anything.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields === undefined ? undefined : Number(fields[11]) + Number(fields[12]);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
