import { memoByInput } from '#shared/core/memo.js';
import type { GenAction, PacketFields } from '../../freeciv/generated/packets.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import type { UnitType } from '../lookup/nativity.js';
import { isPlayer } from '../lookup/players.js';
import { type RulesetIndex, rulesetIndex } from '../lookup/ruleset-index.js';
import { cityAt, knownTile, unitsOn } from '../lookup/tiles.js';
import { allOf, anyOf, type Tristate } from '../lookup/tristate.js';
import type { Requirement, RequirementContext } from '../requirements/requirement.js';
import { namesOneOf } from '../requirements/requirement-names.js';
import { areMet } from '../requirements/requirements.js';
import { unitActionOf } from './later-actions.js';
import { unitTypeOf } from './unit-type.js';

type Enabler = PacketFields['ruleset_action_enabler'];

/** What a unit type must have for some actions whatever the ruleset enables. */
const needs: Readonly<Partial<Record<GenAction, (unitType: UnitType) => boolean>>> = {
  ACTION_JOIN_CITY: (unitType) => unitType.popCost > 0,
  ACTION_BOMBARD: (unitType) => unitType.bombardRate > 0 && unitType.attackStrength > 0,
  ACTION_ATTACK: (unitType) => unitType.attackStrength > 0,
  ACTION_PARADROP: (unitType) => unitType.paratroopersRange > 0,
};

/** Whether the server has the unit action: 3.0 decides land work, fortifying, converting and transport by flags. */
export function knowsAction(world: World, action: GenAction): boolean {
  return world.ruleset.actions.has(action);
}

/** Whether the enablers allow a unit to do an action to itself or to the tile where it stands. */
export function isEnabledHere(world: World, unit: Unit, action: GenAction): Tristate {
  const type = unitTypeOf(world, unit);
  if (type === undefined) return false;
  const owner = knownTile(world, unit.tile)?.owner ?? -1;
  const other = isPlayer(owner) ? owner : undefined;
  const isSelf = world.ruleset.actions.get(action)?.tgtKind === 'ATK_SELF';
  const place = { tile: unit.tile, city: cityAt(world, unit.tile), action };
  const actor = { ...place, unit, player: unit.owner, otherPlayer: isSelf ? unit.owner : other };
  const target = isSelf ? actor : { ...place, player: other, otherPlayer: unit.owner };
  return anyOf(enablersFor(world, type, action), ({ actorReqs, targetReqs }) =>
    allOf([() => areMet(world, actorReqs, actor), () => areMet(world, targetReqs, target)], (holds) =>
      holds(),
    ),
  );
}

/** Whether units of a type can ever do an action (`utype_can_do_action`). */
export function canTypeDo(world: World, unitType: UnitType, action: GenAction): boolean {
  return enablersFor(world, unitType, action).length > 0;
}

/**
 * Offers need the enablers of every unit and action. The index is made anew while the rules are being sent, and another ruleset
 * may have the same type.
 */
const enablersOf = memoByInput(
  (_: UnitType, _index: RulesetIndex) => new Map<GenAction, readonly Enabler[]>(),
);

/** The enablers of an action or a variant for units of a type. Requirements beyond the type may still fail. */
export function enablersFor(world: World, unitType: UnitType, action: GenAction): readonly Enabler[] {
  const ofType = enablersOf(unitType, rulesetIndex(world.ruleset));
  const enablers = ofType.get(action) ?? findEnablers(world, unitType, action);
  ofType.set(action, enablers);
  return enablers;
}

function findEnablers(world: World, unitType: UnitType, action: GenAction): Enabler[] {
  if (needs[action]?.(unitType) === false) return [];
  return world.ruleset.actionEnablers.filter(
    (enabler) =>
      (enabler.enabledAction === action || unitActionOf(enabler.enabledAction) === action) &&
      enabler.actorReqs.every((requirement) => !excludesType(world, requirement, unitType)),
  );
}

/** Whether a requirement can never hold for units of a type, as far as it is about their type. */
export function excludesType(world: World, requirement: Requirement, unitType: UnitType): boolean {
  const fits = fitsType(world, requirement, unitType);
  return fits !== undefined && fits !== requirement.present;
}

/** Undefined for requirements that say nothing of unit types. */
function fitsType(world: World, requirement: Requirement, unitType: UnitType): boolean | undefined {
  switch (requirement.type) {
    case 'VUT_UTYPE':
      return requirement.value === unitType.id;
    case 'VUT_UCLASS':
      return requirement.value === unitType.unitClassId;
    case 'VUT_UTFLAG':
      return namesOneOf(requirement, unitType.flags);
    case 'VUT_UCFLAG': {
      const flags = world.ruleset.unitClasses.get(unitType.unitClassId)?.flags;
      return flags === undefined ? undefined : namesOneOf(requirement, flags);
    }
    default:
      return undefined;
  }
}

/** Whether an action is enabled against each unit seen on a tile; for odds the server asks of the first alone. */
export function isEnabledAgainstAll(world: World, actor: Unit, action: GenAction, tile: number): Tristate {
  const type = world.ruleset.unitTypes.get(actor.type);
  if (type === undefined) return false;
  const enablers = enablersFor(world, type, action);
  return allOf(unitsOn(world, tile), (target) =>
    anyOf(enablers, ({ actorReqs, targetReqs }) => {
      const sides = [
        { requirements: actorReqs, context: stackContext(world, actor, target) },
        { requirements: targetReqs, context: stackContext(world, target, actor) },
      ];
      return allOf(sides, ({ requirements, context }) => areMet(world, requirements, context));
    }),
  );
}

function stackContext(world: World, unit: Unit, other: Unit): RequirementContext {
  return {
    player: unit.owner,
    otherPlayer: other.owner,
    unit,
    tile: unit.tile,
    city: cityAt(world, unit.tile),
  };
}

/** Whether the type of a unit can help build wonders (ACTION_HELP_WONDER). */
export function canHelpWonders(world: World, unit: Unit): boolean {
  const type = unitTypeOf(world, unit);
  return type !== undefined && canTypeDo(world, type, 'ACTION_HELP_WONDER');
}

/** Whether the type of a unit can found cities (ACTION_FOUND_CITY). */
export function canFoundCities(world: World, unit: Unit): boolean {
  const type = unitTypeOf(world, unit);
  return type !== undefined && canTypeDo(world, type, 'ACTION_FOUND_CITY');
}

/** Whether units of a type work the land, cost no citizens, found no cities and carry nothing. Migrants and Transports can work too, and are not made for it. */
export function isWorkerType(world: World, unitType: number): boolean {
  const type = world.ruleset.unitTypes.get(unitType);
  if (type?.flags.has('UTYF_SETTLERS') !== true || type.popCost > 0 || type.transportCapacity > 0)
    return false;
  return !canTypeDo(world, type, 'ACTION_FOUND_CITY');
}
