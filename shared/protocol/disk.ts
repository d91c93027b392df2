import { z } from 'zod';

/** What a game keeps on the disk: see docs/games.md. */
const keptSchema = z.enum([
  'record',
  'save',
  'journal',
  'ledger',
  'manifest',
  'orders',
  'notes',
  'recording',
  'decisions',
]);

const diskTroubleSchema = z.object({
  game_id: z.string(),
  what: keptSchema,
  reason: z.string(),
  since: z.string(),
});

const diskDamageSchema = z.object({
  game_id: z.string(),
  what: keptSchema,
  /** Within the folder of the game. */
  file: z.string(),
  /** The name under which the damaged file lies beside it; null when it was gone, or could not be put aside. */
  put_aside: z.string().nullable(),
  /** What is wrong with it. */
  reason: z.string(),
  /** What the game has lost with it. */
  lost: z.string(),
  since: z.string(),
});

/** How the disk of the proxy is. */
export const diskSchema = z.object({
  /** null where that cannot be told. */
  free_bytes: z.number().nullable(),
  /** Why nothing can be written to DATA_DIR at the moment; null while it can. */
  problem: z.string().nullable(),
  /** What it does not take at the moment; the games go on. */
  troubles: z.array(diskTroubleSchema),
  /** Files that were found damaged since the proxy started, the newest last; those whose damaged file was removed since are left out. */
  damaged: z.array(diskDamageSchema),
});

/** A kind of file in the folder of a game. */
export type Kept = z.infer<typeof keptSchema>;
/** A kind of file of one game that the disk does not take at the moment. */
export type DiskTrouble = z.infer<typeof diskTroubleSchema>;
/** A file that was found damaged, and what the game has lost with it. */
export type DiskDamage = z.infer<typeof diskDamageSchema>;
/** How the disk of the proxy is. */
export type Disk = z.infer<typeof diskSchema>;

/** True when nothing is the matter with the disk. */
export function isDiskWell({ problem, troubles, damaged }: Disk): boolean {
  return problem === null && troubles.length === 0 && damaged.length === 0;
}
