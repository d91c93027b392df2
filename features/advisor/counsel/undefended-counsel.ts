import type { CounselLine } from '#shared/protocol/state/counsel.js';
import { airliftTiles } from '../../../proxy/actions/unit/acting-tiles.js';
import { nationOf, unitName } from '../../../proxy/orders/descriptions.js';
import { cityEconomy } from '../../../proxy/rules/cities/city-economy.js';
import { displayName, wireNameOf } from '../../../proxy/rules/lookup/names.js';
import { turnsToReach } from '../../../proxy/rules/movement/path.js';
import { madeBy, type RealmBasis, type RealmTotals } from '../../../proxy/rules/players/realm-forecast.js';
import { buyCost, stockAfterChange } from '../../../proxy/rules/production/build-costs.js';
import { canBuild, canChangeProduction } from '../../../proxy/rules/production/build-targets.js';
import { canBuy, isSureToBuy } from '../../../proxy/rules/production/buy-and-sell.js';
import { allTargets, type Target } from '../../../proxy/rules/production/target.js';
import { canTypeDo } from '../../../proxy/rules/units/action-enablers.js';
import { isDefenderType, isFighter } from '../../../proxy/rules/units/unit-type.js';
import type { City } from '../../../proxy/world/city.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { Unit } from '../../../proxy/world/unit.js';
import type { World } from '../../../proxy/world/world.js';
import { StrikeRange } from '../rules/strike-range.js';
import { defendersOf, type Situation, situationOf } from '../situation.js';
import { positionText } from '../text-parts.js';
import { weightFrom } from './line-parts.js';

type UndefendedLine = Extract<CounselLine, { kind: 'undefended' }>;

const MAX_LINES = 2;
/** Enemies further from a city are not looked at. */
const MAX_DISTANCE_TILES = 8;
/** Own units further from a city are not asked to come. */
const MAX_HELP_TILES = 6;
const HELP_LEGS = 200;

/**
 * Own cities without a fighter that an enemy in sight can take at its next move, by the way it has to go: all that the
 * city makes is at stake. With the unit that can be there before, and the one that can be bought; the greatest first, at
 * most two.
 */
export function undefendedCounsel(
  { world, cities }: RealmBasis,
  now: RealmTotals,
): readonly UndefendedLine[] {
  const situation = situationOf(world);
  const open = cities.filter(({ city }) => defendersOf(situation, city).length === 0);
  if (open.length === 0) return [];
  const ranges = new Map<Unit, StrikeRange | undefined>();
  return open
    .flatMap((basis) => {
      const taker = takerOf(situation, basis.city, ranges);
      if (taker === undefined) return [];
      const made = madeBy(cityEconomy(world, basis));
      return [line(situation, basis.city, taker, made, weightFrom(made, 0, now))];
    })
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_LINES);
}

/** An enemy that can conquer an empty city at its next move, the nearest. */
function takerOf(
  { world, enemies }: Situation,
  city: City,
  ranges: Map<Unit, StrikeRange | undefined>,
): Unit | undefined {
  const distance = ({ tile }: Unit) => world.map.distance(tile, city.tile);
  return enemies
    .filter((unit) => unit.transportedBy === undefined && distance(unit) <= MAX_DISTANCE_TILES)
    .filter(({ type }) => {
      const unitType = world.ruleset.unitTypes.get(type);
      return unitType !== undefined && canTypeDo(world, unitType, 'ACTION_CONQUER_CITY');
    })
    .sort((a, b) => distance(a) - distance(b))
    .find((unit) => {
      if (!ranges.has(unit)) ranges.set(unit, StrikeRange.of(world, unit));
      return ranges.get(unit)?.turnsTo(city) === 1;
    });
}

function line(situation: Situation, city: City, taker: Unit, made: number, weight: number): UndefendedLine {
  const { world } = situation;
  const helper = helperFor(situation, city);
  const bought = purchaseFor(world, city);
  const ways = [
    ...(helper === undefined
      ? []
      : [`${unitName(world, helper.unit)} can be ${helper.isFlown ? 'flown ' : ''}there this turn`]),
    ...(bought === undefined
      ? []
      : [`${displayName(bought.target.thing.name)} can be bought for ${bought.cost} gold`]),
  ];
  const help = ways.length === 0 ? 'nothing can be there before' : ways.join(', ');
  return {
    kind: 'undefended',
    text: `${nameText(city.name)} has no defender: ${unitName(world, taker)} (${nationOf(world, taker.owner, 'unknown')}) at ${positionText(world, taker.tile)} can take it at its next move; ${help}`,
    weight,
    figures: {
      city_id: city.id,
      enemy_id: taker.id,
      made,
      helper_id: helper?.unit.id ?? null,
      buy: bought === undefined ? null : { name: wireNameOf(bought.target.thing) ?? '', gold: bought.cost },
    },
  };
}

/** The nearest own fighter that can come this turn, or be flown there, and leaves no city empty. */
function helperFor(situation: Situation, city: City): { unit: Unit; isFlown: boolean } | undefined {
  const { world, units, cities } = situation;
  const distance = ({ tile }: Unit) => world.map.distance(tile, city.tile);
  const isFlown = (unit: Unit) => airliftTiles(world, unit).includes(city.tile);
  const helper = units
    .filter(
      (unit) => isFighter(world, unit) && (world.ruleset.unitTypes.get(unit.type)?.defenseStrength ?? 0) > 0,
    )
    .filter((unit) => (unit.detail?.movesleft ?? 0) > 0)
    .filter(({ tile }) => {
      const home = cities.find((one) => one.tile === tile);
      return home === undefined || defendersOf(situation, home).length > 1;
    })
    .sort((a, b) => distance(a) - distance(b))
    .find((unit) => isFlown(unit) || comesThisTurn(world, unit, city));
  return helper && { unit: helper, isFlown: isFlown(helper) };
}

function comesThisTurn(world: World, unit: Unit, { tile }: City): boolean {
  const reach = { maxTurns: 0, maxLegs: HELP_LEGS };
  return (
    world.map.distance(unit.tile, tile) <= MAX_HELP_TILES &&
    turnsToReach(world, unit, reach, new Set([tile])).has(tile)
  );
}

type UnitTarget = Extract<Target, { kind: 'VUT_UTYPE' }>;

/** The cheapest unit fit to defend that the city can buy now; it stands there before others move. */
function purchaseFor(
  world: World,
  city: City,
): { readonly target: UnitTarget; readonly cost: number } | undefined {
  const { detail } = city;
  if (detail === undefined || canChangeProduction(city) !== true) return undefined;
  const [cheapest] = allTargets(world)
    .filter((target): target is UnitTarget => target.kind === 'VUT_UTYPE' && isDefenderType(target.thing))
    .filter((target) => canBuild(world, city, target) === true)
    .map((target) => ({ target, cost: buyCost(world, city, target, stockAfterChange(world, city, target)) }))
    .filter(({ target, cost }) => {
      const { kind: productionKind, value: productionValue } = target;
      const changed = { ...city, detail: { ...detail, productionKind, productionValue, buyCost: cost } };
      return canBuy(world, changed) === 'possible' && isSureToBuy(world, changed);
    })
    .sort((a, b) => a.cost - b.cost);
  return cheapest;
}
