import { z } from 'zod';

/** What a game keeps on the disk: see docs/games.md. */
const keptSchema = z.enum(['journal', 'ledger', 'record', 'save']);

const diskTroubleSchema = z.object({
  game_id: z.string(),
  what: keptSchema,
  reason: z.string(),
  since: z.string(),
});

/** How the disk of the proxy is. */
export const diskSchema = z.object({
  /** null where that cannot be told. */
  free_bytes: z.number().nullable(),
  /** What it does not take at the moment; the games go on. */
  troubles: z.array(diskTroubleSchema),
});

export type Kept = z.infer<typeof keptSchema>;
export type DiskTrouble = z.infer<typeof diskTroubleSchema>;
export type Disk = z.infer<typeof diskSchema>;
