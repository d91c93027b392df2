import type { TurnMark } from '#shared/protocol/agent-answers.js';
import type { JournalHistory } from './journal-history.js';

/** Which agents had ended a turn themselves, and what it counts as for them. */
export interface EndedTurns {
  readonly turn: number;
  readonly marks: ReadonlyMap<string, TurnMark>;
}

/** The same for the last turn of a journal; undefined when it has none. */
export function endedTurns({ turns }: JournalHistory): EndedTurns | undefined {
  const last = turns.at(-1);
  if (last === undefined) return undefined;
  const marks = last.entries.flatMap((entry) =>
    // What a person sends has no action, and what the proxy sends for an agent has none.
    entry.kind === 'packet' &&
    entry.name === 'player_phase_done' &&
    (entry.action !== undefined || entry.isWire === true)
      ? [[entry.agentId, entry.action?.declares ?? 'played'] as const]
      : [],
  );
  return { turn: last.turn, marks: new Map(marks) };
}
