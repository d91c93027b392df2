import type { GenAction } from '../../freeciv/generated/packets.js';
import { unitName } from '../../orders/descriptions.js';
import { displayName, listUpTo } from '../../rules/lookup/names.js';
import type { UnitType } from '../../rules/lookup/nativity.js';
import { cityAt, unitsOn } from '../../rules/lookup/tiles.js';
import { buildCost } from '../../rules/production/build-costs.js';
import { productionName, productionOf } from '../../rules/production/target.js';
import type { Requirement, RequirementContext } from '../../rules/requirements/requirement.js';
import { areMet } from '../../rules/requirements/requirements.js';
import { canTypeDo, enablersFor } from '../../rules/units/action-enablers.js';
import type { City } from '../../world/city.js';
import { nameText } from '../../world/name-text.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { requirementReason } from './requirement-reason.js';
import type { UnitActionTarget } from './unit-action-target.js';

const MAX_NAMED = 4;

/** Why the rules forbid an action of a unit on a target now, without a full stop; undefined where the known rules give no reason. */
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

/** A reason by the place of the target: its distance, or that no city or unit is there. */
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

/** A failed requirement of the enabler with the fewest failed requirements. */
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

/** A reason by rules that are not in enablers (`is_action_possible`). */
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
      return isFull(world, city)
        ? `${name} already has all shields for ${productionName(world, city)}`
        : undefined;
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

/** A reason by the setting `addtosizelimit`, the largest size to which units may join a city. */
function joinReason(world: World, { type }: Unit, { name, size }: City): string | undefined {
  const most = world.game?.addToSizeLimit ?? Number.POSITIVE_INFINITY;
  const citizens = world.ruleset.unitTypes.get(type)?.popCost ?? 0;
  return size + citizens > most
    ? `${nameText(name)} has ${size} citizens, and units may join it up to ${most}`
    : undefined;
}

/** A reason by `can_cities_trade`: two cities of one player trade only when they are far enough apart. */
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
