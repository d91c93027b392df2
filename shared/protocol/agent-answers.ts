import { z } from 'zod';
import { type ErrorCode, errorCodes } from '../core/error-codes.js';
import type { Failure } from '../core/failure.js';

/** A part of what agents did that the disk has lost, so that a game was brought back without it. */
export const missingPartSchema = z.object({
  /** The turn in which it was done. */
  turn: z.int(),
  /** Requests that were lost; null where that cannot be told. */
  requests: z.int().nullable(),
  /** The file that should have held it, within the folder of the game. */
  file: z.string(),
});

export type MissingPart = z.infer<typeof missingPartSchema>;

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

/** Whether an agent is there, as the gateway tells the proxy of each change behind a login. */
export const presenceSchema = z.enum([
  /** It has a socket. */
  'connected',
  /** It has none, and a session that it may resume. */
  'away',
  /** It has no session. */
  'gone',
]);

export const presenceDataSchema = z.strictObject({ presence: presenceSchema });

export type Presence = z.infer<typeof presenceSchema>;

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

/** The `data` of an `error` message: the spec's names and the flat dialect's side by side. */
export function errorData(failure: Failure): Record<string, unknown> {
  return {
    type: 'error',
    success: false,
    error_code: failure.code,
    error_message: failure.message,
    code: failure.code,
    message: failure.message,
    details: { ...failure.details, ...(failure.path === undefined ? {} : { path: failure.path }) },
  };
}

/** What the gateway itself says to agents; the answers of games are made of the views. */
export const welcomeDataSchema = z.object({
  message: z.string(),
  protocol_version: z.string(),
  /** Seconds. */
  heartbeat_interval: z.number().positive(),
  session_timeout: z.number().positive(),
  login_timeout: z.number().positive(),
  max_message_bytes: z.int().positive(),
  max_connections_per_agent: z.int().positive(),
});

export const authSuccessDataSchema = z.looseObject({
  type: z.literal('auth_success'),
  success: z.literal(true),
  session_id: z.string(),
  player_id: z.int(),
  game_id: z.string(),
  session_expires_in: z.number().positive(),
  /** The last push of this session. */
  seq: z.int().nonnegative(),
  resumed: z.boolean().optional(),
  /** How many pushes follow that the agent has not had. */
  missed: z.int().nonnegative().optional(),
  /** Some of them are no longer held: ask for a full state. */
  resync: z.boolean().optional(),
  civserver_port: z.int().optional(),
  /** In a new session: the game was brought back without what is missing. */
  incomplete: z.literal(true).optional(),
  missing: z.array(missingPartSchema).optional(),
});

const codes = Object.keys(errorCodes).filter((code): code is ErrorCode => Object.hasOwn(errorCodes, code));

export const errorDataSchema = z.looseObject({
  type: z.literal('error'),
  success: z.literal(false),
  error_code: z.enum(codes),
  error_message: z.string(),
  code: z.enum(codes),
  message: z.string(),
  details: z.looseObject({
    /** Seconds until the same may work. */
    retry_after: z.number().optional(),
    /** The field at fault. */
    path: z.string().optional(),
    expected: z.string().optional(),
    did_you_mean: z.array(z.string()).optional(),
  }),
});
