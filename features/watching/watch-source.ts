import type { Result } from '#shared/core/result.js';
import type { SpectatorSnapshot, SpectatorUpdate } from '#shared/protocol/spectator/messages.js';

/** Is called with every update after the snapshot. */
export type UpdateListener = (update: SpectatorUpdate) => void;

/** A stream of updates that spectators subscribe to: a live broadcast or a delayed one. */
export interface WatchSource {
  /** Answers with the state that is shown now; after that the listener gets every update until it unsubscribes. */
  subscribe(listener: UpdateListener): Promise<Result<SpectatorSnapshot>>;
  unsubscribe(listener: UpdateListener): void;
}
