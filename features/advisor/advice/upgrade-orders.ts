import type { Advice } from '#shared/protocol/state/brief.js';
import { isCapital } from '../../../proxy/rules/cities/realm.js';
import { displayName } from '../../../proxy/rules/lookup/names.js';
import type { UnitType } from '../../../proxy/rules/lookup/nativity.js';
import { buildCost } from '../../../proxy/rules/production/build-costs.js';
import { canPlayerBuildUnit, successors } from '../../../proxy/rules/production/buildable.js';
import { effectValue } from '../../../proxy/rules/requirements/effects.js';
import { canTypeDo } from '../../../proxy/rules/units/action-enablers.js';
import { holdingStrength, isDefenderType } from '../../../proxy/rules/units/unit-type.js';
import type { City } from '../../../proxy/world/city.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { Unit } from '../../../proxy/world/unit.js';
import type { World } from '../../../proxy/world/world.js';
import { defendersOf, type Situation } from '../situation.js';

/** Gold that upgrades leave for other purchases. Less for those in the capital, with which half of the nation may be lost. */
const RESERVES = { capital: 100, elsewhere: 300 } as const;
/** The most upgrades that are advised in one turn. */
const MAX_UPGRADES = 4;
/** The strength after an upgrade is at least this many times the old one. */
const MIN_GAIN = 1.3;

/** Advice to upgrade defenders for gold: all of the capital, then one in each other city, those with the fewest defenders first. */
export function upgradeOrders(situation: Situation): readonly Advice[] {
  const { world, cities, player } = situation;
  let gold = player?.gold ?? 0;
  // Most players have no gold to spare: then the cities are not examined.
  if (gold <= RESERVES.capital) return [];
  const places = cities
    .map((city) => ({ city, guards: defendersOf(situation, city), isFirst: isCapital(world, city) }))
    .toSorted((a, b) => Number(b.isFirst) - Number(a.isFirst) || a.guards.length - b.guards.length)
    .filter(({ isFirst }) => isFirst || gold > RESERVES.elsewhere);
  const orders: Advice[] = [];
  for (const { city, guards, isFirst } of places) {
    const most = gold - (isFirst ? RESERVES.capital : RESERVES.elsewhere);
    const found = affordable(situation, isFirst ? guards : guards.slice(0, 1), most);
    for (const { unit, upgrade } of found.slice(0, MAX_UPGRADES - orders.length)) {
      gold -= upgrade.price;
      orders.push(orderOf(city, unit, upgrade));
    }
  }
  return orders;
}

/** The upgrades of units that this much gold pays for together. */
function affordable(situation: Situation, units: readonly Unit[], gold: number) {
  let left = gold;
  return units.flatMap((unit) => {
    const upgrade = upgradeFor(situation, unit);
    if (upgrade === undefined || upgrade.price > left) return [];
    left -= upgrade.price;
    return [{ unit, upgrade }];
  });
}

interface Upgrade {
  readonly name: string;
  readonly price: number;
}

function upgradeFor({ world, me }: Situation, unit: Unit): Upgrade | undefined {
  const from = world.ruleset.unitTypes.get(unit.type);
  if (from === undefined || !isDefenderType(from) || !canTypeDo(world, from, 'ACTION_UPGRADE_UNIT'))
    return undefined;
  const to = upgradeOf(world, me, from);
  if (to === undefined || holdingStrength(to) < MIN_GAIN * holdingStrength(from)) return undefined;
  return { name: displayName(to.name), price: upgradePrice(world, me, from, to) };
}

function orderOf({ name }: City, { id }: Unit, upgrade: Upgrade): Advice {
  const why = `${upgrade.name} defends ${nameText(name)} better, ${upgrade.price} gold`;
  return { do: { action_type: 'unit_upgrade', unit_id: id, max_cost: upgrade.price }, why };
}

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
