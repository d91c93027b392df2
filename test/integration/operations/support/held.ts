import { readdirSync, readFileSync } from 'node:fs';

/** What a process holds: open descriptors, and resident memory in MB. */
export function held(pid: number): { readonly descriptors: number; readonly megabytes: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]);
  return { descriptors: readdirSync(`/proc/${pid}/fd`).length, megabytes: kilobytes / 1024 };
}
