import type { Journal } from './journal.js';

/** The highest state version that an agent is known to have seen. */
export async function lastVersion(journal: Journal): Promise<number> {
  // They rise from turn to turn.
  for (const turn of (await journal.turns()).toReversed()) {
    const versions = (await journal.read(turn)).map((entry) => ('version' in entry ? entry.version : 0));
    const last = versions.reduce((highest, version) => Math.max(highest, version), 0);
    if (last > 0) return last;
  }
  return 0;
}
