import { ok, type Result } from '#shared/core/result.js';
import type { Journal } from './journal.js';

/** The highest state version that an agent is known to have seen. E123 when the disk does not say now. */
export async function lastVersion(journal: Journal): Promise<Result<number>> {
  const turns = await journal.turns();
  if (!turns.ok) return turns;
  // They rise from turn to turn.
  for (const turn of turns.value.toReversed()) {
    const entries = await journal.entries(turn);
    if (!entries.ok) return entries;
    const versions = entries.value.map((entry) => ('version' in entry ? entry.version : 0));
    const last = versions.reduce((highest, version) => Math.max(highest, version), 0);
    if (last > 0) return ok(last);
  }
  return ok(0);
}
