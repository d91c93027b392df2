import { expect } from 'vitest';
import { keptReach } from '../../../features/advisor/rules/kept-reach.js';
import { type Mover, moverOf, restedMoverOf } from '../../../proxy/rules/movement/mover.js';
import { reachOf } from '../../../proxy/rules/movement/path.js';
import type { World } from '../../../proxy/world/world.js';

export const LIMITS = { maxTurns: 3, maxLegs: 150 } as const;
export const ME = 0;

/** Own units as they are, and others with all of their moves. */
export function moversOf(world: World): readonly Mover[] {
  return [...world.units.values()].flatMap(
    (unit) => (unit.owner === ME ? moverOf(world, unit) : restedMoverOf(world, unit)) ?? [],
  );
}

/** Compares the kept reach of some units with one that is searched anew; how many there are. */
export function compare(world: World, count: number): number {
  const movers = moversOf(world).slice(0, count);
  for (const mover of movers) {
    const kept = new Map(keptReach(world, mover, LIMITS));
    const anew = new Map(reachOf({ ...world }, mover, LIMITS).turns);
    // To compare maps by `expect` takes longer than to make them.
    const isSame = kept.size === anew.size && [...anew].every(([tile, turns]) => kept.get(tile) === turns);
    if (!isSame) expect(kept).toEqual(anew);
  }
  return movers.length;
}
