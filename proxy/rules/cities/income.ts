import { hasBit } from '../../freeciv/value-codecs.js';
import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { isWonder } from '../lookup/cities.js';
import { effectValue } from '../requirements/effects.js';
import { cityContext } from '../requirements/requirement.js';

/** Outputs of a city by number. */
const SHIELDS = 1;
const GOLD = 3;

/**
 * Gold a turn for a city's buildings (`city_total_impr_gold_upkeep`, `EFT_UPKEEP_FREE`), whoever pays it; wonders
 * cost nothing.
 */
function buildingUpkeep(world: World, city: City): number {
  let sum = 0;
  for (const building of world.ruleset.improvements.values()) {
    if (building.upkeep === 0 || isWonder(building) || !hasBit(city.improvements, building.id)) continue;
    const free = effectValue(world, 'EFT_UPKEEP_FREE', { building: building.id, ...cityContext(city) });
    if (building.upkeep > free) sum += building.upkeep;
  }
  return sum;
}

/** Gold a turn for the units a city supports, whoever pays it. */
function unitGoldUpkeep(world: World, city: City): number {
  let sum = 0;
  for (const { detail } of world.units.values()) {
    if (detail?.homecity === city.id) sum += detail.upkeep[GOLD] ?? 0;
  }
  return sum;
}

/**
 * Gold by which a treasury changes at the turn's end (`player_get_expected_income`): taxes, coinage and upkeep, as
 * `gold_upkeep_style` says who pays it.
 */
export function expectedIncome(world: World, player: number): number {
  const style = world.game?.goldUpkeepStyle;
  let income = 0;
  for (const city of world.cities.values()) {
    const { detail } = city;
    if (city.owner !== player || detail === undefined) continue;
    income += (detail.surplus[GOLD] ?? 0) + coinage(world, city);
    if (style === 'GOLD_UPKEEP_NATION') income -= buildingUpkeep(world, city);
    if (style === 'GOLD_UPKEEP_NATION' || style === 'GOLD_UPKEEP_MIXED')
      income -= unitGoldUpkeep(world, city);
  }
  return income;
}

/** Shields that a city turns into gold instead of building. */
function coinage(world: World, { detail }: City): number {
  if (detail?.productionKind !== 'VUT_IMPROVEMENT') return 0;
  const building = world.ruleset.improvements.get(detail.productionValue);
  if (building?.flags.has('IF_GOLD') !== true) return 0;
  return detail.shieldStock + (detail.surplus[SHIELDS] ?? 0);
}
