import { writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';

/** A tenth of the weight of an ordinary process. */
const NICENESS = constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Lets a game server give way to proxy and gateway: ten of them that change turns at once would take every core, and
 * agents, heartbeats and people would wait behind them. Where that is not possible nothing changes.
 */
export async function giveWay(pid: number): Promise<void> {
  try {
    setPriority(pid, NICENESS);
  } catch {
    // It has ended already: whoever waits for it is told.
  }
  // Linux schedules sessions before processes, and a server has one of its own.
  await writeFile(`/proc/${pid}/autogroup`, String(NICENESS)).catch(() => {});
}
