import type { Threat } from '#shared/protocol/state/prospects.js';
import { listUpTo, wireNameOf } from '../../proxy/rules/lookup/names.js';
import { buildTurns } from '../../proxy/rules/production/build-costs.js';
import { canBuild, canChangeProduction } from '../../proxy/rules/production/build-targets.js';
import { type Target, targetOf } from '../../proxy/rules/production/target.js';
import { isDefenderType } from '../../proxy/rules/units/unit-type.js';
import { cityView } from '../../proxy/views/entities/city-view.js';
import type { City } from '../../proxy/world/city.js';
import { nameText } from '../../proxy/world/name-text.js';
import type { PendingDecision } from './brief/pending-decision.js';
import { defendersOf, type Situation } from './situation.js';
import { turnsText } from './text-parts.js';

/** Number of the output that citizens and some units eat. */
const FOOD = 0;
const MAX_NAMED = 4;

/**
 * What is most urgent, each as `what_to_do: about what`: cities that are attacked, the decisions of a brief but for idle units,
 * cities that starve or have no defender, then idle units.
 */
export function priorities(
  situation: Situation,
  threats: readonly Threat[],
  decisions: readonly PendingDecision[],
): readonly string[] {
  const isAboutUnits = ({ why }: PendingDecision) => why === 'unit';
  const texts = (some: readonly PendingDecision[]) => some.map(({ text }) => text);
  return [
    ...attackAdvice(situation, threats),
    ...texts(decisions.filter((one) => !isAboutUnits(one))),
    ...starvationAdvice(situation),
    ...defenceAdvice(situation),
    ...texts(decisions.filter(isAboutUnits)),
  ];
}

/** With what the units eat that a city supports: they may be the reason. */
function starvationAdvice(situation: Situation): readonly string[] {
  const cities = situation.cities.filter((city) => cityView(situation.world, city).turns_to_starve != null);
  if (cities.length === 0) return [];
  const names = cities.map(({ id, name }) => {
    const eaten = situation.units.reduce(
      (sum, { detail }) => sum + (detail?.homecity === id ? (detail.upkeep[FOOD] ?? 0) : 0),
      0,
    );
    return `${nameText(name)} (${id})${eaten > 0 ? `, whose units eat ${eaten}` : ''}`;
  });
  return [`feed_city: ${listUpTo(MAX_NAMED, names)} (starving)`];
}

/** The line of advice for cities near a grave threat; none where there is no such city. */
function attackAdvice({ cities }: Situation, threats: readonly Threat[]): readonly string[] {
  const ids = new Set(threats.filter(({ severity }) => severity === 'high').map((threat) => threat.city_id));
  const attacked = cities.filter((city) => ids.has(city.id));
  return attacked.length === 0 ? [] : [`reinforce_city: ${cityNames(attacked)}`];
}

/** With what could be built soonest in the first of them. */
function defenceAdvice(situation: Situation): readonly string[] {
  const cities = situation.cities.filter((city) => defendersOf(situation, city).length === 0);
  const [first] = cities;
  if (first === undefined) return [];
  const defender = defenderFor(situation, first);
  const hint = defender === undefined ? '' : `; ${nameText(first.name)} could build ${defender}`;
  return [`defend_city: ${cityNames(cities)}${hint}`];
}

function cityNames(cities: readonly City[]): string {
  return listUpTo(
    MAX_NAMED,
    cities.map((city) => `${nameText(city.name)} (${city.id})`),
  );
}

/** What would defend a city, and how soon it could be built there; undefined when nothing would. */
function defenderFor({ world }: Situation, city: City): string | undefined {
  if (canChangeProduction(city) !== true) return undefined;
  const best = [...world.ruleset.unitTypes.values()]
    .filter(isDefenderType)
    .sort((a, b) => b.defenseStrength - a.defenseStrength || a.buildCost - b.buildCost)
    .flatMap((type) => targetOf(world, 'VUT_UTYPE', type.id) ?? [])
    .find((target) => canBuild(world, city, target) === true);
  return best === undefined ? undefined : described(world, city, best);
}

function described(world: Situation['world'], city: City, target: Target): string {
  const turns = buildTurns(world, city, target);
  const name = wireNameOf(target.thing) ?? 'unit';
  return turns === undefined ? name : `${name} in ${turnsText(turns)}`;
}
