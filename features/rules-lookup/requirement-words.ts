import type { PacketFields } from '../../proxy/freeciv/generated/packets.js';
import { displayName, type Named } from '../../proxy/rules/lookup/names.js';
import type { Requirement } from '../../proxy/rules/requirements/requirement.js';
import { namesOneOf, requiredName } from '../../proxy/rules/requirements/requirement-names.js';
import { plainName } from '../../proxy/views/entities/wire-values.js';
import type { World } from '../../proxy/world/world.js';
import { displayNames, joinNames } from './rule-entry.js';

const ranges: Partial<Record<Requirement['range'], string>> = {
  REQ_RANGE_CADJACENT: ' beside it',
  REQ_RANGE_ADJACENT: ' beside it or at a corner',
  REQ_RANGE_CITY: ' in the city',
  REQ_RANGE_TRADEROUTE: ' in the city or its trade partners',
  REQ_RANGE_CONTINENT: ' on the continent',
  REQ_RANGE_TEAM: ' in the team',
  REQ_RANGE_ALLIANCE: ' among the allies',
  REQ_RANGE_WORLD: ' anywhere in the world',
};

/** `Requires Bronze Working and not Coastal land beside it.`; undefined for no requirements. */
export function requiresWords(
  world: World,
  requirements: readonly Requirement[],
  verb = 'Requires',
): string | undefined {
  const words = requirements.map((requirement) => requirementWords(world, requirement));
  return words.length === 0 ? undefined : `${verb} ${joinNames(words)}.`;
}

function requirementWords(world: World, requirement: Requirement): string {
  const what = subject(world, requirement);
  return `${requirement.present ? '' : 'not '}${what}${ranges[requirement.range] ?? ''}`;
}

function subject(world: World, requirement: Requirement): string {
  const { type, value } = requirement;
  const named = namedThing(world, requirement);
  if (named !== undefined) return displayName(named.name);
  switch (type) {
    case 'VUT_MINSIZE':
      return `city size ${value}`;
    case 'VUT_MINYEAR':
      return `year ${value} or later`;
    case 'VUT_MINTECHS':
      return `${value} techs known`;
    case 'VUT_MINCULTURE':
      return `culture ${value}`;
    case 'VUT_UTFLAG':
      return unitsWith(world, requirement, ({ flags }) => flags);
    case 'VUT_UCFLAG':
      return unitsWith(world, requirement, (unit) => world.ruleset.unitClasses.get(unit.unitClassId)?.flags);
    case 'VUT_TERRAINCLASS':
      return requiredName(requirement) === 'TC_OCEAN' ? 'water' : 'land';
    case 'VUT_CITYTILE':
      return requiredName(requirement) === 'CITYT_CENTER' ? 'a city centre' : 'claimed land';
    case 'VUT_TERRFLAG':
      return terrainsWith(world, requirement);
    default:
      return plainName(requiredName(requirement) || `${type} ${value}`, 'VUT_').replaceAll('_', ' ');
  }
}

/** The thing of the ruleset a requirement names, where it names one. */
function namedThing({ ruleset }: World, { type, value }: Requirement): Named | undefined {
  switch (type) {
    case 'VUT_ADVANCE':
      return ruleset.techs.get(value);
    case 'VUT_GOVERNMENT':
      return ruleset.governments.get(value);
    case 'VUT_IMPROVEMENT':
      return ruleset.improvements.get(value);
    case 'VUT_TERRAIN':
      return ruleset.terrains.get(value);
    case 'VUT_EXTRA':
      return ruleset.extras.get(value);
    case 'VUT_UTYPE':
      return ruleset.unitTypes.get(value);
    case 'VUT_UCLASS':
      return ruleset.unitClasses.get(value);
    case 'VUT_GOOD':
      return ruleset.goods.get(value);
    case 'VUT_STYLE':
      return ruleset.styles.get(value);
    default:
      return undefined;
  }
}

type UnitType = PacketFields['ruleset_unit'];
const MAX_NAMED = 6;

/** Flags have no names a player knows: the units that have them say more. */
function unitsWith(
  { ruleset }: World,
  requirement: Requirement,
  flagsOf: (unit: UnitType) => ReadonlySet<string> | undefined,
): string {
  const having = [...ruleset.unitTypes.values()].filter((unit) =>
    namesOneOf(requirement, flagsOf(unit) ?? new Set()),
  );
  return oneOf(displayNames(having));
}

function terrainsWith({ ruleset }: World, requirement: Requirement): string {
  return oneOf(
    displayNames([...ruleset.terrains.values()].filter(({ flags }) => namesOneOf(requirement, flags))),
  );
}

function oneOf(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).join(' or ');
  return names.length > MAX_NAMED ? `${shown} or ${names.length - MAX_NAMED} others` : shown || 'nothing';
}
