import { createHash } from 'node:crypto';
import type { Ruleset } from '../../world/ruleset.js';
import type { World } from '../../world/world.js';

/** A ruleset does not change once its game has begun. */
const known = new WeakMap<Ruleset, string>();

/** SHA-256 of the rules as the game server tells them: the same for games of the same rules. Null before they are told. */
export function rulesetHash(world: World | undefined): string | null {
  // The server gives a player after it has told all rules.
  if (world?.seat.player === undefined) return null;
  const { ruleset } = world;
  const before = known.get(ruleset);
  if (before !== undefined) return before;
  const text = JSON.stringify(ruleset, (_, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...value] : value,
  );
  const hash = createHash('sha256').update(text).digest('hex');
  known.set(ruleset, hash);
  return hash;
}
