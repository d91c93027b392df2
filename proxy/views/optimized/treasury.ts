import { hasBit } from '../../freeciv/enum-codec.js';
import { cityContext } from '../../rules/context.js';
import { effectValue } from '../../rules/effects.js';
import type { City } from '../../world/city.js';
import type { Situation } from './situation.js';

/** Outputs of a city by number. */
const SHIELD = 1;
const GOLD = 3;

/** Gold the treasury changes by at the turn's end as things stand: taxes, coinage and who pays upkeep. */
export function goldPerTurn({ world, units, cities }: Situation): number {
  const style = world.game?.goldUpkeepStyle;
  const ofCities = cities.reduce((sum, city) => sum + cityGold(world, city), 0);
  if (style !== 'GOLD_UPKEEP_NATION' && style !== 'GOLD_UPKEEP_MIXED') return ofCities;
  const ofUnits = units.reduce((sum, unit) => sum + (unit.detail?.upkeep[GOLD] ?? 0), 0);
  const ofBuildings = style === 'GOLD_UPKEEP_NATION' ? buildingUpkeep({ world, cities }) : 0;
  return ofCities - ofUnits - ofBuildings;
}

function cityGold(world: Situation['world'], { detail }: City): number {
  if (detail === undefined) return 0;
  const gold = detail.surplus[GOLD] ?? 0;
  const coinage =
    detail.productionKind === 'VUT_IMPROVEMENT' &&
    world.ruleset.improvements.get(detail.productionValue)?.flags.has('IF_GOLD') === true;
  return coinage ? gold + detail.shieldStock + (detail.surplus[SHIELD] ?? 0) : gold;
}

function buildingUpkeep({ world, cities }: Pick<Situation, 'world' | 'cities'>): number {
  let sum = 0;
  for (const city of cities) {
    for (const { id, upkeep } of world.ruleset.improvements.values()) {
      if (upkeep === 0 || !hasBit(city.improvements, id)) continue;
      const free = effectValue(world, 'EFT_UPKEEP_FREE', { ...cityContext(city), building: id });
      if (upkeep > free) sum += upkeep;
    }
  }
  return sum;
}
