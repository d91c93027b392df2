import { z } from 'zod';
import { agentIdSchema } from '../envelope.js';
import type { SpectatorSnapshot, SpectatorUpdate } from './messages.js';

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

/** What was recorded of a game. */
export interface RecordingInfo {
  /** The turns that can be requested, in order. */
  readonly turns: readonly number[];
  /** The players whose view was recorded, too. */
  readonly views: readonly number[];
  /** False when the game is over and nothing will be added. */
  readonly is_live: boolean;
}

/** The frames from the start of a turn to the start of the next one. */
export interface RecordedTurn {
  readonly turn: number;
  /** The next turn that can be requested; null for the last. */
  readonly next: number | null;
  readonly frames: readonly RecordedFrame[];
}

/** A frame, recorded `after` milliseconds after the start of the turn. */
export type RecordedFrame =
  | { readonly after: number; readonly update: SpectatorUpdate }
  | { readonly after: number; readonly snapshot: SpectatorSnapshot };
