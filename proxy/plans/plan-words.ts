import { placeName } from '../orders/descriptions.js';
import { displayName, listUpTo } from '../rules/lookup/names.js';
import { targetOf } from '../rules/production/target.js';
import { isWhole, type World } from '../world/world.js';
import { entriesLeft } from './city-plan.js';
import { partWords } from './delegation.js';
import type { CityPlan, Plan, UnitDefaultsPlan } from './plan.js';
import type { PlanList } from './plan-list.js';

/** Names of a list in one line. */
const MAX_NAMED = 5;

interface PlansInWords {
  readonly world: World;
  readonly version: number;
  readonly plans: readonly Plan[];
  readonly words: readonly string[];
}

/** By the list that they are in. */
const known = new WeakMap<PlanList, PlansInWords>();

/** The words of all plans of a seat, kept while neither the world nor the plans change: they read all cities. */
export function plansInWords(world: World, planList: PlanList): readonly string[] {
  const { version } = world;
  const plans = planList.all;
  const kept = known.get(planList);
  const isSame = kept?.world === world && kept.version === version && isWhole(world);
  if (isSame && kept.plans.length === plans.length && plans.every((plan, at) => plan === kept.plans[at]))
    return kept.words;
  const words = plans.map((plan) => planWords(world, plan, plans));
  if (isWhole(world)) known.set(planList, { world, version, plans, words });
  return words;
}

/** What a standing plan does, given all plans of the seat, as a clause with names: `Settlers 12 goes to (3, 4) and founds a city`. */
export function planWords(world: World, plan: Plan, plans: readonly Plan[]): string {
  switch (plan.kind) {
    case 'settle':
      return `${plan.unit} ${plan.unitId} goes to ${placeName(world, plan.site)} and founds a city`;
    case 'research_queue':
      return `research ${listUpTo(
        MAX_NAMED,
        plan.techs.map((tech) => displayName(world.ruleset.techs.get(tech)?.name ?? '')),
      )}`;
    case 'city_plan':
      return cityPlanWords(world, plan, plans);
    case 'city_focus':
      return `${whose(plan)}: most ${plan.focus}`;
    case 'city_tiles':
      return `${plan.city} works ${listUpTo(
        MAX_NAMED,
        plan.tiles.map((tile) => placeName(world, tile)),
      )}`;
    case 'unit_defaults':
      return defaultsWords(plan);
    case 'go_and': {
      const purpose = plan.purpose.replaceAll('_', ' ');
      return `${plan.unit} ${plan.unitId} goes to ${placeName(world, plan.goal)}: ${purpose}`;
    }
    case 'escort':
      return `${plan.unit} ${plan.unitId} goes with ${plan.charge} ${plan.chargeId}`;
    case 'defend':
      return `${plan.number} units stay in ${plan.city} to hold it`;
    case 'delegation': {
      const { units, sent, until } = plan;
      return `the game sees to ${lowered(partWords(world, plan))} until turn ${until}, by ${units.length + sent.length} units`;
    }
    case 'everything_but':
      return `plans leave ${listUpTo(MAX_NAMED, plan.ids.map(String))} alone`;
  }
}

function lowered(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
}

/** The cities that a plan is for: `Atlanta`, `all cities`. */
function whose({ cities, city }: Pick<CityPlan, 'cities' | 'city'>): string {
  return typeof cities === 'number' ? (city ?? `city ${cities}`) : `${cities} cities`;
}

/** Names what is left of the list; once all cities have got it, all of it for the cities to come. */
function cityPlanWords(world: World, plan: CityPlan, plans: readonly Plan[]): string {
  const { list, keepDefenders } = plan;
  const left = entriesLeft(world, plan, plans);
  const names = (left.length === 0 ? list : left).map(({ kind, value }) =>
    displayName(targetOf(world, kind, value)?.thing.name ?? ''),
  );
  const who = left.length === 0 && typeof plan.cities !== 'number' ? 'cities to come' : whose(plan);
  const builds = names.length === 0 ? [] : [`${who} build ${listUpTo(MAX_NAMED, names)}`];
  const defends = keepDefenders === 0 ? [] : [`${whose(plan)} keep ${keepDefenders} defenders`];
  return [...builds, ...defends].join(', ');
}

function defaultsWords({ newWorkers, newMilitary, explorersEnd }: UnitDefaultsPlan): string {
  const wishes = [
    newWorkers === undefined ? [] : ['new workers work by themselves'],
    newMilitary === undefined ? [] : ['new military units fortify'],
    explorersEnd === undefined ? [] : [`explorers end as ${explorersEnd}`],
  ];
  return wishes.flat().join(', ');
}
