import type { SpectatorUpdate } from '#shared/protocol/spectator/messages.js';
import type { RecordingInfo } from '#shared/protocol/spectator/requests.js';
import type { SpectatorView } from '#shared/protocol/spectator/view.js';

export interface WatchEvents {
  onView(view: SpectatorView): void;
  onUpdate(view: SpectatorView, update: SpectatorUpdate): void;
  onRecording(recording: RecordingInfo): void;
  /** What was asked for has changed: the time, or the player through whose eyes (undefined: the whole game). */
  onPlace(time: WatchTime, player: number | undefined): void;
  onStatus(status: WatchStatus): void;
}

export type WatchStatus =
  | { readonly name: 'connecting' }
  | { readonly name: 'live' }
  /** The connection is gone; it is tried again. */
  | { readonly name: 'lost' }
  /** There is nothing to be seen yet; it will come. */
  | { readonly name: 'waiting'; readonly reason: string }
  | { readonly name: 'needs_token' }
  | { readonly name: 'refused'; readonly reason: string };

/** When: as it goes, or some turn of the past, which stands still or is played. */
export type WatchTime =
  | { readonly name: 'live' }
  | { readonly name: 'past'; readonly turn: number; readonly isPlaying: boolean };

export interface WatchPlace {
  /** Undefined: live. */
  readonly turn: number | undefined;
  /** The player through whose eyes; undefined: the whole game, or what the agent sees. */
  readonly player: number | undefined;
  /** The agent whose token is shown: what it sees. */
  readonly agent?: string;
}
