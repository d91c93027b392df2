import { createHash } from 'node:crypto';
import type { ChatMessage, GameFacts } from './dataset-row.js';

/** The parts of a dataset. */
export const splits = ['train', 'validation', 'test'] as const;
/** A part of a dataset. */
export type Split = (typeof splits)[number];

/** Of a hundred seeds, how many are expected in each part. */
export type SplitShares = Readonly<Record<Split, number>>;

/**
 * The part that a game belongs to, by the hash of its map's seed alone: all seats of a game and all games of a seed are in one part,
 * and stay there when games are added. A game without a seed goes by its id.
 */
export function splitOf({ seed, game_id }: Pick<GameFacts, 'seed' | 'game_id'>, shares: SplitShares): Split {
  const key = seed === null ? `game ${game_id}` : `seed ${seed}`;
  const place = (createHash('sha256').update(key).digest().readUInt32BE(0) / 2 ** 32) * 100;
  if (place < shares.train) return 'train';
  return place < shares.train + shares.validation ? 'validation' : 'test';
}

/** Remembers what rows said, so that no two say the same. */
export class SeenMessages {
  readonly #hashes = new Set<string>();

  /** Whether these messages are new; they are not any more then. */
  add(messages: readonly ChatMessage[]): boolean {
    const hash = createHash('sha256').update(JSON.stringify(messages)).digest('base64');
    if (this.#hashes.has(hash)) return false;
    this.#hashes.add(hash);
    return true;
  }
}
