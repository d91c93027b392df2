import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const DAY_MS = 86_400_000;

interface AuditPlace {
  readonly name: string;
  /** As in `2026-11-21`. */
  readonly day: string;
  /** Of that day; the first is 1. */
  readonly part: number;
}

export function auditName(day: string, part: number): string {
  return part === 1 ? `actions-${day}.jsonl` : `actions-${day}.${part}.jsonl`;
}

/** The files of an audit log, oldest first; none when there is no such folder. */
export function auditPlaces(folder: string): readonly AuditPlace[] {
  return namesIn(folder)
    .flatMap((name) => {
      const [, day, part = '1'] = /^actions-(\d{4}-\d\d-\d\d)(?:\.(\d+))?\.jsonl$/.exec(name) ?? [];
      return day === undefined ? [] : [{ name, day, part: Number(part) }];
    })
    .sort((a, b) => (a.day === b.day ? a.part - b.part : a.day < b.day ? -1 : 1));
}

/**
 * Removes the oldest files until none is of a day older than `age` milliseconds and all together are at most `bytes`. The
 * newest stays: it is written. What is not ours in the folder is left alone. Throws what the file system says.
 */
export function tidyAudit(
  folder: string,
  limits: { readonly bytes: number; readonly age: number },
  now: number,
): void {
  const files = auditPlaces(folder).map((place) => ({ ...place, bytes: bytesOf(join(folder, place.name)) }));
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { name, day, bytes } of files.slice(0, -1)) {
    const isOld = Date.parse(day) + DAY_MS + limits.age < now;
    if (!isOld && total <= limits.bytes) return;
    rmSync(join(folder, name), { force: true });
    total -= bytes;
  }
}

/** Another gateway may have removed it meanwhile. */
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
