import { displayName } from '../../rules/names.js';
import { canTypeDo } from '../../rules/unit-actions.js';
import type { Unit } from '../../world/unit.js';
import type { ActorOffered, Offered, Priority } from '../offer.js';
import type { Offering } from '../offering.js';
import type { Act, ActName } from './acts.js';
import type { UnitActionOdds } from './odds.js';
import { chance } from './offer-odds.js';

/** Every unit and place for which the server gives an act a chance. What asks for more than a place has no offers. */
export function actOffers(
  offering: Offering,
  action: ActName,
  { needs, worth = 'low' }: Act,
): Promise<readonly Offered[]> {
  if (needs === 'tech' || needs === 'building') return Promise.resolve([]);
  return offering.ofUnits(async (unit) => {
    if (!mayAct(offering, unit, action)) return [];
    const answers = await offering.odds(unit);
    return answers.flatMap((answer) => offersAt(offering, action, worth, unit, answer));
  });
}

function mayAct({ world }: Offering, unit: Unit, action: ActName): boolean {
  const type = world.ruleset.unitTypes.get(unit.type);
  return type !== undefined && canTypeDo(world, type, action);
}

function offersAt(
  { world }: Offering,
  action: ActName,
  priority: Priority,
  unit: Unit,
  answer: UnitActionOdds,
): ActorOffered[] {
  const probability = answer.odds.get(action);
  if (probability === undefined) return [];
  const city = world.cities.get(answer.targetCity ?? -1);
  const name = displayName(world.ruleset.actions.get(action)?.uiName.replaceAll(/%s/gu, '') ?? action);
  const where = city === undefined ? '' : ` (${city.name})`;
  const elsewhere = answer.tile === unit.tile ? {} : { target: world.map.position(answer.tile) };
  return [{ ...elsewhere, priority, ...chance(probability), what: `${plainAction(name)}${where}` }];
}

/** The ruleset's name for people marks a key with an underscore. */
function plainAction(name: string): string {
  return name.replaceAll('_', '').trim().toLowerCase();
}
