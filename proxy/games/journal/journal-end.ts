import { ok, type Result } from '#shared/core/result.js';
import type { Journal } from './journal.js';

/** What the newest turns of a journal say. */
export interface JournalEnd {
  /** The highest state version that an agent is known to have seen. */
  readonly version: number;
  /** The fence of its last owner. */
  readonly fence: number;
}

/** The end of a journal. E123 when the disk does not say now. */
export async function journalEnd(journal: Journal): Promise<Result<JournalEnd>> {
  const turns = await journal.turns();
  if (!turns.ok) return turns;
  let fence = 0;
  // Both rise from turn to turn.
  for (const turn of turns.value.toReversed()) {
    const file = await journal.readFile(turn);
    if (!file.ok) return file;
    fence = Math.max(fence, file.value.fence);
    const versions = file.value.lines.map(({ entry }) => ('version' in entry ? entry.version : 0));
    const version = versions.reduce((highest, own) => Math.max(highest, own), 0);
    if (version > 0) return ok({ version, fence });
  }
  return ok({ version: 0, fence });
}
