import type { EffectType } from '../../../freeciv/generated/packets-3.0.js';
import { type Improvement, isGreatWonder } from '../../../rules/lookup/cities.js';
import { displayName } from '../../../rules/lookup/names.js';
import { buildCost } from '../../../rules/production/build-costs.js';
import { canBuild } from '../../../rules/production/build-targets.js';
import { targetOf } from '../../../rules/production/target.js';
import { effectsOf } from '../../../rules/requirements/effects.js';
import { cityContext } from '../../../rules/requirements/requirement.js';
import { areMet } from '../../../rules/requirements/requirements.js';
import type { City } from '../../../world/city.js';
import type { World } from '../../../world/world.js';
import { defendersOf, type Situation } from '../situation.js';
import { turnsText } from '../text-parts.js';
import type { BuildOption } from './build-options.js';
import type { NationNeeds, ProductionChoice } from './nation-needs.js';

/** Turns a building may take to bring in what it cost. */
const PAYBACK = 60;

/** The one that takes the fewest turns, if no more than `most`, and that no other own city builds. */
export function chooseWonder(
  city: City,
  wants: NationNeeds,
  options: readonly BuildOption[],
  most: number,
): ProductionChoice | undefined {
  const { wondersUnderWay } = wants;
  const isFree = (id: number) => (wondersUnderWay.get(id) ?? city.id) === city.id;
  const [best] = options
    .filter(({ target }) => target.kind === 'VUT_IMPROVEMENT' && isGreatWonder(target.thing))
    .filter(({ target, turns }) => turns <= most && isFree(target.value))
    .toSorted((a, b) => a.turns - b.turns);
  if (best === undefined || wants.wonders <= 0) return undefined;
  wants.wonders -= 1;
  wondersUnderWay.set(best.target.value, city.id);
  return { target: best.target, why: `a wonder in ${turnsText(best.turns)}` };
}

/** What brings in most for its cost, if that is soon. */
export function chooseBuilding(
  { world }: Situation,
  city: City,
  options: readonly BuildOption[],
): ProductionChoice | undefined {
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
export function chooseCoinage(situation: Situation, city: City): ProductionChoice | undefined {
  // The only city has nothing better to do than to grow the nation.
  if (situation.cities.length < 2 || !isUnwanted(situation, city)) return undefined;
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

/** What one of each output is worth, by number: food, shields, trade, gold, luxury, science. */
const outputWorth = [2, 2, 1, 1, 0.5, 1] as const;
const NUMBER_OF_FOOD = 0;
/** What keeps a citizen content is worth much where some are not, and something where they soon may be. */
const CALM_WORTH = { needed: 4, soon: 1, later: 0 } as const;
/** From this size on citizens are hardly content by themselves. */
const UNREST_SIZE = 4;
/** Food that is kept when a city grows shortens the way to the next citizen. */
const GRANARY_WORTH = 0.5;

/** What a building would bring its city a turn as it stands, in gold or what is worth as much, upkeep taken off. */
function buildingWorth(world: World, city: City, building: Improvement): number {
  const { detail } = city;
  if (detail === undefined) return 0;
  const food = Math.max(0, detail.surplus[NUMBER_OF_FOOD] ?? 0);
  return (
    outputsGained(world, city, building) +
    added(world, city, building, 'EFT_MAKE_CONTENT') * calmWorth(city) +
    (added(world, city, building, 'EFT_GROWTH_FOOD') / 100) * food * GRANARY_WORTH * 2 -
    building.upkeep
  );
}

/** Per cent more of what the city makes of an output. */
function outputsGained(world: World, city: City, building: Improvement): number {
  return outputWorth.reduce((sum, worth, output) => {
    const percent = added(world, city, building, 'EFT_OUTPUT_BONUS', output);
    return sum + (worth * percent * (city.detail?.prod[output] ?? 0)) / 100;
  }, 0);
}

/** What the building itself adds to effects of a type in its city, all else being as it is. */
function added(world: World, city: City, building: Improvement, type: EffectType, output?: number): number {
  let sum = 0;
  for (const { reqs, effectValue } of effectsOf(world, type)) {
    const isOurs = ({ type: kind, value, present }: (typeof reqs)[number]) =>
      present && kind === 'VUT_IMPROVEMENT' && value === building.id;
    if (!reqs.some(isOurs)) continue;
    const others = reqs.filter((requirement) => !isOurs(requirement));
    if (areMet(world, others, { output, ...cityContext(city) }) === true) sum += effectValue;
  }
  return sum;
}

function calmWorth({ size, detail }: City): number {
  const restless = (detail?.pplUnhappy[0] ?? 0) + (detail?.pplAngry[0] ?? 0);
  if (restless > 0) return CALM_WORTH.needed;
  return size >= UNREST_SIZE ? CALM_WORTH.soon : CALM_WORTH.later;
}
