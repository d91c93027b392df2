import { maxRate } from '../../rules/government.js';
import { expectedIncome } from '../../rules/upkeep.js';
import type { World } from '../../world/world.js';
import { situationOf } from '../optimized/situation.js';

export interface TreasuryView {
  readonly gold: number;
  /** What a turn change adds as things stand. */
  readonly gold_per_turn: number;
  /** The highest per cent that taxes, luxury and science may each be. */
  readonly max_rate: number;
}

/** Null for an observer. It hangs on cities, units and effects, so deltas always hold it. */
export function treasuryView(world: World): TreasuryView | null {
  const situation = situationOf(world);
  if (situation.player === undefined) return null;
  return {
    gold: situation.player.gold,
    gold_per_turn: expectedIncome(world, situation.me),
    max_rate: maxRate(world, situation.me),
  };
}
