import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const DAY_MS = 86_400_000;

/** The parts of an audit file's name. */
interface AuditFileName {
  readonly name: string;
  /** The UTC day, such as `2026-11-21`. */
  readonly day: string;
  /** The number of the file within its day; the first is 1. */
  readonly part: number;
}

/** The name of an audit file. */
export function auditFileName(day: string, part: number): string {
  return part === 1 ? `actions-${day}.jsonl` : `actions-${day}.${part}.jsonl`;
}

/** The audit files in a folder, oldest first; none when there is no such folder. */
export function listAuditFiles(folder: string): readonly AuditFileName[] {
  return namesIn(folder)
    .flatMap((name) => {
      const [, day, part = '1'] = /^actions-(\d{4}-\d\d-\d\d)(?:\.(\d+))?\.jsonl$/.exec(name) ?? [];
      return day === undefined ? [] : [{ name, day, part: Number(part) }];
    })
    .sort((a, b) => (a.day === b.day ? a.part - b.part : a.day < b.day ? -1 : 1));
}

/**
 * Removes the oldest audit files until none is older than `age` milliseconds and all together have at most `bytes`. The
 * newest file stays, as it is being written. Other files in the folder are not touched. Throws errors of the file system.
 */
export function removeOldAuditFiles(
  folder: string,
  limits: { readonly bytes: number; readonly age: number },
  now: number,
): void {
  const files = listAuditFiles(folder).map((place) => ({
    ...place,
    bytes: bytesOf(join(folder, place.name)),
  }));
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { name, day, bytes } of files.slice(0, -1)) {
    const isOld = Date.parse(day) + DAY_MS + limits.age < now;
    if (!isOld && total <= limits.bytes) return;
    rmSync(join(folder, name), { force: true });
    total -= bytes;
  }
}

/** 0 when another gateway has removed the file meanwhile. */
function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
