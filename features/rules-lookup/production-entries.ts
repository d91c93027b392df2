import type { RuleEntry } from '#shared/protocol/state/answers.js';
import type { PacketFields } from '../../proxy/freeciv/generated/packets.js';
import { isGreatWonder } from '../../proxy/rules/lookup/cities.js';
import { displayName } from '../../proxy/rules/lookup/names.js';
import { isPlayer } from '../../proxy/rules/lookup/players.js';
import { canTypeDo } from '../../proxy/rules/units/action-enablers.js';
import { nonZeroOutputs, plainName } from '../../proxy/views/entities/wire-values.js';
import { nameText } from '../../proxy/world/name-text.js';
import type { World } from '../../proxy/world/world.js';
import { requiresWords } from './requirement-words.js';
import { displayNames, joinNames, ruleEntry } from './rule-entry.js';

type UnitType = PacketFields['ruleset_unit'];

/** What the ruleset says of a unit type, in sentences. */
export function unitEntry(world: World, unit: UnitType): RuleEntry {
  return ruleEntry('unit', unit, [
    statsWords(world, unit),
    unitCostWords(world, unit),
    needsWords(world, unit),
    actionsWords(world, unit),
    bonusWords(world, unit),
    unit.flags.has('UTYF_SETTLERS') ? 'Can work the land: roads, irrigation, mines.' : undefined,
    unit.transportCapacity > 0 ? `Carries ${unit.transportCapacity} units.` : undefined,
    unit.fuel > 0 ? `Must be back in a city or carrier within ${unit.fuel} turns.` : undefined,
  ]);
}

function statsWords(world: World, unit: UnitType): string {
  const unitClass = displayName(world.ruleset.unitClasses.get(unit.unitClassId)?.name ?? 'unknown');
  const moves = unit.moveRate / Math.max(1, world.ruleset.terrainControl?.moveFragments ?? 1);
  return `${unitClass} unit: attack ${unit.attackStrength}, defense ${unit.defenseStrength}, moves ${moves}, hit points ${unit.hp}, firepower ${unit.firepower}.`;
}

function unitCostWords(world: World, unit: UnitType): string {
  const shields = Math.max(1, Math.trunc((unit.buildCost * (world.game?.shieldbox ?? 100)) / 100));
  const upkeep = Object.entries(nonZeroOutputs(unit.upkeep)).map(([output, amount]) => `${amount} ${output}`);
  const citizens = unit.popCost > 0 ? ` and ${unit.popCost} of the city's citizens` : '';
  const unhappy =
    unit.happyCost > 0 ? ' Under some governments it makes citizens unhappy when aggressive.' : '';
  return `Costs ${shields} shields${citizens}; upkeep ${joinNames(upkeep)} a turn, which governments change.${unhappy}`;
}

function needsWords({ ruleset }: World, unit: UnitType): string {
  const tech = unit.techRequirement > 0 ? ruleset.techs.get(unit.techRequirement) : undefined;
  const needs = [
    tech,
    ruleset.improvements.get(unit.imprRequirement),
    ruleset.governments.get(unit.govRequirement),
  ];
  const names = displayNames(needs.filter((need) => need !== undefined));
  const successor = ruleset.unitTypes.get(unit.obsoletedBy);
  const unbuildable = unit.flags.has('UTYF_NOBUILD') ? ' Cannot be built.' : '';
  const replaced = successor === undefined ? '' : ` Gives way to ${displayName(successor.name)}.`;
  return `Requires ${joinNames(names)}.${replaced}${unbuildable}`;
}

/** The actions that the ruleset enables for its type, without moving and fortifying. */
function actionsWords(world: World, unit: UnitType): string | undefined {
  const enabled = new Set(world.ruleset.actionEnablers.map(({ enabledAction }) => enabledAction));
  const actions = [...enabled].filter((action) => canTypeDo(world, unit, action));
  if (actions.length === 0) return undefined;
  return `Actions: ${actions.map((action) => plainName(action, 'ACTION_').replaceAll('_', ' ')).join(', ')}.`;
}

const bonusNames: Record<string, (value: number) => string> = {
  CBONUS_DEFENSE_MULTIPLIER: (value) => `defends ${value + 1} times as well against`,
  CBONUS_DEFENSE_DIVIDER: (value) => `divides by ${value + 1} the defense of`,
  CBONUS_FIREPOWER1: () => 'reduces to 1 the firepower of',
};

function bonusWords({ ruleset }: World, unit: UnitType): string | undefined {
  const sentences = ruleset.unitBonuses
    .filter((bonus) => bonus.unit === unit.id)
    .map(({ type, value, flag }) => {
      const against = [...ruleset.unitTypes.values()].filter(({ flags }) => flags.has(flag));
      return `${bonusNames[type]?.(value) ?? plainName(type, 'CBONUS_')} ${joinNames(displayNames(against))}`;
    });
  return sentences.length === 0 ? undefined : `In combat it ${sentences.join('; ')}.`;
}

type Building = PacketFields['ruleset_building'];

const genera: Record<string, string> = {
  IG_GREAT_WONDER: 'A great wonder: only one in the world',
  IG_SMALL_WONDER: 'A small wonder: one for each player',
  IG_IMPROVEMENT: 'A city improvement',
  IG_SPECIAL: 'Special production',
};

/** What the ruleset says of a building, in sentences. */
export function buildingEntry(world: World, building: Building): RuleEntry {
  return ruleEntry('building', building, [
    buildingCostWords(world, building),
    requiresWords(world, building.reqs) ?? 'Requires nothing.',
    requiresWords(world, building.obsReqs, 'Becomes obsolete with'),
    wonderWords(world, building),
  ]);
}

function buildingCostWords(world: World, building: Building): string {
  const genus = genera[building.genus] ?? 'A building';
  if (building.flags.has('IF_GOLD'))
    return `${genus}: turns shields into gold, also those in stock, and is never finished.`;
  const shields = Math.max(1, Math.trunc((building.buildCost * (world.game?.shieldbox ?? 100)) / 100));
  return `${genus}. Costs ${shields} shields; upkeep ${building.upkeep} gold a turn.`;
}

/** Everybody is told who built a great wonder. */
function wonderWords(world: World, building: Building): string | undefined {
  if (!isGreatWonder(building)) return undefined;
  const owner = world.game?.greatWonderOwners[building.id];
  if (owner === undefined || !isPlayer(owner))
    return owner === DESTROYED ? 'It has been destroyed.' : 'Nobody has built it yet.';
  return `Built by ${nameText(world.players.get(owner)?.name ?? 'somebody')}.`;
}

/** In place of an owner: it was built and is lost. */
const DESTROYED = 161;
