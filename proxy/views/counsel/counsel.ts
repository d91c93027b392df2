import type { CounselLine } from '#shared/protocol/state/counsel.js';
import { realmBasis } from '../../rules/players/realm-forecast.js';
import type { World } from '../../world/world.js';
import { governmentCounsel } from './government-counsel.js';
import { ratesCounsel } from './rates-counsel.js';
import { researchCounsel } from './research-counsel.js';
import { standingCounsel } from './standing-counsel.js';
import { tileCounsel } from './tile-counsel.js';
import { famineCounsel, treatyCounsel } from './warning-counsel.js';

/**
 * Consequences that the rules of this game foretell for decisions the seat can make now, the weightiest first. Every
 * number is computed from the ruleset and the seat's own state; what the seat may not know is left out. Empty for an
 * observer.
 */
export function counselOf(world: World): readonly CounselLine[] {
  const { player: me } = world.seat;
  if (me === undefined || world.players.get(me)?.isAlive !== true) return [];
  const basis = realmBasis(world, me);
  if (basis.cities.length === 0) return [];
  return [
    ...governmentCounsel(basis),
    ...ratesCounsel(basis),
    ...tileCounsel(basis),
    ...researchCounsel(world),
    ...famineCounsel(basis),
    ...standingCounsel(world),
    ...treatyCounsel(world),
  ].sort((a, b) => b.weight - a.weight);
}
