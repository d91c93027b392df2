import type { TreasuryView } from '#shared/protocol/state/nation.js';
import { expectedIncome } from '../../rules/cities/income.js';
import { maxRate } from '../../rules/players/government.js';
import type { World } from '../../world/world.js';

/** Null for an observer. It hangs on cities, units and effects, so deltas always hold it. */
export function treasuryView(world: World): TreasuryView | null {
  const { player: me } = world.seat;
  const player = world.players.get(me ?? -1);
  if (me === undefined || player === undefined) return null;
  return {
    gold: player.gold,
    gold_per_turn: expectedIncome(world, me),
    max_rate: maxRate(world, me),
  };
}
