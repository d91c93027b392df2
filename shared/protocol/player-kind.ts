import { z } from 'zod';

/** Who plays the seat of an agent: a `person` with an ordinary FreeCiv client, or the agent itself (`model`). */
export const playerKindSchema = z.enum(['person', 'model']);

/** Who plays the seat of an agent. */
export type PlayerKind = z.infer<typeof playerKindSchema>;
