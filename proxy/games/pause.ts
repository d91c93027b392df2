import { z } from 'zod';

/**
 * Why a game is paused: somebody wanted it, no agent is there to play (it goes on when one comes), or the time of a
 * seat was up that had asked for this.
 */
export const pauseReasonSchema = z.enum(['operator', 'absence', 'time_up']);

export type PauseReason = z.infer<typeof pauseReasonSchema>;
