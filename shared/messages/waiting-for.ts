import { z } from 'zod';

/** A player for whom a turn waits, as those who wait are told. */
export const waitingForSchema = z.object({
  player_id: z.int(),
  /** Name of its leader. */
  player: z.string(),
  nation: z.string(),
  /** When the turn goes on without it, in epoch seconds; null when it waits for as long as it takes. */
  until: z.number().nullable(),
  /** True for an agent without a connection. */
  away: z.boolean(),
});

export type WaitingFor = z.infer<typeof waitingForSchema>;
