import { z } from 'zod';
import { type ErrorCode, errorCodes } from '../core/error-codes.js';
import type { Failure } from '../core/failure.js';
import { notGrantedSchema } from './agent-requests.js';
import { ignoredFieldSchema } from './game-config.js';
import { generatedRulesetSchema } from './generated-ruleset.js';
import { scenarioStateSchema } from './scenario.js';

/** A part of what agents did that the disk has lost, so that a game was restored without it. */
export const missingPartSchema = z.object({
  turn: z.int().describe('Turn in which it was done'),
  requests: z.int().nullable().describe('Requests that were lost; null when that is not known'),
  file: z.string().describe('The file that should have held it, within the folder of the game'),
});

/** A part of what agents did that is lost. */
export type MissingPart = z.infer<typeof missingPartSchema>;

/** A player that a turn waits for, as the waiting agents learn of it. */
export const waitingForSchema = z.object({
  player_id: z.int().describe('Player number'),
  player: z.string().describe('Name of its leader'),
  nation: z.string().describe('Nation as an adjective, for example "Roman"'),
  until: z
    .number()
    .nullable()
    .describe(
      'When the turn goes on without it, in seconds since 1970; null when it waits for as long as it takes',
    ),
  away: z.boolean().describe('True for an agent without a connection'),
});

/** A player that a turn waits for. */
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

/** `data` of the link's message `presence`. */
export const presenceDataSchema = z.strictObject({ presence: presenceSchema });

/** Whether an agent is there. */
export type Presence = z.infer<typeof presenceSchema>;

/**
 * How a turn of an agent's seat ended; nothing else tells a turn that was played from one that was not.
 * `played`: the agent ended it by its own decision. `auto_ended`: it was ended for an agent that was not connected, or by
 * the agent's own fallback, which says so (end_turn with `auto: true`). `timed_out`: the agent was connected and its
 * time ran out, whatever it had done before; or the end of the turn is not known. `failed`: an AI of the game took the turn
 * over, or the agent says that its model failed (end_turn with `failed: reason`).
 */
export const turnMarkSchema = z.enum(['played', 'auto_ended', 'timed_out', 'failed']);

/** How a turn of an agent's seat ended. */
export type TurnMark = z.infer<typeof turnMarkSchema>;

/** How many turns of a seat ended how. */
export type TurnMarkCounts = Readonly<Record<TurnMark, number>>;

/** The mark of one player's turn. */
export const playerMarkSchema = z.strictObject({ player: z.int().nonnegative(), mark: turnMarkSchema });

/** How one player's turn ended. */
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
    // The proxy's failure comes to the gateway with its path among the details.
    details: { ...failure.details, ...(failure.path !== undefined && { path: failure.path }) },
  };
}

/** `data` of welcome, the first message on every socket of an agent. */
export const welcomeDataSchema = z.strictObject({
  message: z.string().describe('What to do next, in a sentence'),
  protocol_version: z.string().describe('Version of the protocol'),
  heartbeat_interval: z.number().positive().describe('Seconds between the pings of the gateway'),
  session_timeout: z
    .number()
    .positive()
    .describe('Seconds without a sign of life after which the socket is closed'),
  login_timeout: z.number().positive().describe('Seconds within which llm_connect must come'),
  max_message_bytes: z.int().positive().describe('Longest message that is read, in bytes'),
  max_connections_per_agent: z.int().positive().describe('Connections that one agent may have at a time'),
});

/** `data` of the answer to llm_connect. */
export const authSuccessDataSchema = z.strictObject({
  type: z.literal('auth_success').describe('Always auth_success'),
  success: z.literal(true).describe('Always true'),
  session_id: z.string().describe('Names the session, to resume it with llm_connect'),
  player_id: z.int().describe('Player number of the seat'),
  game_id: z.string().describe('The game'),
  session_expires_in: z
    .number()
    .positive()
    .describe('Seconds for which the session can be resumed after the last sign of life'),
  seq: z.int().nonnegative().describe('Number of the last push of this session; 0 for none'),
  status: z
    .enum(['starting', 'ready'])
    .optional()
    .describe('ready: the first turn of the seat has begun; starting: wait for game_ready'),
  not_granted: z
    .array(notGrantedSchema)
    .optional()
    .describe('Wishes for nation or leader that could not be granted; absent for none'),
  ignored: z.array(ignoredFieldSchema).optional().describe('Unknown fields of game_config; absent for none'),
  scenario: scenarioStateSchema
    .optional()
    .describe('The task of the game, before its world is staged; states have it as it stands'),
  generated_ruleset: generatedRulesetSchema
    .optional()
    .describe('The generated ruleset of the game; absent for an ordinary one'),
  sealed: z.literal(true).optional().describe('Only in a game that is sealed until it ends'),
  resumed: z.literal(true).optional().describe('Only when a session was resumed'),
  missed: z
    .int()
    .nonnegative()
    .optional()
    .describe('Only when resumed: how many pushes follow that the agent has not had'),
  resync: z
    .literal(true)
    .optional()
    .describe('Only when resumed: some of them are no longer held, so ask for a full state'),
  civserver_port: z
    .int()
    .optional()
    .describe('Port of the game server, for ordinary clients; absent while none runs'),
  incomplete: z
    .literal(true)
    .optional()
    .describe('Only in a new session: the game was restored without what `missing` lists'),
  missing: z.array(missingPartSchema).optional().describe('What agents did that was lost'),
});

/** A code of an expected failure: see the table of error codes. */
export const errorCodeSchema = z.enum(
  Object.keys(errorCodes).filter((code): code is ErrorCode => Object.hasOwn(errorCodes, code)),
);

const errorDetailsSchema = z.looseObject({
  retry_after: z.number().optional().describe('Seconds until the same may work'),
  path: z.string().optional().describe('The field at fault, as a dotted path into the message'),
  expected: z.string().optional().describe('What the field should have been'),
  did_you_mean: z.array(z.string()).optional().describe('Names that are close to the one that was sent'),
});

/** `data` of error: the specification's names and those of the flat dialect side by side. */
export const errorDataSchema = z.strictObject({
  type: z.literal('error').describe('Always error'),
  success: z.literal(false).describe('Always false'),
  error_code: errorCodeSchema.describe('Error code'),
  error_message: z.string().describe('A sentence to act on'),
  code: errorCodeSchema.describe('The same as error_code'),
  message: z.string().describe('The same as error_message'),
  details: errorDetailsSchema.describe('More about it; further fields depend on the code'),
});

/** `data` of messages that say all by their type. */
export const nothingSchema = z.strictObject({}).describe('Always empty');

/** `data` of the `ping` that the gateway sends on a quiet socket. */
export const heartbeatDataSchema = z.strictObject({});
