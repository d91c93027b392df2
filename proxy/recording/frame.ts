import type { SpectatorSnapshot, SpectatorUpdate } from '#shared/protocol/spectator/messages.js';
import type { RecordHead } from './record.js';

/** What a record says. `hash` is that of the state it leads to, where a turn or the recording begins. */
export type FrameBody =
  | { readonly snapshot: SpectatorSnapshot; readonly hash: string }
  | { readonly update: SpectatorUpdate; readonly hash?: string };

export interface Frame {
  readonly head: RecordHead;
  readonly body: FrameBody;
}

/** Whose eyes a game was recorded with: an observer's, or those of an agent's seat. */
export type RecordedView = 'whole' | { readonly player: number; readonly agent: string };

/** The first line of a recording. */
export interface RecordingHeader {
  readonly format: 'freeciv-recording';
  readonly version: number;
  readonly game_id: string;
  readonly view: RecordedView;
}
