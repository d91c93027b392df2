import { z } from 'zod';
import { agentIdSchema } from '../envelope.js';

/** What is watched: the whole game or the view of one seat, with a delay. */
const watched = {
  /** The seat, named by agent or player; undefined for the whole game. */
  view: z
    .union([z.strictObject({ agent: agentIdSchema }), z.strictObject({ player: z.int().min(0) })])
    .optional(),
  /** Whole turns that must have been played since, and seconds that must have passed, before something is shown. */
  delay: z.strictObject({ turns: z.int().min(0), seconds: z.number().min(0) }),
};

/** The data of `recording`. */
export const watchedSchema = z.strictObject(watched);
/** A view and its delay. */
export type Watched = z.infer<typeof watchedSchema>;

/** The data of `spectate`. Pushes name the channel, so that one link can carry several views of a game. */
export const spectateSchema = z.strictObject({ ...watched, channel: z.string() });

/** The data of `recording_state` and `recording_turn`. */
export const recordingTurnSchema = z.strictObject({ ...watched, turn: z.int().min(0) });

/** The data of `recording_part`: bytes of the file from `from` on. */
export const recordingPartSchema = z.strictObject({ ...watched, from: z.int().min(0) });

/** A part of a recording file: `bytes` in base64, and `end`, the offset up to which records are due. */
export const recordingBytesSchema = z.strictObject({ bytes: z.string(), end: z.int().min(0) });
/** See recordingBytesSchema. */
export type RecordingBytes = z.infer<typeof recordingBytesSchema>;
