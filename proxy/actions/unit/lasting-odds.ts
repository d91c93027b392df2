import { memoByInput } from '#shared/core/memo.js';
import type { GenAction, PacketFields } from '../../freeciv/generated/packets.js';
import type { UnitType } from '../../rules/lookup/nativity.js';
import { type RulesetIndex, rulesetIndex } from '../../rules/lookup/ruleset-index.js';
import { cityAt } from '../../rules/lookup/tiles.js';
import type { Requirement } from '../../rules/requirements/requirement.js';
import { canTypeDo, excludesType } from '../../rules/units/action-enablers.js';
import { unitTypeOf } from '../../rules/units/unit-type.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';

/** Requirements that the unit, its tile, the technologies, the government and the treaties of its nation decide. */
const LASTING: ReadonlySet<Requirement['type']> = new Set([
  'VUT_NONE',
  'VUT_ADVANCE',
  'VUT_TECHFLAG',
  'VUT_GOVERNMENT',
  'VUT_NATION',
  'VUT_NATIONGROUP',
  'VUT_DIPLREL',
  'VUT_UTYPE',
  'VUT_UTFLAG',
  'VUT_UCLASS',
  'VUT_UCFLAG',
  'VUT_UNITSTATE',
  'VUT_ACTIVITY',
  'VUT_MINMOVES',
  'VUT_MINVETERAN',
  'VUT_MINHP',
  'VUT_TERRAIN',
  'VUT_TERRAINCLASS',
  'VUT_TERRFLAG',
  'VUT_CITYTILE',
  'VUT_EXTRA',
  'VUT_EXTRAFLAG',
  'VUT_ROADFLAG',
  'VUT_BASEFLAG',
]);
const NEAR: ReadonlySet<Requirement['range']> = new Set([
  'REQ_RANGE_LOCAL',
  'REQ_RANGE_TILE',
  'REQ_RANGE_PLAYER',
]);

/** Acts that depend on cities around, or on the map further away. */
const FAR = ['ACTION_FOUND_CITY', 'ACTION_NUKE', 'ACTION_PARADROP'] as const satisfies readonly GenAction[];

/**
 * Whether the server says the same of a unit on its own tile turn after turn, as long as both, the units there and technologies,
 * government and treaties of its nation are the same: in the open, where the ruleset asks for nothing else of its type.
 */
export function hasLastingOdds(world: World, unit: Unit, tile: number): boolean {
  if (tile !== unit.tile || cityAt(world, tile) !== undefined) return false;
  const type = unitTypeOf(world, unit);
  return type !== undefined && isLastingType(type, rulesetIndex(world.ruleset), world);
}

/** The index is made anew while the rules are being sent, and another ruleset may have the same type. */
const isLastingType = memoByInput((type: UnitType, _: RulesetIndex, world: World): boolean => {
  if (FAR.some((action) => canTypeDo(world, type, action))) return false;
  return world.ruleset.actionEnablers
    .filter((enabler) => isAsked(world, type, enabler))
    .every(({ actorReqs, targetReqs }) => [...actorReqs, ...targetReqs].every(isLasting));
});

/** Whether an enabler counts where no city is: for an action without a city, by units of the type. */
function isAsked(
  world: World,
  type: UnitType,
  { enabledAction, actorReqs }: PacketFields['ruleset_action_enabler'],
): boolean {
  if (world.ruleset.actions.get(enabledAction)?.tgtKind === 'ATK_CITY') return false;
  return actorReqs.every((requirement) => !excludesType(world, requirement, type));
}

function isLasting({ type, range }: Requirement): boolean {
  return LASTING.has(type) && NEAR.has(range);
}
