import { isGreatWonder } from '../../../rules/cities.js';
import { displayName } from '../../../rules/names.js';
import { buildCost } from '../../../rules/production/costs.js';
import type { City } from '../../../world/city.js';
import { turnsWords } from '../place-words.js';
import { defendersOf, type Situation } from '../situation.js';
import type { BuildOption } from './build-options.js';
import { buildingWorth } from './building-worth.js';
import type { Choice, Wants } from './wants.js';

/** Turns a building may take to bring in what it cost. */
const PAYBACK = 60;

/** The one that takes the fewest turns, if no more than `most`, and that no other own city builds. */
export function wonder(
  city: City,
  wants: Wants,
  options: readonly BuildOption[],
  most: number,
): Choice | undefined {
  const { wondersUnderWay } = wants;
  const isFree = (id: number) => (wondersUnderWay.get(id) ?? city.id) === city.id;
  const [best] = options
    .filter(({ target }) => target.kind === 'VUT_IMPROVEMENT' && isGreatWonder(target.thing))
    .filter(({ target, turns }) => turns <= most && isFree(target.value))
    .toSorted((a, b) => a.turns - b.turns);
  if (best === undefined || wants.wonders <= 0) return undefined;
  wants.wonders -= 1;
  wondersUnderWay.set(best.target.value, city.id);
  return { target: best.target, why: `a wonder in ${turnsWords(best.turns)}` };
}

/** What brings in most for its cost; anything that brings in something rather than one guard more. */
export function building(
  situation: Situation,
  city: City,
  options: readonly BuildOption[],
): Choice | undefined {
  const { world } = situation;
  const [best] = options
    .flatMap(({ target }) => {
      if (target.kind !== 'VUT_IMPROVEMENT' || target.thing.genus !== 'IG_IMPROVEMENT') return [];
      const worth = buildingWorth(world, city, target.thing);
      return worth > 0 ? [{ target, payback: buildCost(world, target) / worth }] : [];
    })
    .toSorted((a, b) => a.payback - b.payback);
  if (best === undefined) return undefined;
  if (best.payback <= PAYBACK)
    return { target: best.target, why: `${displayName(best.target.thing.name)} soon pays` };
  return isOverguarded(situation, city) ? { target: best.target, why: 'enough guards' } : undefined;
}

/** Units that nobody needs cost their upkeep turn by turn. */
function isOverguarded(situation: Situation, city: City): boolean {
  return city.detail?.productionKind === 'VUT_UTYPE' && defendersOf(situation, city).length > 1;
}
