import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { outputs } from '../lookup/outputs.js';
import { cityEffects } from './city-effects.js';
import { supportedUnits } from './realm.js';

/** Gold a turn for the units a city supports, whether the city or the nation pays it. */
function unitGoldUpkeep(world: World, city: City): number {
  return supportedUnits(world, city).reduce(
    (sum, { detail }) => sum + (detail?.upkeep[outputs.gold] ?? 0),
    0,
  );
}

/** A treasury's change at the turn's end (`player_get_expected_income`, `gold_upkeep_style`). */
export function expectedIncome(world: World, player: number): number {
  const style = world.game?.goldUpkeepStyle;
  let income = 0;
  for (const city of world.cities.values()) {
    const { detail } = city;
    if (city.owner !== player || detail === undefined) continue;
    income += (detail.surplus[outputs.gold] ?? 0) + coinage(world, city);
    if (style === 'GOLD_UPKEEP_NATION') income -= cityEffects(world, city).buildingUpkeep;
    if (style === 'GOLD_UPKEEP_NATION' || style === 'GOLD_UPKEEP_MIXED')
      income -= unitGoldUpkeep(world, city);
  }
  return income;
}

/** Gold from shields that a city turns into gold instead of building. */
export function coinage(
  world: World,
  { detail }: City,
  shields = detail?.surplus[outputs.shields] ?? 0,
): number {
  if (detail?.productionKind !== 'VUT_IMPROVEMENT') return 0;
  const building = world.ruleset.improvements.get(detail.productionValue);
  if (building?.flags.has('IF_GOLD') !== true) return 0;
  return detail.shieldStock + shields;
}
