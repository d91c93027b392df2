import { z } from 'zod';

/**
 * How a turn of an agent's seat ended; nothing else tells a turn that was played from one that was not.
 * `played`: the agent ended it by its own decision. `auto_ended`: it was ended for an agent that was not connected, or by
 * the agent's own fallback, which says so (end_turn with `auto: true`). `timed_out`: the agent was connected and its
 * time ran out, whatever it had done before; or nobody knows how it ended. `failed`: an AI of the game took the turn
 * over, or the agent says that its model failed (end_turn with `failed: reason`).
 */
export const turnMarkSchema = z.enum(['played', 'auto_ended', 'timed_out', 'failed']);

export type TurnMark = z.infer<typeof turnMarkSchema>;

/** How many turns of a seat ended how. */
export type TurnMarkCounts = Readonly<Record<TurnMark, number>>;

/** The mark of one player's turn. */
export const playerMarkSchema = z.strictObject({ player: z.int().nonnegative(), mark: turnMarkSchema });

export type PlayerMark = z.infer<typeof playerMarkSchema>;
