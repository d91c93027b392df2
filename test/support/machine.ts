import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { z } from 'zod';

/** What a figure was measured on. */
export const machineSchema = z.object({
  cpu: z.string(),
  cores: z.int(),
  memory_gb: z.number(),
  system: z.string(),
  node: z.string(),
  /** Processes that wanted to run in the last minute, before the measurement began. */
  load: z.number(),
});

export type Machine = z.infer<typeof machineSchema>;

/** This machine, and how busy it is now. */
export function describeMachine(): Machine {
  const all = cpus();
  return {
    cpu: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
    memory_gb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.versions.node,
    load: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  };
}

/** The machine in a line. */
export function shownMachine({ cpu, cores, memory_gb, system, node, load }: Machine): string {
  return `${cores} × ${cpu}, ${memory_gb} GB, ${system}, Node ${node}; load before: ${load}`;
}
