import { z } from 'zod';
import { agentIdSchema } from '../envelope.js';
import type { SpectatorSnapshot, SpectatorUpdate } from './messages.js';

/** What is watched: one game, as a whole or as one seat knows it, now or some time later. */
const watched = {
  /** Without it the whole game. The seat is named by its agent or by its player. */
  view: z
    .union([z.strictObject({ agent: agentIdSchema }), z.strictObject({ player: z.int().min(0) })])
    .optional(),
  /** Nothing is shown before so many whole turns have been played since, and so many seconds are over. */
  delay: z.strictObject({ turns: z.int().min(0), seconds: z.number().min(0) }),
};

export const watchedSchema = z.strictObject(watched);
export type Watched = z.infer<typeof watchedSchema>;

/** The pushes that follow name the channel, so that one link can carry several views of a game. */
export const spectateSchema = z.strictObject({ ...watched, channel: z.string() });

/** A place in a recording: as that turn began. */
export const recordingTurnSchema = z.strictObject({ ...watched, turn: z.int().min(0) });

/** A part of a recording's file, from that byte on. */
export const recordingPartSchema = z.strictObject({ ...watched, from: z.int().min(0) });

/** `bytes` in base64; `end` is where that ends which may be given away, the whole records up to what is due. */
export const recordingBytesSchema = z.strictObject({ bytes: z.string(), end: z.int().min(0) });
export type RecordingBytes = z.infer<typeof recordingBytesSchema>;

/** What there is to see of a game's past. */
export interface RecordingInfo {
  /** The turns that can be asked for, in order. */
  readonly turns: readonly number[];
  /** Players whose seat's view was recorded, too. */
  readonly views: readonly number[];
  /** False when nothing will be added any more. */
  readonly is_live: boolean;
}

/** What happened from a turn's beginning to that of the next. */
export interface RecordedTurn {
  readonly turn: number;
  /** The next turn that can be asked for; null for the newest. */
  readonly next: number | null;
  readonly frames: readonly RecordedFrame[];
}

/** One step, and how many milliseconds after the turn's beginning it was taken. */
export type RecordedFrame =
  | { readonly after: number; readonly update: SpectatorUpdate }
  | { readonly after: number; readonly snapshot: SpectatorSnapshot };
