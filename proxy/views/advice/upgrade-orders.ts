import type { Advice } from '#shared/protocol/state/brief.js';
import { isCapital } from '../../rules/cities/realm.js';
import { displayName } from '../../rules/lookup/names.js';
import { upgradeOf, upgradePrice } from '../../rules/production/upgrades.js';
import { canTypeDo } from '../../rules/units/action-enablers.js';
import { holdingStrength, isDefenderType } from '../../rules/units/unit-type.js';
import type { City } from '../../world/city.js';
import { nameText } from '../../world/name-text.js';
import type { Unit } from '../../world/unit.js';
import { defendersOf, type Situation } from '../optimized/situation.js';

/** Gold that is left for what cities build, in the capital, which half of the nation may be lost with, and elsewhere. */
const RESERVES = { capital: 100, elsewhere: 300 } as const;
/** Upgrades in one turn. */
const MAX_UPGRADES = 4;
/** The part of its defence that an upgrade must add. */
const MIN_GAIN = 1.3;

/** The guards of cities that gold makes better: those of the capital first, then one each of those cities with the fewest. */
export function upgradeOrders(situation: Situation): readonly Advice[] {
  const { world, cities, player } = situation;
  let gold = player?.gold ?? 0;
  // Most players have no gold to spare: nothing more is looked at.
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

/** The upgrades of units that so much gold pays for together. */
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
  const why = `${nameText(name)} is held better by ${upgrade.name}, ${upgrade.price} gold`;
  return { do: { action_type: 'unit_upgrade', unit_id: id, max_cost: upgrade.price }, why };
}
