import { nationOf, placeName, unitName } from '../../orders/descriptions.js';
import { displayName, listUpTo, type Named } from '../../rules/lookup/names.js';
import { productionName } from '../../rules/production/target.js';
import type { Requirement } from '../../rules/requirements/requirement.js';
import { requiredName } from '../../rules/requirements/requirement-names.js';
import { nameText } from '../../world/name-text.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import type { UnitActionTarget } from './unit-action-target.js';

const MAX_NAMED = 4;

/** The reason that an unmet requirement of an action gives, as words about the unit or its target without a full stop. */
export function requirementReason(
  world: World,
  requirement: Requirement,
  unit: Unit,
  target: UnitActionTarget,
): string {
  const { type, present } = requirement;
  const name = requiredName(requirement);
  const city = world.cities.get(target.city ?? -1);
  const owner = city?.owner ?? world.units.get(target.unit ?? -1)?.owner ?? unit.owner;
  const isNot = present ? 'is not' : 'is';
  switch (type) {
    case 'VUT_MINMOVES':
      return `${unitName(world, unit)} has no moves left: next turn`;
    case 'VUT_IMPR_GENUS':
      return `${city === undefined ? 'the city' : `${nameText(city.name)} builds ${productionName(world, city)}, which`} ${isNot} a ${wordsOf(name, 'IG_')}`;
    case 'VUT_DIPLREL':
      return relationReason(world, name, present, owner, unit.owner);
    case 'VUT_UNITSTATE':
      return `${unitName(world, unit)} ${stateWords(name, present)}`;
    case 'VUT_MAXTILEUNITS':
      return `units stand at ${placeName(world, target.tile)}`;
    case 'VUT_MINSIZE':
      return `the city must have size ${requirement.value}`;
    case 'VUT_UTFLAG':
      return `${present ? 'only' : 'not'} ${flagged(world.ruleset.unitTypes.values(), name)} can be the target`;
    case 'VUT_EXTRAFLAG':
      return `it ${present ? 'needs' : 'must not have'} ${flagged(world.ruleset.extras.values(), name)}`;
    default:
      return `it ${present ? 'needs' : 'must not have'} ${wordsOf(name || `${type} ${requirement.value}`, 'VUT_')}`;
  }
}

/** The names of the things that have a flag: players do not know the names of flags. */
function flagged(things: Iterable<Named & { readonly flags: ReadonlySet<string> }>, flag: string): string {
  const names = [...things].filter(({ flags }) => flags.has(flag)).map(({ name }) => displayName(name));
  return names.length === 0 ? 'nothing of this game' : listUpTo(MAX_NAMED, names);
}

function relationReason(world: World, name: string, present: boolean, other: number, own: number): string {
  const whose = other === own ? 'it is your own' : `it is ${nationOf(world, other, 'of others')}`;
  if (name === 'DRO_FOREIGN') return `${whose}, and must ${present ? '' : 'not '}be foreign`;
  const state = wordsOf(name, /^D(?:S|RO)_/u);
  return `${whose}, and there must be ${present ? '' : 'no '}${state} between you`;
}

const STATES: Readonly<Record<string, readonly [is: string, isNot: string]>> = {
  USP_TRANSPORTED: ['is aboard a transport', 'is not aboard a transport'],
  USP_LIVABLE_TILE: ['stands where it can live', 'stands where it cannot live by itself'],
  USP_DOMESTIC_TILE: ['stands on your land', 'does not stand on your land'],
  USP_TRANSPORTING: ['carries units', 'carries no units'],
  USP_HAS_HOME_CITY: ['has a home city', 'has no home city'],
  USP_NATIVE_TILE: ['stands on native terrain', 'does not stand on native terrain'],
};

/** The state of a unit that a requirement forbids, as words. */
function stateWords(name: string, present: boolean): string {
  return STATES[name]?.[present ? 1 : 0] ?? `is in the wrong state (${wordsOf(name, 'USP_')})`;
}

function wordsOf(name: string, prefix: string | RegExp): string {
  return name.replace(prefix, '').toLowerCase().replaceAll('_', ' ');
}
