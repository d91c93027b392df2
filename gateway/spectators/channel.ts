import type { Watched } from '#shared/protocol/spectator/requests.js';

/** One view of one game, with its delay: what any number of spectators can watch together. */
export interface Channel {
  readonly gameId: string;
  readonly watched: Watched;
  /** For who may also see a game that was made without spectators. */
  readonly isUnrestricted: boolean;
}

/** The same for the same view and the same rights. */
export function channelName({ watched: { view, delay }, isUnrestricted }: Channel): string {
  return JSON.stringify([view ?? 'whole', delay.turns, delay.seconds, isUnrestricted]);
}
