import type { ActionData } from '#shared/protocol/actions.js';
import { turnsToSpare } from '../rules/cities/growth.js';
import { hasBuilding } from '../rules/lookup/cities.js';
import { displayName } from '../rules/lookup/names.js';
import { popCostOf, shieldTurns } from '../rules/production/build-costs.js';
import { canBuild, canChangeProduction } from '../rules/production/build-targets.js';
import { productionName, targetOf } from '../rules/production/target.js';
import type { City } from '../world/city.js';
import { turnOf, type World } from '../world/world.js';
import { buildDefender, defendersIn, plannedDefenders, plannedIn } from './defenders.js';
import { exceptedCities } from './excepted-cities.js';
import type { CityPlan, Plan, PlanStep } from './plan.js';

/** Cities that get something in one step; the others get it in the next. */
const MAX_CITIES_PER_STEP = 20;

/** Turns that a city may wait for citizens with all shields there. */
const MAX_WAIT_TURNS = 3;

type Entry = CityPlan['list'][number];
/** What one city gets, and which entries of the list it then has got. */
interface CityStep {
  readonly cityId: number;
  readonly given: readonly number[];
  readonly actions: readonly ActionData[];
}

/**
 * What a plan for cities does next. Each city gets each entry of the list once, at the end of its worklist, as soon as it
 * can build it; a building that it has is left out. What a city that was just founded builds first is the first of the
 * list. A unit is passed over while it would wait for citizens. Where fewer defenders than wanted are in a city, one more comes
 * first in its worklist. A plan for several cities
 * leaves those in `kept` alone.
 */
export function cityPlanStep(world: World, plan: CityPlan, kept: ReadonlySet<number>): PlanStep {
  const cities = citiesInPlan(world, plan, kept);
  if (typeof plan.cities === 'number' && cities.length === 0) {
    const sentence = `The plan for ${plan.city ?? `city ${plan.cities}`} ended: the city is no longer yours.`;
    return { kind: 'end', end: { outcome: 'failed', sentence } };
  }
  const steps = cities.map((city) => cityStep(world, plan, city));
  const chosen = steps.filter(({ actions }) => actions.length > 0).slice(0, MAX_CITIES_PER_STEP);
  const silent = steps.filter(({ actions }) => actions.length === 0);
  const marked = { ...plan, given: { ...plan.given, ...givenOf(silent) } };
  const now = { ...marked, given: { ...marked.given, ...givenOf(chosen) } };
  if (chosen.length > 0)
    return {
      kind: 'act',
      plan: now,
      ifFailed: () => marked,
      actions: chosen.flatMap(({ actions }) => actions),
    };
  if (!isDone(plan, steps)) return { kind: 'wait', plan: now };
  const sentence = `All of the plan for ${plan.city ?? `city ${plan.cities}`} is queued: it builds ${cities.map((city) => queueWords(world, city)).join('; ')}.`;
  return { kind: 'end', end: { outcome: 'done', sentence } };
}

/**
 * `Settlers, then Temple, Library; later Workers`: the production and the worklist of the city of a plan for one city, and what the plan adds when
 * the city can build it; undefined for other plans.
 */
export function queueOfPlan(world: World, plan: Plan): string | undefined {
  if (plan.kind !== 'city_plan' || typeof plan.cities !== 'number') return undefined;
  const city = world.cities.get(plan.cities);
  if (city === undefined) return undefined;
  const { given } = cityStep(world, plan, city);
  const later = plan.list
    .filter((_, index) => !given.includes(index))
    .map((entry) => entryName(world, entry));
  return `${queueWords(world, city)}${later.length === 0 ? '' : `; later ${later.join(', ')}`}`;
}

/** `Settlers, then Temple, Library`: what a city builds, and its worklist in order. */
function queueWords(world: World, city: City): string {
  const list = (city.detail?.worklist ?? []).map((entry) => entryName(world, entry));
  return `${productionName(world, city)}${list.length === 0 ? '' : `, then ${list.join(', ')}`}`;
}

function entryName(world: World, { kind, value }: { readonly kind: string; readonly value: number }): string {
  return displayName(targetOf(world, kind, value)?.thing.name ?? '');
}

/** Own cities whose production this seat knows. */
function citiesInPlan(world: World, { cities, known }: CityPlan, kept: ReadonlySet<number>): readonly City[] {
  const own = [...world.cities.values()].filter(
    ({ owner, detail }) => owner === world.seat.player && detail !== undefined,
  );
  if (typeof cities === 'number') return own.filter(({ id }) => id === cities);
  return own.filter(({ id }) => !kept.has(id) && (cities === 'all' || !known.includes(id)));
}

/** The entries of its list that a plan has not yet given to all of its cities. */
export function entriesLeft(world: World, plan: CityPlan, plans: readonly Plan[]): CityPlan['list'] {
  const given = citiesInPlan(world, plan, exceptedCities(world, plan, plans)).map(
    ({ id }) => plan.given[String(id)] ?? [],
  );
  return plan.list.filter((_, index) => given.some((indices) => !indices.includes(index)));
}

function givenOf(steps: readonly CityStep[]): CityPlan['given'] {
  return Object.fromEntries(steps.map(({ cityId, given }) => [String(cityId), [...given]]));
}

/** Only the plan for one city, without a number of defenders, comes to an end. */
function isDone({ cities, list, keepDefenders }: CityPlan, steps: readonly CityStep[]): boolean {
  return (
    typeof cities === 'number' &&
    keepDefenders === 0 &&
    steps.every(({ given }) => given.length === list.length)
  );
}

function cityStep(world: World, plan: CityPlan, city: City): CityStep {
  const before = plan.given[String(city.id)];
  const planned = plannedIn(city);
  const given = [...(before ?? [])];
  const wanted: Entry[] = [];
  for (const [index, entry] of plan.list.entries()) {
    if (given.includes(index)) continue;
    const at = planned.findIndex((other) => other.kind === entry.kind && other.value === entry.value);
    if (at >= 0) planned.splice(at, 1);
    else if (!isStanding(world, city, entry)) {
      if (canBuild(world, city, entry) === false || wouldWait(world, city, entry)) continue;
      wanted.push(entry);
    }
    given.push(index);
  }
  const isNew = before === undefined && !plan.known.includes(city.id);
  const actions = listActions(world, city, wanted, isNew && isJustFounded(world, city));
  const defenders = defendersIn(world, city).length + plannedDefenders(world, city);
  const more = defenders < plan.keepDefenders ? buildDefender(world, city) : [];
  return { cityId: city.id, given, actions: [...actions, ...more] };
}

/** Whether the shields for a unit would be there long before the citizens who leave with it: other entries come first then. */
function wouldWait(world: World, city: City, { kind, value }: Entry): boolean {
  const target = targetOf(world, kind, value);
  const citizens = target === undefined ? 0 : popCostOf(world, city, target);
  if (target === undefined || citizens === 0) return false;
  const made = shieldTurns(world, city, target);
  const spare = turnsToSpare(world, city, citizens);
  return made !== undefined && (spare === undefined || spare > made + MAX_WAIT_TURNS);
}

function isStanding(world: World, city: City, entry: Entry): boolean {
  const target = targetOf(world, entry.kind, entry.value);
  return target?.kind === 'VUT_IMPROVEMENT' && hasBuilding(city, target.thing) === true;
}

/** Founded in this turn or in the change to it: what it builds was chosen by the server. */
function isJustFounded(world: World, { detail }: City): boolean {
  return (detail?.turnFounded ?? 0) >= turnOf(world) - 1;
}

function listActions(
  world: World,
  city: City,
  wanted: readonly Entry[],
  replaces: boolean,
): readonly ActionData[] {
  const [first, ...rest] = wanted.map(
    (entry) => targetOf(world, entry.kind, entry.value)?.thing.ruleName ?? '',
  );
  if (first === undefined) return [];
  if (!replaces || canChangeProduction(city) === false) return [append(city, [first, ...rest])];
  const production = { action_type: 'city_production', actor_id: city.id, target: { value: first } };
  return rest.length === 0 ? [production] : [production, append(city, rest)];
}

function append(city: City, items: readonly string[]): ActionData {
  return { action_type: 'city_worklist_append', actor_id: city.id, items };
}
