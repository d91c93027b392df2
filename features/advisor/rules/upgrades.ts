import type { UnitType } from '../../../proxy/rules/lookup/nativity.js';
import { buildCost } from '../../../proxy/rules/production/build-costs.js';
import { canPlayerBuildUnit, successors } from '../../../proxy/rules/production/buildable.js';
import { effectValue } from '../../../proxy/rules/requirements/effects.js';
import type { World } from '../../../proxy/world/world.js';

/** The best type that units of a type can be upgraded to (`can_upgrade_unittype`); undefined where it is not certain that there is one. */
export function upgradeOf(world: World, player: number, type: UnitType): UnitType | undefined {
  const canBuild = (one: UnitType) => canPlayerBuildUnit(world, player, one) === true;
  return canBuild(type) ? successors(world, type).findLast(canBuild) : undefined;
}

/** Gold for the upgrade of one unit (`unit_upgrade_price`): the price of the new unit's shields less half of the old unit's, changed by `EFT_UPGRADE_PRICE_PCT`. */
export function upgradePrice(world: World, player: number, from: UnitType, to: UnitType): number {
  const cost = (type: UnitType) => buildCost(world, { kind: 'VUT_UTYPE', value: type.id, thing: type });
  const missing = Math.max(0, cost(to) - Math.trunc(cost(from) / 2));
  const price = 2 * missing + Math.trunc((missing * missing) / 20);
  return Math.trunc((price * (100 + effectValue(world, 'EFT_UPGRADE_PRICE_PCT', { player }))) / 100);
}
