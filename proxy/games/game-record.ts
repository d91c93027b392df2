import { randomInt } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { type GameConfig, gameConfigSchema } from '#shared/messages/llm-connect.js';

const seatRecordSchema = z.strictObject({
  agentId: z.string(),
  username: z.string(),
  /** The turn in which it took the seat from an AI; 0 for one that was there from the beginning. */
  since: z.int().default(0),
  /** Player number. */
  player: z.int(),
  nation: z.string().optional(),
  leaderName: z.string().optional(),
});

const gameRecordSchema = z.strictObject({
  version: z.literal(1),
  id: z.string(),
  /** As asked for, with seeds, so that the same game can be made once more. */
  config: gameConfigSchema,
  /** Seconds; 0 waits for everyone. */
  turnTimeLimit: z.number(),
  phase: z.enum(['lobby', 'running', 'ended']),
  isPaused: z.boolean(),
  seats: z.array(seatRecordSchema),
});

export type SeatRecord = z.infer<typeof seatRecordSchema>;
/** What must be known of a game beside its saves to bring it back. */
export type GameRecord = z.infer<typeof gameRecordSchema>;

const SEED_LIMIT = 0x7fff_ffff;

export function newRecord(id: string, config: GameConfig, turnTimeLimit: number): GameRecord {
  const seeds = { game: randomInt(1, SEED_LIMIT), map: randomInt(1, SEED_LIMIT), ...config.seeds };
  return {
    version: 1,
    id,
    config: { ...config, seeds },
    turnTimeLimit: config.turn_time_limit ?? turnTimeLimit,
    phase: 'lobby',
    isPaused: false,
    seats: [],
  };
}

/** The record in that file; undefined when there is none. Throws when it is not readable as one. */
export async function readRecord(file: string): Promise<GameRecord | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : gameRecordSchema.parse(JSON.parse(text));
}

/** Replaces the file as a whole: who reads it sees the old record or the new one. */
export async function writeRecord(file: string, record: GameRecord): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const fresh = `${file}.new`;
  await writeFile(fresh, `${JSON.stringify(record, undefined, 2)}\n`);
  await rename(fresh, file);
}
