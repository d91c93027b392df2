import { VersionedTable } from '../../world/versioned-table.js';
import type { World } from '../../world/world.js';
import type { Player } from './players.js';

/** What of a player may be supposed to differ. Rates in per cent. */
type SupposedPlayer = Partial<Pick<Player, 'government' | 'tax' | 'luxury' | 'science'>>;

/**
 * The same world, except that one player has another government or other rates. Rules that are asked about it answer
 * for that case; the world itself stays as it is. Packets must not be applied to the result.
 */
export function supposePlayer(world: World, player: number, changes: SupposedPlayer): World {
  const players = new VersionedTable<Player>(world.version);
  for (const one of world.players.values()) {
    const supposed = one.playerno === player ? { ...one, ...changes } : one;
    players.set(one.playerno, supposed, world.players.versionOf(one.playerno));
  }
  return { ...world, players };
}
