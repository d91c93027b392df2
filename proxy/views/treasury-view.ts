import { effectValue } from '../rules/effects.js';
import type { World } from '../world/world.js';
import { situationOf } from './optimized/situation.js';
import { goldPerTurn } from './optimized/treasury.js';

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
    gold_per_turn: goldPerTurn(situation),
    max_rate: maxRate(world, situation.me),
  };
}

/** The three rates make 100 together, so none can be held below a third. */
const LEAST_MAX_RATE = 34;

export function maxRate(world: World, player: number): number {
  const percent = effectValue(world, 'EFT_MAX_RATES', { player });
  return percent === 0 ? 100 : Math.min(100, Math.max(LEAST_MAX_RATE, percent));
}
