import { readdirSync, readFileSync } from 'node:fs';
import { processTree } from '../../tools/steps/process-tree.mjs';

/** What a process has used and holds. */
export interface ProcessUsage {
  /** Seconds of CPU since it began; the system counts in steps of 10 ms. */
  readonly cpuSeconds: number;
  /** Resident memory in MB. */
  readonly megabytes: number;
  readonly descriptors: number;
  readonly threads: number;
}

const NOTHING: ProcessUsage = { cpuSeconds: 0, megabytes: 0, descriptors: 0, threads: 0 };

/** Of one process, from /proc; nothing of one that has ended. */
function usageOf(pid: number): ProcessUsage {
  try {
    // The name is in parentheses and may contain any character.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return {
      cpuSeconds: (Number(stat[11]) + Number(stat[12])) / 100,
      megabytes: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024,
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
      threads: Number(/^Threads:\s+(\d+)/m.exec(status)?.[1] ?? 0),
    };
  } catch {
    return NOTHING;
  }
}

/** Of several processes together. */
export function usageOfAll(pids: readonly number[]): ProcessUsage {
  return pids.map(usageOf).reduce(
    (sum, one) => ({
      cpuSeconds: sum.cpuSeconds + one.cpuSeconds,
      megabytes: sum.megabytes + one.megabytes,
      descriptors: sum.descriptors + one.descriptors,
      threads: sum.threads + one.threads,
    }),
    NOTHING,
  );
}

/** The game servers that run below a process. */
export function gameServersOf(pid: number): readonly number[] {
  return processTree(pid).filter((each) => {
    try {
      return readFileSync(`/proc/${each}/comm`, 'utf8').startsWith('freeciv-server');
    } catch {
      return false; // gone meanwhile
    }
  });
}
