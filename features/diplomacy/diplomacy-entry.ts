import { z } from 'zod';

const player = z.int().nonnegative();
const turn = z.int().nonnegative();
/** The lower number first. */
const players = z.tuple([player, player]);
/** The player whose seat was told; two parties tell of the same. */
const witness = player;

const diplomacyEntrySchema = z.discriminatedUnion('kind', [
  /** A server process loaded the save of that turn; null: it created the game. */
  z.strictObject({ kind: z.literal('run'), from: z.int().nullable() }),
  z.strictObject({
    kind: z.literal('said'),
    turn,
    witness,
    from: player,
    to: player.nullable(),
    text: z.string(),
  }),
  /** Both parties have accepted, and the server has carried it out. */
  z.strictObject({
    kind: z.literal('treaty'),
    turn,
    witness,
    players,
    proposedBy: player.nullable(),
    clauses: z.array(
      z.strictObject({
        giver: player,
        clause: z.string(),
        value: z.union([z.string(), z.number()]).nullable(),
      }),
    ),
  }),
  z.strictObject({
    kind: z.literal('relation'),
    turn,
    witness,
    players,
    was: z.string(),
    now: z.string(),
    /** The players of the two that had a reason to cancel before. */
    wronged: z.array(player),
  }),
  /** The last change of their relation was a treaty cancelled by one of them. */
  z.strictObject({ kind: z.literal('cancelled'), turn, witness, players, by: player }),
  /** `by` has given the other one a reason to cancel. */
  z.strictObject({ kind: z.literal('incident'), turn, witness, players, by: player, text: z.string() }),
]);

/** One line of the file of diplomacy: what a seat was told. */
export type DiplomacyEntry = z.infer<typeof diplomacyEntrySchema>;
/** An entry that tells of the game, in the turn it happened. */
export type DiplomacyNews = Exclude<DiplomacyEntry, { kind: 'run' }>;

/** The schema of a line of the file. */
export const diplomacyLineSchema: z.ZodType<DiplomacyEntry> = diplomacyEntrySchema;

/**
 * What happened, in order and each once. What came after the save that a server loaded is void, as those turns are played
 * again; of the turn of the save all that was done is done again, so its entries stay. Of what both parties' seats were
 * told the one that was told more often counts.
 */
export function diplomacyNews(entries: readonly DiplomacyEntry[]): readonly DiplomacyNews[] {
  let kept: DiplomacyNews[] = [];
  for (const entry of entries) {
    if (entry.kind !== 'run') kept.push(entry);
    else kept = kept.filter((earlier) => earlier.turn <= (entry.from ?? -1));
  }
  return distinct(kept);
}

function distinct(entries: readonly DiplomacyNews[]): readonly DiplomacyNews[] {
  const told = new Map<string, number>();
  const passed = new Map<string, number>();
  return entries.filter((entry) => {
    const { witness: own, ...what } = entry;
    const key = JSON.stringify(what);
    const count = (told.get(`${own} ${key}`) ?? 0) + 1;
    told.set(`${own} ${key}`, count);
    if (count <= (passed.get(key) ?? 0)) return false;
    passed.set(key, count);
    return true;
  });
}
