import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '#shared/core/disk/disk-error.js';
import { namesIn } from '#shared/core/disk/read-file.js';
import { isJsonObject, type JsonObject, parseJson } from '#shared/core/json.js';

/** A file of the audit. */
export interface AuditFileName {
  readonly name: string;
  /** The UTC day, such as `2026-11-21`. */
  readonly day: string;
  /** The number of the file within its day; the first is 1. */
  readonly part: number;
}

/** The name of a file of the audit. */
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

/** The lines of the audit about an agent, oldest first, a file at a time. */
export async function* auditLinesOf(folder: string, agentId: string): AsyncGenerator<JsonObject> {
  for (const { name } of listAuditFiles(folder)) {
    await using file = await openUnlessGone(join(folder, name), 'r');
    for await (const line of file?.handle.readLines() ?? []) {
      if (!line.includes(agentMark(agentId))) continue;
      const read = parseJson(line);
      if (isJsonObject(read)) yield read;
    }
  }
}

/**
 * Replaces an agent's id in all lines by a pseudonym of the same length, so that gateways may append to a file meanwhile. Resolves with
 * the number of lines. Rejects when the disk fails.
 */
export async function pseudonymiseFiles(folder: string, agentId: string, pseudonym: string): Promise<number> {
  let lines = 0;
  for (const { name } of listAuditFiles(folder)) {
    await using file = await openUnlessGone(join(folder, name), 'r+');
    if (file === undefined) continue;
    const places = placesOf(await file.handle.readFile(), agentId);
    for (const place of places) await file.handle.write(agentMark(pseudonym), place);
    lines += places.length;
  }
  return lines;
}

/** A text of audit lines with a pseudonym in the place of an agent's id. */
export function pseudonymised(text: string, agentId: string, pseudonym: string): string {
  return text.replaceAll(agentMark(agentId), agentMark(pseudonym));
}

/** The field of a line that names its agent. */
function agentMark(agentId: string): string {
  return `"agent_id":${JSON.stringify(agentId)}`;
}

/** Undefined for a file that the retention has removed by now. */
async function openUnlessGone(path: string, flags: 'r' | 'r+') {
  try {
    const handle = await open(path, flags);
    return { handle, [Symbol.asyncDispose]: () => handle.close() };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function placesOf(bytes: Buffer, agentId: string): readonly number[] {
  const mark = Buffer.from(agentMark(agentId));
  const places: number[] = [];
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) places.push(at);
  return places;
}
