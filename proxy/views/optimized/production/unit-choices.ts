import { buildCost } from '../../../rules/production/build-costs.js';
import { canChangeProduction } from '../../../rules/production/build-targets.js';
import type { Target } from '../../../rules/production/target.js';
import { canTypeDo } from '../../../rules/units/action-enablers.js';
import type { City } from '../../../world/city.js';
import { turnOf, type World } from '../../../world/world.js';
import { cityView } from '../../entities/city-view.js';
import { defendersOf, type Situation } from '../situation.js';
import { positionText } from '../text-parts.js';
import { type BuildOption, buildOptions } from './build-options.js';
import { isWorker, MAX_BUILD_TURNS, type NationNeeds, type ProductionChoice } from './nation-needs.js';

/** A city may stand open while nobody has come by, or until it has finished what takes so few turns more. */
const QUIET_TURNS = 20;
const BRIEF_TURNS = 2;
/** What a city founded now needs to be worth its settlers. */
const TURNS_TO_THRIVE = 5;
/** Settlers that are ready later are thought of later. */
const LONGEST_WAIT_FOR_SETTLERS = MAX_BUILD_TURNS / 2;

/** The strongest where an enemy is near and fewer than two stand; the cheapest where nobody does. */
export function chooseGuard(
  situation: Situation,
  city: City,
  { endangered }: NationNeeds,
  options: readonly BuildOption[],
): ProductionChoice | undefined {
  const { world } = situation;
  const held = defendersOf(situation, city).length;
  const guards = options
    .flatMap(({ target, turns }) => (target.kind === 'VUT_UTYPE' ? [{ target, turns }] : []))
    .filter(({ target }) => isGuard(target.thing));
  if (endangered.has(city.id)) {
    const [best] = guards.toSorted((a, b) => defense(b) - defense(a) || a.turns - b.turns);
    return held > 1 || best === undefined ? undefined : { target: best.target, why: 'an enemy is near' };
  }
  const isBusy = (cityView(world, city).production_turns ?? MAX_BUILD_TURNS) <= BRIEF_TURNS;
  if (held > 0 || isBusy || turnOf(world) <= QUIET_TURNS) return undefined;
  const [cheapest] = guards.toSorted((a, b) => buildCost(world, a.target) - buildCost(world, b.target));
  return cheapest && { target: cheapest.target, why: 'it stands open' };
}

type UnitType = Extract<Target, { kind: 'VUT_UTYPE' }>['thing'];

function isGuard({ defenseStrength, flags, popCost }: UnitType): boolean {
  const unfit = ['UTYF_CIVILIAN', 'UTYF_BADCITYDEFENDER', 'UTYF_FIELDUNIT'] as const;
  return defenseStrength > 0 && popCost === 0 && !unfit.some((flag) => flags.has(flag));
}

function defense({ target }: { readonly target: { readonly thing: UnitType } }): number {
  return target.thing.defenseStrength;
}

/** Units that a city could build to found cities, those that are ready too late left out. */
export function foundersOf(situation: Situation, city: City): readonly BuildOption[] {
  return canChangeProduction(city) === true
    ? foundersAmong(situation.world, buildOptions(situation, city))
    : [];
}

function foundersAmong(world: World, options: readonly BuildOption[]): readonly BuildOption[] {
  return options.filter(
    ({ target, turns }) =>
      turns <= LONGEST_WAIT_FOR_SETTLERS &&
      target.kind === 'VUT_UTYPE' &&
      canTypeDo(world, target.thing, 'ACTION_FOUND_CITY'),
  );
}

/** Where there is room, and the city will have grown enough when they are ready. */
export function chooseSettlers(
  { world }: Situation,
  wants: NationNeeds,
  options: readonly BuildOption[],
): ProductionChoice | undefined {
  const [site] = wants.sites;
  if (site === undefined) return undefined;
  const [best] = foundersAmong(world, options)
    .filter(({ turns }) => turns + site.distance + TURNS_TO_THRIVE <= wants.turnsLeft)
    .toSorted((a, b) => a.turns - b.turns);
  if (best === undefined) return undefined;
  wants.sites = wants.sites.slice(1);
  return { target: best.target, why: `room for a city at ${positionText(world, site.tile)}` };
}

/** One for two cities. */
export function chooseWorkers(
  situation: Situation,
  wants: NationNeeds,
  options: readonly BuildOption[],
): ProductionChoice | undefined {
  if (wants.workers <= 0) return undefined;
  const [best] = options
    .filter(({ target }) => target.kind === 'VUT_UTYPE' && isWorker(situation, target.value))
    .toSorted((a, b) => a.turns - b.turns);
  if (best === undefined) return undefined;
  wants.workers -= 1;
  return { target: best.target, why: 'few work the land' };
}
