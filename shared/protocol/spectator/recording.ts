import { z } from 'zod';
import type { Immutable } from '../state/common.js';
import { spectatorSnapshotSchema, spectatorUpdateSchema } from './messages.js';

/** `data` of recording: the recorded part of a game. */
export const recordingInfoSchema = z.strictObject({
  turns: z.array(z.int()).describe('The turns that can be asked for, in order'),
  views: z.array(z.int()).describe('Numbers of the players whose own view was recorded, too'),
  is_live: z.boolean().describe('False when the recording is complete'),
});

const after = z.number().describe('Milliseconds after the beginning of the turn');

const frameSchema = z.union([
  z.strictObject({ after, update: spectatorUpdateSchema.describe('What changed') }),
  z.strictObject({
    after,
    snapshot: spectatorSnapshotSchema.describe('The whole game, where a stream begins'),
  }),
]);

/** `data` of turn: what happened from the beginning of a turn to that of the next. */
export const recordedTurnSchema = z.strictObject({
  turn: z.int().describe('Turn number'),
  next: z.int().nullable().describe('The next turn that can be asked for; null for the newest'),
  frames: z.array(frameSchema).describe('The steps, in order'),
});

/** `data` of status: news of the stream, not of the game. */
export const spectatorStatusSchema = z.strictObject({
  status: z
    .enum(['waiting', 'recovering'])
    .describe(
      'waiting: there is nothing to show yet; recovering: the way to the game is lost, and is being restored',
    ),
  message: z.string().optional().describe('Why, in a sentence'),
});

/** The recorded part of a game. */
export type RecordingInfo = Immutable<z.infer<typeof recordingInfoSchema>>;
/** What happened from the beginning of a turn to that of the next. */
export type RecordedTurn = Immutable<z.infer<typeof recordedTurnSchema>>;
/** One step of a recorded turn. */
export type RecordedFrame = Immutable<z.infer<typeof frameSchema>>;
