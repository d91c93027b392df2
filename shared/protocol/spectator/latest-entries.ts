import type { SpectatorAction, SpectatorBlock } from './agents.js';

/** How many of the latest entries of each player are kept. */
const KEPT_ACTIONS = 20;
const KEPT_BLOCKS = 24;
const KEPT_CHARS = 6_000;

/** The latest actions of each player, as spectators keep them. */
export function keptActions(actions: readonly SpectatorAction[]): SpectatorAction[] {
  return newest(actions, KEPT_ACTIONS, () => 0);
}

/** The latest transcript blocks of each player, as spectators keep them. */
export function keptBlocks(blocks: readonly SpectatorBlock[]): SpectatorBlock[] {
  return newest(blocks, KEPT_BLOCKS, ({ text }) => text.length);
}

/** The latest entries of each player within both limits. Idempotent: applying it step by step gives the same result. */
function newest<T extends { readonly player: number }>(
  all: readonly T[],
  most: number,
  length: (one: T) => number,
): T[] {
  const kept = new Map<number, { count: number; chars: number }>();
  return all
    .toReversed()
    .filter((one) => {
      const { count = 0, chars = 0 } = kept.get(one.player) ?? {};
      const now = { count: count + 1, chars: chars + length(one) };
      kept.set(one.player, now);
      return now.count <= most && now.chars <= KEPT_CHARS;
    })
    .toReversed();
}
