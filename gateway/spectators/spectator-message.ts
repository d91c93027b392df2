import { deflateRawSync } from 'node:zlib';
import type { Failure } from '#shared/core/failure.js';
import { errorData } from '#shared/protocol/agent-answers.js';

/** A message as it goes out to any number of spectators: encoded once, and compressed once if anybody wants that. */
export class SpectatorMessage {
  readonly bytes: Buffer;
  #deflated: Buffer | undefined;

  constructor(text: string) {
    this.bytes = Buffer.from(text);
  }

  /** Raw deflate. About an eighth of the size. */
  get deflated(): Buffer {
    this.#deflated ??= deflateRawSync(this.bytes);
    return this.#deflated;
  }
}

/** A message to spectators: the envelope of agents with the game in the agent's place. */
export function spectatorMessage(
  gameId: string,
  type: string,
  data: Readonly<Record<string, unknown>>,
  now: number,
): SpectatorMessage {
  return new SpectatorMessage(JSON.stringify({ type, game_id: gameId, timestamp: now / 1000, data }));
}

export function spectatorError(gameId: string, failure: Failure, now: number): SpectatorMessage {
  return spectatorMessage(gameId, 'error', errorData(failure), now);
}
