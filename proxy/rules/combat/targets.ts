import { hasBit } from '../../freeciv/value-codecs.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { isNativeTile, type UnitType } from '../lookup/nativity.js';
import { rulesetIndex } from '../lookup/ruleset-index.js';
import { cityAt, extrasOn, hasExtra, knownTile } from '../lookup/tiles.js';
import { requiredName } from '../requirements/requirement-names.js';
import { canTypeDo, enablersFor } from '../units/action-enablers.js';

/** Whether a unit could fight another where it stands, by what both are and the ground they are on. */
export function canTypeTarget(world: World, attacker: Unit, defender: Unit): boolean {
  const type = world.ruleset.unitTypes.get(attacker.type);
  const other = world.ruleset.unitTypes.get(defender.type);
  if (type === undefined || other === undefined) return false;
  if (!canTypeDo(world, type, 'ACTION_ATTACK') && !canTypeDo(world, type, 'ACTION_NUKE')) return false;
  if (!canReach(world, type, other, defender.tile)) return false;
  const atHome = isNativeTile(world, type.unitClassId, attacker.tile) !== false;
  if (!atHome && !attacksFromAboard(world, type)) return false;
  return isNativeTile(world, type.unitClassId, defender.tile) !== false || attacksAshore(world, type);
}

/** Whether units of a type can attack one on a tile (`is_unit_reachable_at`); always in cities and on native bases. */
export function canReach(world: World, type: UnitType, other: UnitType, index: number): boolean {
  if (cityAt(world, index) !== undefined || hasBit(type.targets, other.unitClassId)) return true;
  const tile = knownTile(world, index);
  const { bases, extras } = rulesetIndex(world.ruleset);
  return extras.some(
    (extra) =>
      bases.has(extra.id) &&
      tile !== undefined &&
      hasExtra(tile, extra.id) &&
      hasBit(extra.nativeTo, other.unitClassId),
  );
}

/** Marines: some way to attack does not ask for native ground. */
function attacksFromAboard(world: World, type: UnitType): boolean {
  return enablersFor(world, type, 'ACTION_ATTACK').some((enabler) =>
    enabler.actorReqs.every(
      (requirement) =>
        requirement.type !== 'VUT_UNITSTATE' ||
        requiredName(requirement) !== 'USP_NATIVE_TILE' ||
        !requirement.present,
    ),
  );
}

function attacksAshore(world: World, type: UnitType): boolean {
  const flags = world.ruleset.unitClasses.get(type.unitClassId)?.flags;
  if (flags?.has('UCF_ATTACK_NON_NATIVE') !== true || type.flags.has('UTYF_ONLY_NATIVE_ATTACK')) return false;
  return (['ACTION_ATTACK', 'ACTION_BOMBARD', 'ACTION_NUKE'] as const).some((action) =>
    canTypeDo(world, type, action),
  );
}

/** Whether a stack dies with its loser (`is_stack_vulnerable`, `killstack`): not in cities nor with `EF_NO_STACK_DEATH`. */
export function diesAsStack(world: World, index: number): boolean {
  if (world.game?.killstack !== true || cityAt(world, index) !== undefined) return false;
  const tile = knownTile(world, index);
  return tile === undefined || !extrasOn(world, tile).some((extra) => extra.flags.has('EF_NO_STACK_DEATH'));
}

/** A leader whose death loses the game is the last to defend where the others' death does not take it along. */
export function isGameLossProtected(world: World, unit: Unit): boolean {
  const flags = world.ruleset.unitTypes.get(unit.type)?.flags;
  return flags?.has('UTYF_GAMELOSS') === true && !diesAsStack(world, unit.tile);
}
