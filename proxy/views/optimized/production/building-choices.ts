import { isGreatWonder } from '../../../rules/lookup/cities.js';
import { displayName } from '../../../rules/lookup/names.js';
import { buildCost } from '../../../rules/production/build-costs.js';
import { canBuild } from '../../../rules/production/build-targets.js';
import { targetOf } from '../../../rules/production/target.js';
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

/** What brings in most for its cost, if that is soon. */
export function building(
  { world }: Situation,
  city: City,
  options: readonly BuildOption[],
): Choice | undefined {
  const [best] = options
    .flatMap(({ target }) => {
      if (target.kind !== 'VUT_IMPROVEMENT' || target.thing.genus !== 'IG_IMPROVEMENT') return [];
      const payback = buildCost(world, target) / Math.max(0, buildingWorth(world, city, target.thing));
      return payback <= PAYBACK ? [{ target, payback }] : [];
    })
    .toSorted((a, b) => a.payback - b.payback);
  return best && { target: best.target, why: `${displayName(best.target.thing.name)} soon pays` };
}

/** Gold rather than units that nobody needs, each of which costs its upkeep turn by turn. */
export function coinage(situation: Situation, city: City): Choice | undefined {
  if (!isUnwanted(situation, city)) return undefined;
  const target = [...situation.world.ruleset.improvements.values()]
    .filter(({ flags }) => flags.has('IF_GOLD'))
    .flatMap(({ id }) => targetOf(situation.world, 'VUT_IMPROVEMENT', id) ?? [])
    .find((one) => canBuild(situation.world, city, one) === true);
  return target && { target, why: 'no more units are wanted' };
}

/** A unit that takes citizens away where there is no room for them, or a guard too many. */
function isUnwanted(situation: Situation, city: City): boolean {
  const { detail } = city;
  const type =
    detail?.productionKind === 'VUT_UTYPE'
      ? situation.world.ruleset.unitTypes.get(detail.productionValue)
      : undefined;
  return type !== undefined && (type.popCost > 0 || defendersOf(situation, city).length > 1);
}
