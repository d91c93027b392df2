import type { UnitKind } from '#shared/protocol/spectator/messages.js';
import type { PacketFields } from '../freeciv/generated/packets-3.0.js';
import type { Ruleset } from '../world/ruleset.js';

type UnitType = PacketFields['ruleset_unit'];

/** Which symbol fits a unit type: told from what it can do, because rulesets name their units as they like. */
export function unitKind(ruleset: Ruleset, type: UnitType): UnitKind {
  return civilianKind(type) ?? flyingKind(ruleset, type) ?? seaKind(ruleset, type) ?? landKind(ruleset, type);
}

function civilianKind({ flags, popCost, attackStrength }: UnitType): UnitKind | undefined {
  if (flags.has('UTYF_GAMELOSS')) return 'leader';
  if (flags.has('UTYF_DIPLOMAT') || flags.has('UTYF_SPY')) return 'agent';
  if (popCost > 0 && attackStrength === 0) return 'settler';
  return flags.has('UTYF_SETTLERS') ? 'worker' : undefined;
}

function flyingKind(ruleset: Ruleset, { unitClassId }: UnitType): UnitKind | undefined {
  const unitClass = ruleset.unitClasses.get(unitClassId);
  if (unitClass?.flags.has('UCF_MISSILE')) return 'missile';
  const name = unitClass?.ruleName ?? '';
  if (/heli/i.test(name)) return 'helicopter';
  return /air|balloon/i.test(name) ? 'plane' : undefined;
}

function seaKind(ruleset: Ruleset, type: UnitType): UnitKind | undefined {
  const name = ruleset.unitClasses.get(type.unitClassId)?.ruleName ?? '';
  if (!/sea|trireme|ship|ocean|boat/i.test(name)) return undefined;
  if (type.flags.has('UTYF_PARTIAL_INVIS')) return 'submarine';
  return type.transportCapacity > 0 ? 'ship' : 'warship';
}

function landKind(ruleset: Ruleset, type: UnitType): UnitKind {
  const moves = type.moveRate / (ruleset.terrainControl?.moveFragments ?? 1);
  const { attackStrength: attack, defenseStrength: defense } = type;
  if (attack === 0) return type.flags.has('UTYF_IGTER') ? 'explorer' : 'caravan';
  if (attack >= 6 * defense || (attack > 3 * defense && moves < 2)) return 'siege';
  if (moves >= 3 && type.hp >= 30) return 'tank';
  if (moves >= 2) return 'rider';
  return defense > attack ? 'defender' : 'soldier';
}
