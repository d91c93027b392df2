import { z } from 'zod';

/** The kinds of files that a game keeps on the disk: see docs/games.md. */
export const storedFileKindSchema = z.enum([
  'record',
  'save',
  'journal',
  'ledger',
  'diplomacy',
  'manifest',
  'orders',
  'plans',
  'notes',
  'usage',
  'conversations',
  'recording',
  'decisions',
]);

/** What may refuse to be written: a kind of file, or the copy of the game in a bucket. */
const writtenKindSchema = z.enum([...storedFileKindSchema.options, 'bucket']);

const diskTroubleSchema = z.object({
  game_id: z.string().describe('The game'),
  what: writtenKindSchema.describe(
    'The kind of file that cannot be written; `bucket` is the copy of the game there (STORAGE_URL)',
  ),
  reason: z.string().describe('Why, in the words of the operating system or of the bucket'),
  since: z.string().describe('When that began (ISO 8601)'),
});

const diskDamageSchema = z.object({
  game_id: z.string().describe('The game'),
  what: storedFileKindSchema.describe('The kind of file that is damaged'),
  file: z.string().describe('The file, within the folder of the game'),
  put_aside: z
    .string()
    .nullable()
    .describe(
      'The name under which the damaged file was kept beside it; null when it was gone or could not be renamed',
    ),
  reason: z.string().describe('What is wrong with it'),
  lost: z.string().describe('What the game has lost with it'),
  since: z.string().describe('When the damage was found (ISO 8601)'),
});

/** The state of the proxy's disk. */
export const diskSchema = z.object({
  free_bytes: z.number().nullable().describe('Free bytes; null where the file system does not say'),
  problem: z
    .string()
    .nullable()
    .describe('Why nothing can be written to DATA_DIR at the moment; null while it can'),
  troubles: z
    .array(diskTroubleSchema)
    .describe('What cannot be written at the moment; the games continue without it'),
  damaged: z
    .array(diskDamageSchema)
    .describe('Files that were found damaged since the proxy started and not removed since; newest last'),
});

/** A kind of file in the folder of a game. */
export type StoredFileKind = z.infer<typeof storedFileKindSchema>;
/** See writtenKindSchema. */
export type WrittenKind = z.infer<typeof writtenKindSchema>;
/** A kind of file of one game that cannot be written at the moment. */
export type DiskTrouble = z.infer<typeof diskTroubleSchema>;
/** A file that was found damaged, and what the game has lost with it. */
export type DiskDamage = z.infer<typeof diskDamageSchema>;
/** The state of the proxy's disk. */
export type Disk = z.infer<typeof diskSchema>;

/** True when nothing is the matter with the disk. */
export function isDiskWell({ problem, troubles, damaged }: Disk): boolean {
  return problem === null && troubles.length === 0 && damaged.length === 0;
}
