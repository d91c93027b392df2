import type { SpectatorSnapshot, SpectatorUpdate } from './messages.js';

/**
 * Kinds of records, see docs/recording.md. `snapshot`: the recording begins, or continues after a gap; `turn`: the update
 * with which a turn has begun; `keyframe`: the state after the `turn` before it, so that a reader need not start at the
 * first record; `update`: what changed since the record before. All kinds but `update` begin a segment.
 */
export const recordKinds = ['snapshot', 'turn', 'keyframe', 'update'] as const;
/** See the list above. */
export type RecordKind = (typeof recordKinds)[number];

/** The head of a record. */
export interface RecordHead {
  readonly kind: RecordKind;
  readonly turn: number;
  /** When it was recorded, in milliseconds since 1970. */
  readonly at: number;
}

/** A record with the position of its payload in the file, in bytes. */
export interface PlacedRecord extends RecordHead {
  readonly offset: number;
  readonly length: number;
}

/** The payload of a record. `hash` is that of the state after it; an `update` has none, nor has a `turn` of a seat without a keyframe. */
export type FrameBody =
  | { readonly snapshot: SpectatorSnapshot; readonly hash: string }
  | { readonly update: SpectatorUpdate; readonly hash?: string };

/** A record with its parsed payload. */
export interface RecordingFrame {
  readonly head: RecordHead;
  readonly body: FrameBody;
}

/** Bytes before the payload: kind 1 byte, turn 4, time 8 (float64), payload length 4, CRC-32 4; little-endian. */
export const RECORD_HEAD_BYTES = 21;

/** Which view was recorded: that of the global observer, or that of an agent's seat. */
export type RecordedView = 'whole' | { readonly player: number; readonly agent: string };

/** What the first line of a recording says of the rules of its game. */
export interface RecordingFacts {
  /** SHA-256 over the files of a generated ruleset; absent for an ordinary one. */
  readonly ruleset_sha256?: string | undefined;
  /** Set where the game was sealed until it ended. */
  readonly sealed?: true | undefined;
}

/** The first line of a recording. */
export interface RecordingHeader extends RecordingFacts {
  readonly format: 'freeciv-recording';
  readonly version: number;
  readonly game_id: string;
  readonly view: RecordedView;
}
