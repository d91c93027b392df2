import type { Watched } from '#shared/spectator/requests.js';

/** One view of one game, with its delay: what any number of spectators can watch together. */
export interface Channel {
  readonly gameId: string;
  readonly watched: Watched;
}

/** The same for the same view. */
export function channelName({ watched: { view, delay } }: Channel): string {
  return JSON.stringify([view ?? 'whole', delay.turns, delay.seconds]);
}
