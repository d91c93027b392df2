import type { Failure } from '#shared/failure.js';
import { errorData } from '#shared/messages/error-data.js';

/** A message to spectators, as text: the envelope of agents with the game in the agent's place. */
export function spectatorMessage(
  gameId: string,
  type: string,
  data: Readonly<Record<string, unknown>>,
  now: number,
): string {
  return JSON.stringify({ type, game_id: gameId, timestamp: now / 1000, data });
}

export function spectatorError(gameId: string, failure: Failure, now: number): string {
  return spectatorMessage(gameId, 'error', errorData(failure), now);
}
