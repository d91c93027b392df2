import { readFileSync } from 'node:fs';

/** What a process has used since it began. The system counts CPU in steps of 10 ms. */
export interface ProcessUsage {
  /** Seconds of CPU of all its threads. */
  readonly cpu: number;
  /** Of these the seconds of its main thread. */
  readonly mainThread: number;
  /** MB that it holds. */
  readonly memory: number;
}

const NOTHING: ProcessUsage = { cpu: 0, mainThread: 0, memory: 0 };

/** Of one process; throws when it does not run. */
export function usageOf(pid: number | undefined): ProcessUsage {
  const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return {
    cpu: secondsIn(`/proc/${pid}/stat`),
    mainThread: secondsIn(`/proc/${pid}/task/${pid}/stat`),
    memory: Number(memory) / 1024,
  };
}

/** Of several processes together. */
export function usageOfAll(pids: readonly number[]): ProcessUsage {
  return pids.map(usageOf).reduce(
    (sum, each) => ({
      cpu: sum.cpu + each.cpu,
      mainThread: sum.mainThread + each.mainThread,
      memory: sum.memory + each.memory,
    }),
    NOTHING,
  );
}

/** What was used from one look to the next; the memory is that of the second. */
export function usedBetween(before: ProcessUsage, after: ProcessUsage): ProcessUsage {
  return {
    cpu: after.cpu - before.cpu,
    mainThread: after.mainThread - before.mainThread,
    memory: after.memory,
  };
}

const TICKS_PER_SECOND = 100;

/** Time in user mode and in the kernel. */
function secondsIn(statFile: string): number {
  const fields = readFileSync(statFile, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
