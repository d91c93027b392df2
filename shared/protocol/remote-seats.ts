import { z } from 'zod';

/** Where the connection to the agent of a remote seat can stand. */
export const remoteStates = [
  'joining',
  'connecting',
  'ready',
  'processing',
  'silent',
  'waiting',
  'ended',
] as const;

const remoteStateSchema = z
  .enum(remoteStates)
  .describe(
    'joining: the seat is being taken; connecting: the agent is being called; ready, processing: it is connected, and says so; ' +
      'silent: it is connected, and its time for a turn is over; waiting: for the next attempt to reach it; ended: the game is over for it',
  );

/** A remote seat as `/api/games/{game_id}` shows it. */
export const remoteSeatViewSchema = z.strictObject({
  agent_id: z.string().describe('Id of the agent in the game'),
  agent_url: z
    .string()
    .nullable()
    .describe('Where the agent listens; null for callers that do not manage the game'),
  state: remoteStateSchema,
  player_id: z.int().nullable().describe('Number of its player; null before it has one'),
  turn: z.int().nullable().describe('The turn that the agent was last asked to play; null before the first'),
  connects: z.int().nonnegative().describe('How often the agent was reached'),
  calls: z.int().nonnegative().describe('How many functions it has called'),
  problem: z.string().nullable().describe('Why it cannot be reached or cannot have the seat, or null'),
});

/** `GET /api/games/{game_id}/seats`, and the answer of the routes that change them. */
export const remoteSeatsSchema = z.strictObject({
  remote_seats: z
    .array(remoteSeatViewSchema)
    .describe(
      'The seats that this gateway drives for agents elsewhere, in the order in which they were asked for',
    ),
});

/** Where the connection to the agent of a remote seat stands. */
export type RemoteState = z.infer<typeof remoteStateSchema>;
/** A remote seat as it is shown. */
export type RemoteSeatView = z.infer<typeof remoteSeatViewSchema>;
