import { type CityBasis, type CityEconomy, cityEconomy } from '../../../proxy/rules/cities/city-economy.js';
import { disbandsWith } from '../../../proxy/rules/cities/growth.js';
import type { Improvement } from '../../../proxy/rules/lookup/cities.js';
import type { UnitType } from '../../../proxy/rules/lookup/nativity.js';
import { outputs } from '../../../proxy/rules/lookup/outputs.js';
import { shieldsATurn, stockAfterChange } from '../../../proxy/rules/production/build-costs.js';
import type { Target } from '../../../proxy/rules/production/target.js';
import { isFighterType } from '../../../proxy/rules/units/unit-type.js';
import { cityView } from '../../../proxy/views/entities/city-view.js';
import type { City } from '../../../proxy/world/city.js';
import type { World } from '../../../proxy/world/world.js';
import type { BuildingOutcome } from '../rules/building-outcome.js';
import type { economyWith, TileSwap } from '../rules/tile-swap.js';
import { yieldsAt } from '../rules/work-outcome.js';
import { turnsText } from '../text-parts.js';
import { changed, yieldText } from './ranked-option.js';

/** What a city changes by with a building: `bulbs 2 to 3`, `upkeep 1`. */
export function buildingWords(outcome: BuildingOutcome, { upkeep }: Improvement): readonly string[] {
  return [...outcomeWords(outcome), ...(upkeep > 0 ? [`upkeep ${upkeep}`] : [])];
}

/**
 * `35 gold next turn, 30 of it for the stock; then 5 a turn`: at the next turn change the server turns the whole stock into gold, together
 * with the shields of the turn (`city_build_building`).
 */
export function coinageWords(world: World, city: City, coinage: Target): string {
  const surplus = shieldsATurn(city);
  const stock = stockAfterChange(world, city, coinage);
  if (stock <= 0) return `${surplus} gold a turn from its shields`;
  return `${stock + surplus} gold next turn, ${stock} of it for the stock; then ${surplus} a turn`;
}

function outcomeWords({ before, after, keptFood, maxSize }: BuildingOutcome): readonly string[] {
  const made = (name: string, output: number) =>
    changed(name, before.prod[output] ?? 0, after.prod[output] ?? 0);
  return [
    ...made('food', outputs.food),
    ...made('shields', outputs.shields),
    ...made('trade', outputs.trade),
    ...made('gold', outputs.gold),
    ...made('luxury', outputs.luxury),
    ...made('bulbs', outputs.science),
    ...changed('unhappy', restless(before), restless(after)),
    ...(before.disorder && !after.disorder ? ['ends disorder'] : []),
    ...(!before.celebrates && after.celebrates ? ['celebrates'] : []),
    ...(keptFood.after > keptFood.before ? [`keeps ${keptFood.after} % of its food when it grows`] : []),
    ...(maxSize.after === maxSize.before ? [] : [`may grow beyond size ${maxSize.before}`]),
  ];
}

function restless({ moods }: CityEconomy): number {
  return moods.unhappy + moods.angry;
}

/** What one of each output is worth, by number: food, shields, trade, gold, luxury, bulbs; trade becomes the last three. */
const OUTPUT_WORTH: readonly number[] = [2, 2, 0, 1, 0.5, 1];
const CALM_WORTH = 2;
/** For food that is kept, and for a city that could not grow further. */
const GROWTH_WORTH = 2;

/** What a building brings its city a turn as it stands, in gold or what is worth as much, upkeep taken off. */
export function buildingGain(
  { size }: City,
  { before, after, keptFood, maxSize }: BuildingOutcome,
  { upkeep }: Improvement,
): number {
  const made = OUTPUT_WORTH.reduce(
    (sum, worth, output) => sum + worth * ((after.prod[output] ?? 0) - (before.prod[output] ?? 0)),
    0,
  );
  const grows = keptFood.after > keptFood.before || size >= (maxSize.before ?? Number.POSITIVE_INFINITY);
  return made + CALM_WORTH * (restless(before) - restless(after)) + (grows ? GROWTH_WORTH : 0) - upkeep;
}

/** `attack 1, defence 1, moves 1`, and for a unit that takes citizens `citizensWords`. */
export function unitTypeWords(world: World, city: City, type: UnitType, leaving: number): readonly string[] {
  const moves = type.moveRate / Math.max(1, world.ruleset.terrainControl?.moveFragments ?? 1);
  const strength = isFighterType(type)
    ? [`attack ${type.attackStrength}, defence ${type.defenseStrength}, moves ${moves}`]
    : [];
  return [...strength, ...citizensWords(world, city, leaving)];
}

/** The effect of a unit that takes citizens on its city: `size 3 to 2`, `disbands the city`, or what it waits for. */
export function citizensWords(world: World, city: City, leaving: number): readonly string[] {
  if (leaving === 0) return [];
  if (city.size > leaving) return [`size ${city.size} to ${city.size - leaving}`];
  if (disbandsWith(world, city, leaving)) return ['disbands the city'];
  const growth = cityView(world, city).turns_to_grow;
  const when = growth == null ? 'it does not grow' : `grows in ${turnsText(growth)}`;
  return [`waits for size ${leaving + 1} (${when})`];
}

/** `then city_make_worker (36, 26): shields 1 to 5`. */
export function swapWords(world: World, { to, before, after }: TileSwap): string {
  const { x, y } = world.map.position(to);
  return `then city_make_worker (${x}, ${y}): ${surplusWords(before, after).join(', ')}`;
}

/** `food 1 to 2`, `shields 5 to 4`: what the city has left in a turn, as far as it changes. */
function surplusWords(before: CityEconomy, after: CityEconomy): readonly string[] {
  const of = (name: string, output: number) =>
    changed(name, before.surplus[output] ?? 0, after.surplus[output] ?? 0);
  return [...of('food', outputs.food), ...of('shields', outputs.shields), ...of('trade', outputs.trade)];
}

/**
 * `leaves tile 1/2/0; shields 5 to 3`: what becomes of the citizen, the yields of the tile, and what the city has left in a
 * turn, before and after.
 */
export function tileWords(
  world: World,
  basis: CityBasis,
  tile: number | undefined,
  what: string,
  economyAfter: typeof economyWith,
): string {
  if (tile === undefined) return `${what} the tile`;
  const changes = surplusWords(cityEconomy(world, basis), economyAfter(world, basis, tile));
  const yields = `${what} tile ${yieldText(yieldsAt(world, tile, basis.city))}`;
  return changes.length === 0 ? yields : `${yields}; ${changes.join(', ')}`;
}
