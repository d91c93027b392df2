import { hasBuilding, type Improvement, isGreatWonder } from '../../rules/lookup/cities.js';
import { displayName } from '../../rules/lookup/names.js';
import { isNativeNear, type UnitType } from '../../rules/lookup/nativity.js';
import { canBuild } from '../../rules/production/build-targets.js';
import type { Target } from '../../rules/production/target.js';
import { isWonderAvailable } from '../../rules/requirements/building-questions.js';
import { cityContext, type Requirement } from '../../rules/requirements/requirement.js';
import { requiredName } from '../../rules/requirements/requirement-names.js';
import { areMet, isObsolete } from '../../rules/requirements/requirements.js';
import type { City } from '../../world/city.js';
import { nameText } from '../../world/name-text.js';
import type { World } from '../../world/world.js';
import { missingTechSentence } from '../missing-tech.js';

/** Why a city cannot build something now: the reason that applies, as a sentence; undefined when it is not known. */
export function productionRefusal(world: World, city: City, target: Target): string | undefined {
  return target.kind === 'VUT_UTYPE'
    ? unitRefusal(world, city, target.thing)
    : improvementRefusal(world, city, target.thing);
}

function unitRefusal(world: World, city: City, type: UnitType): string | undefined {
  const { unitTypes, improvements, governments } = world.ruleset;
  const name = displayName(type.name);
  const missing = missingTechSentence(world, name, type.techRequirement);
  if (missing !== undefined) return missing;
  const government = governments.get(type.govRequirement);
  if (government !== undefined && world.players.get(city.owner)?.government !== government.id)
    return `${name} needs the government ${displayName(government.name)}`;
  const building = improvements.get(type.imprRequirement);
  if (building !== undefined && hasBuilding(city, building) === false)
    return `${name} needs ${displayName(building.name)} in ${nameText(city.name)}`;
  if (isNativeNear(world, type.unitClassId, city.tile) === false)
    return `${name} needs water beside the city, and ${nameText(city.name)} has none`;
  const next = unitTypes.get(type.obsoletedBy);
  if (next !== undefined && canBuild(world, city, { kind: 'VUT_UTYPE', value: next.id }) === true)
    return `${name} is outdated: build ${displayName(next.name)}`;
  return undefined;
}

function improvementRefusal(world: World, city: City, building: Improvement): string | undefined {
  const name = displayName(building.name);
  if (hasBuilding(city, building) === true) return `${nameText(city.name)} already has ${name}`;
  if (isGreatWonder(building) && !isWonderAvailable(world, building)) return `${name} was built already`;
  const unmet = building.reqs.filter((one) => areMet(world, [one], cityContext(city)) === false);
  const missing = unmet.find(({ type, present }) => type === 'VUT_ADVANCE' && present);
  if (missing !== undefined) return missingTechSentence(world, name, missing.value);
  const [first] = unmet;
  if (first !== undefined) return requirementSentence(world, city, name, first);
  const context = { player: city.owner, city };
  return isObsolete(world, building, context) === true ? `${name} is obsolete` : undefined;
}

function requirementSentence(world: World, city: City, name: string, requirement: Requirement): string {
  const { type, value, present } = requirement;
  const { improvements, terrains, governments } = world.ruleset;
  const has = present ? 'needs' : 'cannot be built with';
  if (type === 'VUT_IMPROVEMENT')
    return `${name} ${has} ${displayName(improvements.get(value)?.name ?? 'a building')} in ${nameText(city.name)}`;
  if (type === 'VUT_GOVERNMENT')
    return `${name} ${has} the government ${displayName(governments.get(value)?.name ?? 'of another kind')}`;
  if (type === 'VUT_TERRAIN')
    return `${name} ${has} ${displayName(terrains.get(value)?.name ?? 'other terrain')} beside ${nameText(city.name)}`;
  if (type === 'VUT_TERRAINCLASS')
    return `${name} ${has} ${requiredName(requirement) === 'TC_OCEAN' ? 'water' : 'land'} beside ${nameText(city.name)}`;
  if (type === 'VUT_MINSIZE')
    return `${name} needs a city of size ${value}, and ${nameText(city.name)} has ${city.size}`;
  return `${name} cannot be built in ${nameText(city.name)}: rules_query says what it requires`;
}
