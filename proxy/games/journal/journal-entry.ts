import { z } from 'zod';

const actionSchema = z.strictObject({ id: z.string(), type: z.string() });

const journalEntrySchema = z.discriminatedUnion('kind', [
  /** The turn began for an agent; `version` is its state version. */
  z.strictObject({ kind: z.literal('begin'), version: z.int() }),
  /** A packet the game server has dealt with. */
  z.strictObject({
    kind: z.literal('packet'),
    agentId: z.string(),
    action: actionSchema.optional(),
    name: z.string(),
    fields: z.record(z.string(), z.unknown()),
    /** Of what it caused, see proof.ts. */
    proof: z.string(),
    version: z.int(),
  }),
  /** The agent took the seat of this player from an AI. */
  z.strictObject({ kind: z.literal('take'), agentId: z.string(), player: z.string() }),
  /** A command of an operator. */
  z.strictObject({ kind: z.literal('console'), line: z.string() }),
  /** The turn was over, whoever ended it. */
  z.strictObject({ kind: z.literal('end') }),
]);

export type JournalEntry = z.infer<typeof journalEntrySchema>;

export function writeEntry(entry: JournalEntry): string {
  return `${JSON.stringify(entry, (_, value) => (value instanceof Set ? { set: [...value] } : value))}\n`;
}

const writtenSetSchema = z.strictObject({ set: z.array(z.unknown()) });

/** Undefined for a line that was cut off by the end of its writer. */
export function readEntry(line: string): JournalEntry | undefined {
  try {
    const parsed = journalEntrySchema.safeParse(JSON.parse(line, reviveSet));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

function reviveSet(_key: string, value: unknown): unknown {
  const written = writtenSetSchema.safeParse(value);
  return written.success ? new Set(written.data.set) : value;
}
