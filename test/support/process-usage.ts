import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { processTree } from '../../tools/steps/process-tree.mjs';

/** What a process has used and holds. */
export interface ProcessUsage {
  /** Seconds of CPU since it began; the system counts in steps of 10 ms. */
  readonly cpuSeconds: number;
  /** Of these those of its main thread. */
  readonly mainThreadSeconds: number;
  /** Resident memory in MB. */
  readonly megabytes: number;
  readonly descriptors: number;
  readonly threads: number;
}

const NOTHING: ProcessUsage = {
  cpuSeconds: 0,
  mainThreadSeconds: 0,
  megabytes: 0,
  descriptors: 0,
  threads: 0,
};

/** Of one process, from /proc; nothing of one that has ended. */
export function usageOf(pid: number): ProcessUsage {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return {
      cpuSeconds: secondsIn(`/proc/${pid}/stat`),
      mainThreadSeconds: secondsIn(`/proc/${pid}/task/${pid}/stat`),
      megabytes: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024,
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
      threads: Number(/^Threads:\s+(\d+)/m.exec(status)?.[1] ?? 0),
    };
  } catch {
    return NOTHING;
  }
}

/** Seconds in user mode and in the kernel. */
function secondsIn(statFile: string): number {
  // The name is in parentheses and may contain any character.
  const stat = readFileSync(statFile, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(stat[11]) + Number(stat[12])) / 100;
}

/** Of several processes together. */
export function usageOfAll(pids: readonly number[]): ProcessUsage {
  return pids.map(usageOf).reduce(
    (sum, one) => ({
      cpuSeconds: sum.cpuSeconds + one.cpuSeconds,
      mainThreadSeconds: sum.mainThreadSeconds + one.mainThreadSeconds,
      megabytes: sum.megabytes + one.megabytes,
      descriptors: sum.descriptors + one.descriptors,
      threads: sum.threads + one.threads,
    }),
    NOTHING,
  );
}

/** The CPU used from one look to the next; everything else as at the second. */
export function usedBetween(before: ProcessUsage, after: ProcessUsage): ProcessUsage {
  return {
    ...after,
    cpuSeconds: after.cpuSeconds - before.cpuSeconds,
    mainThreadSeconds: after.mainThreadSeconds - before.mainThreadSeconds,
  };
}

/** The game servers that run below a process. */
export function gameServersOf(pid: number): readonly number[] {
  return processTree(pid).filter(isGameServer);
}

/** Whether a process is a game server. One that was fetched for a system without it is run by a loader of its own. */
export function isGameServer(pid: number): boolean {
  try {
    const names = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      .split('\0')
      .map((arg) => basename(arg));
    const [program = ''] = names;
    const isLoaded = program.startsWith('ld-linux') && names.includes('freeciv-server');
    return isLoaded || program.startsWith('freeciv-server');
  } catch {
    return false; // gone meanwhile
  }
}

/** The processes of a server by what they are, `gateway` for example; asked anew each time, as game servers come and go. */
export type ServerParts = Readonly<Record<string, () => readonly number[]>>;

/** What the processes of a part use, by their names in reports. */
interface PartUsage {
  readonly processes: number;
  readonly cpu_percent: number;
  readonly megabytes: number;
}

/** Begins to measure what the parts use; `end` says what that was. */
export function measureParts(parts: ServerParts): {
  end(): Readonly<Record<string, PartUsage>>;
} {
  const began = performance.now();
  const before = Object.entries(parts).map(([name, pids]) => {
    const all = pids();
    return { name, all, cpu: usageOfAll(all).cpuSeconds };
  });
  return {
    end() {
      const seconds = (performance.now() - began) / 1000;
      return Object.fromEntries(
        before.map(({ name, all, cpu }) => {
          const { cpuSeconds, megabytes } = usageOfAll(all);
          return [
            name,
            { processes: all.length, cpu_percent: ((cpuSeconds - cpu) / seconds) * 100, megabytes },
          ];
        }),
      );
    },
  };
}
