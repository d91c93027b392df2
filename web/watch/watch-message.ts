import type { SpectatorSnapshot, SpectatorUpdate } from '#shared/protocol/spectator/messages.js';
import type { RecordedTurn, RecordingInfo } from '#shared/protocol/spectator/recording.js';

/** Messages of the gateway to spectators. */
export type WatchMessage =
  | { readonly type: 'snapshot'; readonly data: SpectatorSnapshot }
  | { readonly type: 'update'; readonly data: SpectatorUpdate }
  | { readonly type: 'turn'; readonly data: RecordedTurn }
  | { readonly type: 'recording'; readonly data: RecordingInfo }
  | { readonly type: 'error'; readonly data: { readonly code: string; readonly message: string } }
  | { readonly type: 'status'; readonly data: { readonly status: string; readonly message?: string } }
  | { readonly type: 'pong' };

/** Messages of the page to the gateway. */
export type WatchRequest =
  | { readonly type: 'spectator_connect'; readonly data: { readonly api_token: string } }
  | { readonly type: 'spectator_seek' | 'spectator_turn'; readonly data: { readonly turn: number } }
  | { readonly type: 'spectator_recording' | 'spectator_live' };
