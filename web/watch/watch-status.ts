import type { SpectatorUpdate } from '#shared/protocol/spectator/messages.js';
import type { RecordingInfo } from '#shared/protocol/spectator/recording.js';
import type { SpectatorView } from '#shared/protocol/spectator/view.js';

/** What a watch reports to the page. */
export interface WatchEvents {
  onView(view: SpectatorView): void;
  onUpdate(view: SpectatorView, update: SpectatorUpdate): void;
  onRecording(recording: RecordingInfo): void;
  /** The requested time has changed, or the player whose view is shown (undefined: the whole game). */
  onTarget(time: WatchTime, player: number | undefined): void;
  onStatus(status: WatchStatus): void;
}

/** The state of the connection. */
export type WatchStatus =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  /** The connection is lost; the page reconnects. */
  | { readonly kind: 'lost' }
  /** Nothing can be shown yet. */
  | { readonly kind: 'waiting'; readonly reason: string }
  | { readonly kind: 'needs_token' }
  | { readonly kind: 'refused'; readonly reason: string };

/** The time that is shown: live, or a recorded turn that stands still or is played. */
export type WatchTime =
  | { readonly kind: 'live' }
  | { readonly kind: 'past'; readonly turn: number; readonly isPlaying: boolean };

/** What to show of a game. */
export interface WatchTarget {
  /** Undefined: live. */
  readonly turn: number | undefined;
  /** The player whose view is shown; undefined for the whole game, or the view of the agent. */
  readonly player: number | undefined;
  /** The agent whose view is shown with its own token. */
  readonly agent?: string;
}
