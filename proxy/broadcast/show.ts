import type { Result } from '#shared/core/result.js';
import type { SpectatorSnapshot, SpectatorUpdate } from '#shared/protocol/spectator/messages.js';

export type Listener = (update: SpectatorUpdate) => void;

/** What one can watch. */
export interface Show {
  /** The state as it is shown now; from then on the listener hears every update, until it leaves. */
  watch(listener: Listener): Promise<Result<SpectatorSnapshot>>;
  leave(listener: Listener): void;
}
