import type { GenAction } from '../../freeciv/generated/packets.js';
import { nationOf, placeName, unitName } from '../../orders/descriptions.js';
import { displayName, listUpTo, type Named } from '../../rules/lookup/names.js';
import type { UnitType } from '../../rules/lookup/nativity.js';
import { cityAt, unitsOn } from '../../rules/lookup/tiles.js';
import { buildCost } from '../../rules/production/build-costs.js';
import { productionOf } from '../../rules/production/target.js';
import type { Requirement, RequirementContext } from '../../rules/requirements/requirement.js';
import { requiredName } from '../../rules/requirements/requirement-names.js';
import { areMet } from '../../rules/requirements/requirements.js';
import { canTypeDo, enablersFor } from '../../rules/units/action-enablers.js';
import type { City } from '../../world/city.js';
import { nameText } from '../../world/name-text.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import type { UnitActionTarget } from './unit-action-target.js';

const MAX_NAMED = 4;

/** Why a unit cannot do an action to a target now: the reason that applies by the rules, without a point at its end; undefined where they do not tell. */
export function unitActionRefusal(
  world: World,
  action: GenAction,
  unit: Unit,
  target: UnitActionTarget,
): string | undefined {
  const type = world.ruleset.unitTypes.get(unit.type);
  if (type === undefined) return undefined;
  if (!canTypeDo(world, type, action)) return typeReason(world, action, type);
  return (
    placeReason(world, action, unit, target) ??
    enablerReason(world, action, type, unit, target) ??
    cityReason(world, action, unit, target)
  );
}

function typeReason(world: World, action: GenAction, type: UnitType): string {
  const able = [...world.ruleset.unitTypes.values()].filter((one) => canTypeDo(world, one, action));
  const names = able.map((one) => displayName(one.name));
  const who = names.length === 0 ? 'no unit of this game can' : `only ${listUpTo(MAX_NAMED, names)} can`;
  return `${displayName(type.name)} never can, ${who}`;
}

/** The distance of the target, and whether there is such a thing as the action is done to. */
function placeReason(
  world: World,
  action: GenAction,
  unit: Unit,
  { tile, city }: UnitActionTarget,
): string | undefined {
  const rule = world.ruleset.actions.get(action);
  if (rule === undefined || rule.tgtKind === 'ATK_SELF') return undefined;
  const { x, y } = world.map.position(tile);
  const distance = world.map.distance(unit.tile, tile);
  if (distance > rule.maxDistance)
    return `(${x}, ${y}) is ${distance === 1 ? '1 tile' : `${distance} tiles`} away, and ${rule.maxDistance === 0 ? 'it must be where the unit stands' : `at most ${rule.maxDistance} is near enough`}`;
  if (distance < rule.minDistance) return `(${x}, ${y}) is too near: at least ${rule.minDistance} tiles`;
  if (rule.tgtKind === 'ATK_CITY' && city === undefined) return `no city is at (${x}, ${y})`;
  const isOther = unitsOn(world, tile).some(({ id }) => id !== unit.id);
  if ((rule.tgtKind === 'ATK_UNIT' || (rule.tgtKind === 'ATK_UNITS' && city === undefined)) && !isOther)
    return `no other unit is seen at (${x}, ${y})`;
  return undefined;
}

/** The requirements that fail of the enabler of which the fewest do. */
function enablerReason(
  world: World,
  action: GenAction,
  type: UnitType,
  unit: Unit,
  target: UnitActionTarget,
): string | undefined {
  const [actor, other] = contextsOf(world, action, unit, target);
  const failed = enablersFor(world, type, action).map(({ actorReqs, targetReqs }) => [
    ...unmet(world, actorReqs, actor).map((one) => requirementReason(world, one, unit, target)),
    ...unmet(world, targetReqs, other).map((one) => requirementReason(world, one, unit, target)),
  ]);
  const [best = []] = failed.toSorted((a, b) => a.length - b.length);
  return best[0];
}

function unmet(
  world: World,
  requirements: readonly Requirement[],
  context: RequirementContext,
): readonly Requirement[] {
  return requirements.filter((one) => areMet(world, [one], context) === false);
}

function contextsOf(
  world: World,
  action: GenAction,
  unit: Unit,
  target: UnitActionTarget,
): readonly [RequirementContext, RequirementContext] {
  const city = world.cities.get(target.city ?? -1);
  const other =
    world.units.get(target.unit ?? -1) ?? unitsOn(world, target.tile).find(({ id }) => id !== unit.id);
  const owner = city?.owner ?? other?.owner ?? unit.owner;
  const made = city && productionOf(world, city);
  const building = made?.kind === 'VUT_IMPROVEMENT' ? made.value : undefined;
  return [
    { player: unit.owner, otherPlayer: owner, unit, tile: unit.tile, city: cityAt(world, unit.tile), action },
    { player: owner, otherPlayer: unit.owner, unit: other, tile: target.tile, city, building, action },
  ];
}

function requirementReason(
  world: World,
  requirement: Requirement,
  unit: Unit,
  target: UnitActionTarget,
): string {
  const { type, present } = requirement;
  const name = requiredName(requirement);
  const city = world.cities.get(target.city ?? -1);
  const owner = city?.owner ?? world.units.get(target.unit ?? -1)?.owner ?? unit.owner;
  const isNot = present ? 'is not' : 'is';
  switch (type) {
    case 'VUT_MINMOVES':
      return `${unitName(world, unit)} has no moves left: next turn`;
    case 'VUT_IMPR_GENUS':
      return `${city === undefined ? 'the city' : `${nameText(city.name)} builds ${madeBy(world, city)}, which`} ${isNot} a ${wordsOf(name, 'IG_')}`;
    case 'VUT_DIPLREL':
      return relationReason(world, name, present, owner, unit.owner);
    case 'VUT_UNITSTATE':
      return `${unitName(world, unit)} ${stateWords(name, present)}`;
    case 'VUT_MAXTILEUNITS':
      return `units stand at ${placeName(world, target.tile)}`;
    case 'VUT_MINSIZE':
      return `the city must have size ${requirement.value}`;
    case 'VUT_UTFLAG':
      return `${present ? 'only' : 'not'} ${flagged(world.ruleset.unitTypes.values(), name)} can be the target`;
    case 'VUT_EXTRAFLAG':
      return `it ${present ? 'needs' : 'must not have'} ${flagged(world.ruleset.extras.values(), name)}`;
    default:
      return `it ${present ? 'needs' : 'must not have'} ${wordsOf(name || `${type} ${requirement.value}`, 'VUT_')}`;
  }
}

/** Flags of rulesets have no names that a player knows: the things that have them. */
function flagged(things: Iterable<Named & { readonly flags: ReadonlySet<string> }>, flag: string): string {
  const names = [...things].filter(({ flags }) => flags.has(flag)).map(({ name }) => displayName(name));
  return names.length === 0 ? 'nothing of this game' : listUpTo(MAX_NAMED, names);
}

function madeBy(world: World, city: City): string {
  const target = productionOf(world, city);
  return target === undefined ? 'nothing' : displayName(target.thing.name);
}

function relationReason(world: World, name: string, present: boolean, other: number, own: number): string {
  const whose = other === own ? 'it is your own' : `it is ${nationOf(world, other, 'of others')}`;
  if (name === 'DRO_FOREIGN') return `${whose}, and must ${present ? '' : 'not '}be foreign`;
  const state = wordsOf(name, /^D(?:S|RO)_/u);
  return `${whose}, and there must be ${present ? '' : 'no '}${state} between you`;
}

const STATES: Readonly<Record<string, readonly [is: string, isNot: string]>> = {
  USP_TRANSPORTED: ['is aboard a transport', 'is not aboard a transport'],
  USP_LIVABLE_TILE: ['stands where it can live', 'stands where it could not live by itself'],
  USP_DOMESTIC_TILE: ['stands on your land', 'does not stand on your land'],
  USP_TRANSPORTING: ['carries units', 'carries no units'],
  USP_HAS_HOME_CITY: ['has a home city', 'has no home city'],
  USP_NATIVE_TILE: ['stands on land of its kind', 'does not stand on land of its kind'],
};

/** The state that a unit is in, where it should be otherwise. */
function stateWords(name: string, present: boolean): string {
  return STATES[name]?.[present ? 1 : 0] ?? `is in the wrong state (${wordsOf(name, 'USP_')})`;
}

function wordsOf(name: string, prefix: string | RegExp): string {
  return name.replace(prefix, '').toLowerCase().replaceAll('_', ' ');
}

/** Rules that no enabler has (`is_action_possible`). */
function cityReason(
  world: World,
  action: GenAction,
  unit: Unit,
  target: UnitActionTarget,
): string | undefined {
  const city = world.cities.get(target.city ?? -1);
  if (city === undefined) return undefined;
  const name = nameText(city.name);
  switch (action) {
    case 'ACTION_HELP_WONDER':
    case 'ACTION_RECYCLE_UNIT':
      return isFull(world, city) ? `${name} has all shields for ${madeBy(world, city)}` : undefined;
    case 'ACTION_HOME_CITY':
      return unit.detail?.homecity === city.id ? `${name} is its home already` : undefined;
    case 'ACTION_TRADE_ROUTE':
    case 'ACTION_MARKETPLACE':
      return tradeReason(world, unit, city);
    case 'ACTION_JOIN_CITY':
      return joinReason(world, unit, city);
    default:
      return undefined;
  }
}

function isFull(world: World, city: City): boolean {
  const made = productionOf(world, city);
  return made !== undefined && (city.detail?.shieldStock ?? 0) >= buildCost(world, made);
}

/** The setting `addtosizelimit` bounds cities that units join. */
function joinReason(world: World, { type }: Unit, { name, size }: City): string | undefined {
  const most = world.game?.addToSizeLimit ?? Number.POSITIVE_INFINITY;
  const citizens = world.ruleset.unitTypes.get(type)?.popCost ?? 0;
  return size + citizens > most
    ? `${nameText(name)} has ${size} citizens, and units may join it up to ${most}`
    : undefined;
}

/** `can_cities_trade`: cities of one player must be far apart. */
function tradeReason(world: World, unit: Unit, city: City): string | undefined {
  const home = world.cities.get(unit.detail?.homecity ?? 0);
  if (home === undefined) return `${unitName(world, unit)} has no home city to trade with`;
  const name = nameText(city.name);
  if (home.id === city.id) return `${name} is its home: trade goes to another city`;
  const least = world.game?.trademindist ?? 0;
  const distance = world.map.distance(home.tile, city.tile);
  if (home.owner === city.owner && distance < least)
    return `${name} is ${distance} tiles from its home ${nameText(home.name)}, trade needs ${least}`;
  return undefined;
}
