import type { ExtraKind, SpectatorRules } from '#shared/protocol/spectator/messages.js';
import type { PacketFields } from '../freeciv/generated/packets-3.0.js';
import { displayName } from '../rules/names.js';
import { rulesetIndex } from '../rules/ruleset-index.js';
import { hexColor } from '../views/map/colors.js';
import type { Ruleset } from '../world/ruleset.js';
import { unitKind } from './unit-kind.js';

type Extra = PacketFields['ruleset_extra'];

/** Names and looks of everything that stands on the map. */
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
