import type { ExtraKind, SpectatorRules, UnitKind } from '#shared/protocol/spectator/rules.js';
import type { PacketFields } from '../../proxy/freeciv/generated/packets.js';
import { displayName } from '../../proxy/rules/lookup/names.js';
import { rulesetIndex } from '../../proxy/rules/lookup/ruleset-index.js';
import { hexColor } from '../../proxy/views/entities/wire-values.js';
import type { Ruleset } from '../../proxy/world/ruleset.js';

type Extra = PacketFields['ruleset_extra'];

/** Names, colours and kinds of terrains, extras and unit types, for drawing the map. */
export function rulesTables(ruleset: Ruleset): SpectatorRules {
  return {
    ruleset: displayName(ruleset.control?.name ?? ''),
    terrains: [...ruleset.terrains.values()].map((terrain) => ({
      id: terrain.id,
      name: displayName(terrain.name),
      color: hexColor(terrain),
      is_water: terrain.tclass === 'TC_OCEAN',
    })),
    extras: [...ruleset.extras.values()].map((extra) => ({
      id: extra.id,
      name: displayName(extra.name),
      kind: extraKind(ruleset, extra),
    })),
    unit_types: [...ruleset.unitTypes.values()].map((type) => ({
      id: type.id,
      name: displayName(type.name),
      kind: unitKind(ruleset, type),
      hp: type.hp,
      attack: type.attackStrength,
      defense: type.defenseStrength,
    })),
  };
}

const kindsByCause: readonly (readonly [cause: string, kind: ExtraKind])[] = [
  ['EC_IRRIGATION', 'irrigation'],
  ['EC_MINE', 'mine'],
  ['EC_BASE', 'base'],
  ['EC_POLLUTION', 'pollution'],
  ['EC_FALLOUT', 'pollution'],
  ['EC_HUT', 'hut'],
  ['EC_RESOURCE', 'resource'],
];

function extraKind(ruleset: Ruleset, extra: Extra): ExtraKind {
  const road = rulesetIndex(ruleset).roads.get(extra.id);
  if (road?.flags.has('RF_RIVER')) return 'river';
  if (road !== undefined) return road.moveCost === 0 ? 'rail' : 'road';
  const causes: ReadonlySet<string> = extra.causes;
  return kindsByCause.find(([cause]) => causes.has(cause))?.[1] ?? 'other';
}

type UnitType = PacketFields['ruleset_unit'];

/** The symbol of a unit type. It follows from flags, class and strengths, because each ruleset names its units freely. */
function unitKind(ruleset: Ruleset, type: UnitType): UnitKind {
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
