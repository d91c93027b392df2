import { deflateRawSync } from 'node:zlib';
import type { Failure } from '#shared/core/failure.js';
import { errorData } from '#shared/protocol/agent-answers.js';

/** A message to any number of spectators: encoded once, and compressed at most once. */
export class SpectatorMessage {
  readonly bytes: Buffer;
  #deflated: Buffer | undefined;

  constructor(text: string) {
    this.bytes = Buffer.from(text);
  }

  /** The text compressed with raw deflate, to about an eighth of its size. */
  get deflated(): Buffer {
    this.#deflated ??= deflateRawSync(this.bytes);
    return this.#deflated;
  }
}

/** A message to spectators: the envelope of agents with game_id instead of agent_id. `now` is in milliseconds since 1970. */
export function spectatorMessage(
  gameId: string,
  type: string,
  data: Readonly<Record<string, unknown>>,
  now: number,
): SpectatorMessage {
  return new SpectatorMessage(JSON.stringify({ type, game_id: gameId, timestamp: now / 1000, data }));
}

/** An `error` message to spectators. */
export function spectatorError(gameId: string, failure: Failure, now: number): SpectatorMessage {
  return spectatorMessage(gameId, 'error', errorData(failure), now);
}
