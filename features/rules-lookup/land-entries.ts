import type { RuleEntry } from '#shared/protocol/state/answers.js';
import type { PacketFields } from '../../proxy/freeciv/generated/packets.js';
import { hasBit } from '../../proxy/freeciv/value-codecs.js';
import { displayName, type Named } from '../../proxy/rules/lookup/names.js';
import { nonZeroOutputs } from '../../proxy/views/entities/wire-values.js';
import type { World } from '../../proxy/world/world.js';
import { requiresWords } from './requirement-words.js';
import { displayNames, joinNames, ruleEntry } from './rule-entry.js';

type Terrain = PacketFields['ruleset_terrain'];
type Extra = PacketFields['ruleset_extra'];

/** What the ruleset says of a terrain, in sentences. */
export function terrainEntry(world: World, terrain: Terrain): RuleEntry {
  const resources = terrain.resources.flatMap((id) => {
    const extra = world.ruleset.extras.get(id);
    const yields = world.ruleset.resources.get(id)?.output ?? [];
    return extra === undefined ? [] : [`${displayName(extra.name)} (${outputWords(yields)} more)`];
  });
  return ruleEntry('terrain', terrain, [
    `${terrain.tclass === 'TC_OCEAN' ? 'Water' : 'Land'} that yields ${outputWords(terrain.output)}.`,
    `Entering it costs ${terrain.movementCost} moves; defense +${terrain.defenseBonus}%.`,
    resources.length === 0 ? undefined : `May have ${joinNames(resources)}.`,
    workWords(
      world,
      terrain,
      'Irrigation',
      terrain.irrigationResult,
      `${terrain.irrigationFoodIncr} food`,
      terrain.irrigationTime,
    ),
    workWords(
      world,
      terrain,
      'Mining',
      terrain.miningResult,
      `${terrain.miningShieldIncr} shields`,
      terrain.miningTime,
    ),
    terrain.roadTime > 0 ? `A road takes ${terrain.roadTime} turns of work.` : undefined,
    changeWords(world, terrain, 'Transforming', terrain.transformResult, terrain.transformTime),
    terrain.flags.has('TER_NO_CITIES') ? 'No city can be founded on it.' : undefined,
  ]);
}

/** What the ruleset says of an extra, in sentences. */
export function extraEntry(world: World, extra: Extra): RuleEntry {
  const yields = world.ruleset.resources.get(extra.id)?.output;
  const replaced = [...world.ruleset.extras.values()].filter(({ id }) => hasBit(extra.conflicts, id));
  return ruleEntry('extra', extra, [
    extra.category === 'ECAT_RESOURCE'
      ? `A resource that yields ${outputWords(yields ?? [])} more.`
      : undefined,
    extra.buildable
      ? `Can be built${extra.buildTime > 0 ? ` in ${extra.buildTime} turns of work` : ''}.`
      : undefined,
    requiresWords(world, extra.reqs),
    extra.defenseBonus > 0 ? `Defense +${extra.defenseBonus}% on it.` : undefined,
    extra.category !== 'ECAT_RESOURCE' && replaced.length > 0
      ? `Cannot be with ${joinNames(displayNames(replaced))}.`
      : undefined,
    extra.causes.has('EC_HUT') ? 'Entering it brings something good or bad.' : undefined,
  ]);
}

function outputWords(values: readonly number[]): string {
  const outputs = Object.entries(nonZeroOutputs(values)).map(([output, amount]) => `${amount} ${output}`);
  return joinNames(outputs);
}

/** Work that keeps the terrain adds to its yield; work that changes it makes another. */
function workWords(
  world: World,
  terrain: Terrain,
  work: string,
  result: number,
  gain: string,
  turns: number,
): string | undefined {
  if (result !== terrain.id) return changeWords(world, terrain, work, result, turns);
  return gain.startsWith('0 ') ? undefined : `${work} adds ${gain}, ${turns} turns of work.`;
}

function changeWords(
  { ruleset }: World,
  terrain: Terrain,
  work: string,
  result: number,
  turns: number,
): string | undefined {
  const other: Named | undefined = result === terrain.id ? undefined : ruleset.terrains.get(result);
  return other === undefined || turns === 0
    ? undefined
    : `${work} makes it ${displayName(other.name)}, ${turns} turns of work.`;
}
