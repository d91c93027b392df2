import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { canExistAt, isNativeTile, type UnitType } from '../lookup/nativity.js';
import { knownTile } from '../lookup/tiles.js';
import type { Tristate } from '../lookup/tristate.js';
import type { Question, Requirement, RequirementContext } from './requirement.js';
import { namesOneOf, requiredName } from './requirement-names.js';

/** Asks about the unit type of the context, with the one range there is. */
function ofUnitType(
  holds: (world: World, requirement: Requirement, unitType: UnitType) => boolean,
): Question {
  return (world, requirement, context) => {
    const unitType = unitTypeOf(world, context);
    if (unitType === undefined) return undefined;
    return requirement.range === 'REQ_RANGE_LOCAL' && holds(world, requirement, unitType);
  };
}

function unitTypeOf(world: World, { unit, unitType }: RequirementContext): UnitType | undefined {
  const id = unitType ?? unit?.type;
  return id === undefined ? undefined : world.ruleset.unitTypes.get(id);
}

/** VUT_UTYPE: whether the unit is of that type. */
export const unitTypeQuestion = ofUnitType((_world, { value }, { id }) => id === value);

/** VUT_UTFLAG: whether the unit's type has that flag. */
export const unitFlagQuestion = ofUnitType((_world, requirement, { flags }) =>
  namesOneOf(requirement, flags),
);

/** VUT_UCLASS: whether the unit is of that class. */
export const unitClassQuestion = ofUnitType((_world, { value }, { unitClassId }) => unitClassId === value);

/** VUT_UCFLAG: whether the unit's class has that flag. */
export const unitClassFlagQuestion = ofUnitType((world, requirement, { unitClassId }) => {
  const flags = world.ruleset.unitClasses.get(unitClassId)?.flags;
  return flags !== undefined && namesOneOf(requirement, flags);
});

/** VUT_MINVETERAN: whether the unit has at least that veteran level; 0 is green. */
export const minVeteranQuestion: Question = (_world, { value }, { unit }) =>
  unit === undefined ? undefined : unit.veteran >= value;

/** VUT_MINHP: whether the unit has at least this many hit points. */
export const minHpQuestion: Question = (_world, { value }, { unit }) =>
  unit === undefined ? undefined : unit.hp >= value;

/** VUT_MINMOVES: whether the unit has at least this many move fragments left. */
export const minMovesQuestion: Question = (_world, { value }, { unit }) => {
  if (unit === undefined) return undefined;
  return unit.detail === undefined ? 'unknown' : unit.detail.movesleft >= value;
};

/** VUT_ACTIVITY: what the unit is doing. */
export const activityQuestion: Question = (_world, requirement, { unit }) =>
  unit === undefined ? undefined : unit.activity === requiredName(requirement);

/** VUT_UNITSTATE: whether the unit is in that state (transported, on a native tile ...). */
export const unitStateQuestion: Question = (world, requirement, { unit }) =>
  unit === undefined ? undefined : isInState(world, unit, requiredName(requirement));

function isInState(world: World, unit: Unit, state: string): Tristate {
  switch (state) {
    case 'USP_TRANSPORTED':
      return unit.transportedBy !== undefined;
    case 'USP_TRANSPORTING':
      return unit.occupied;
    case 'USP_DOMESTIC_TILE':
      return knownTile(world, unit.tile)?.owner === unit.owner;
    case 'USP_MOVED_THIS_TURN':
      return 'unknown';
    case 'USP_HAS_HOME_CITY':
      return unit.detail === undefined ? 'unknown' : unit.detail.homecity > 0;
    case 'USP_LIVABLE_TILE': {
      const unitType = world.ruleset.unitTypes.get(unit.type);
      return unitType === undefined ? 'unknown' : canExistAt(world, unitType, unit.tile);
    }
    case 'USP_NATIVE_TILE': {
      const unitType = world.ruleset.unitTypes.get(unit.type);
      return unitType === undefined ? 'unknown' : isNativeTile(world, unitType.unitClassId, unit.tile);
    }
    default:
      return 'unknown';
  }
}
