import type { EffectType } from '../../../freeciv/generated/packets-3.0.js';
import type { Improvement } from '../../../rules/lookup/cities.js';
import { cityContext } from '../../../rules/requirements/context.js';
import { effectsOf } from '../../../rules/requirements/effects.js';
import { areMet } from '../../../rules/requirements/requirements.js';
import type { City } from '../../../world/city.js';
import type { World } from '../../../world/world.js';

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
export function buildingWorth(world: World, city: City, building: Improvement): number {
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
