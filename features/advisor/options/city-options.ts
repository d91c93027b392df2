import type { Offer } from '#shared/protocol/state/offer.js';
import type { ProductionAdvice } from '#shared/protocol/state/summaries.js';
import type { CityBasis } from '../../../proxy/rules/cities/city-economy.js';
import { keptCityBasis } from '../../../proxy/rules/cities/kept-basis.js';
import type { Improvement } from '../../../proxy/rules/lookup/cities.js';
import { displayName, wireNameOf } from '../../../proxy/rules/lookup/names.js';
import type { UnitType } from '../../../proxy/rules/lookup/nativity.js';
import { popCostOf } from '../../../proxy/rules/production/build-costs.js';
import { type BuildTarget, buildTargets } from '../../../proxy/rules/production/build-targets.js';
import { productionOf, targetOf } from '../../../proxy/rules/production/target.js';
import type { City } from '../../../proxy/world/city.js';
import type { World } from '../../../proxy/world/world.js';
import { type BuildingOutcome, keptBuildingOutcomes } from '../rules/building-outcome.js';
import { bestTileSwap, economyWith, economyWithout, type TileSwap } from '../rules/tile-swap.js';
import { turnsText } from '../text-parts.js';
import {
  buildingGain,
  buildingWords,
  citizensWords,
  coinageWords,
  swapWords,
  tileWords,
  unitTypeWords,
} from './city-words.js';
import { plainOption, priorityWorth, type RankedOption } from './ranked-option.js';

/** What is seldom meant, and comes after everything else. */
const RARE_WORTH: Readonly<Record<string, number>> = {
  city_worker_task: -70,
  city_sell: -75,
  city_worklist_remove: -80,
  city_change_specialist: -80,
  city_arrange_citizens: -82,
  city_make_specialist: -85,
  city_options: -90,
  // The same names as those of city_production.
  city_worklist_append: -200,
};

/** What the options of a city are worked out from. */
interface CityInputs {
  readonly world: World;
  readonly city: City;
  readonly basis: CityBasis;
  outcomeOf(building: Improvement): BuildingOutcome;
  readonly targets: ReadonlyMap<string, BuildTarget>;
  readonly swap: TileSwap | undefined;
  readonly advice: ProductionAdvice | undefined;
}

/** What a city can do: what each thing costs, how long it takes and what it changes, purchases, tiles and sales. */
export function cityOptions(
  world: World,
  city: City,
  offers: readonly Offer[],
  advice: ProductionAdvice | undefined,
): readonly RankedOption[] {
  const { basis } = keptCityBasis(world, city);
  const targets = new Map(buildTargets(world, city).map((target) => [wireNameOf(target), target]));
  const swap = city.detail === undefined ? undefined : bestTileSwap(world, basis);
  const outcomeOf = keptBuildingOutcomes(world, city);
  const inputs = { world, city, basis, outcomeOf, targets, swap, advice };
  return offers.map((offer) => cityOption(inputs, offer));
}

function cityOption(inputs: CityInputs, offer: Offer): RankedOption {
  const { world, swap } = inputs;
  const worth = priorityWorth(offer) + (RARE_WORTH[offer.type] ?? 0);
  const tile = offer.target !== undefined && 'x' in offer.target ? world.map.tileAt(offer.target) : undefined;
  switch (offer.type) {
    case 'city_production':
      return productionOption(inputs, offer);
    case 'city_buy':
      return { offer, worth: worth + 35, what: () => buyWords(inputs, offer) };
    case 'city_make_specialist':
      if (tile !== undefined && tile === swap?.from)
        return { offer, worth: SWAP_WORTH, what: () => swapWords(world, swap) };
      return { offer, worth, what: () => tileWords(world, inputs.basis, tile, 'leaves', economyWithout) };
    case 'city_make_worker':
      return {
        offer,
        worth: worth + 5,
        what: () => tileWords(world, inputs.basis, tile, 'a specialist works', economyWith),
      };
    default:
      return plainOption(offer, worth);
  }
}

function productionOption(inputs: CityInputs, offer: Offer): RankedOption {
  const { world, city, advice } = inputs;
  const found = inputs.targets.get(targetName(offer));
  const target = found && targetOf(world, found.kind, found.value);
  if (found === undefined || target === undefined) return plainOption(offer, priorityWorth(offer));
  const isAdvised = advice?.build === wireNameOf(target.thing);
  const reason = isAdvised ? [advice.why] : [];
  const cost = [
    found.turns === undefined ? 'never at present' : turnsText(found.turns),
    `${found.cost} shields`,
  ];
  const worth = (usual: number) => priorityWorth(offer) + (isAdvised ? ADVISED_WORTH : usual);
  if (target.kind === 'VUT_UTYPE') {
    const what = () =>
      [...cost, ...unitTypeWords(world, city, target.thing, found.popCost), ...reason].join('; ');
    return { offer, worth: worth(unitWorth(city, target.thing, found)), what };
  }
  if (target.thing.flags.has('IF_GOLD'))
    return {
      offer,
      worth: worth(COINAGE_WORTH),
      what: () => [coinageWords(world, city, target), ...reason].join('; '),
    };
  const outcome = inputs.outcomeOf(target.thing);
  const left = cityOfWonder(world, city, target.value);
  return {
    offer,
    worth: worth(left === undefined ? buildingWorth(city, outcome, target.thing, found) : MOVED_WORTH),
    what: () =>
      [
        ...cost,
        ...buildingWords(outcome, target.thing),
        ...(left === undefined ? [] : [`leaves ${left.name}`]),
        ...reason,
      ].join('; '),
  };
}

/** The other city of the same player that a small wonder, such as the palace, would leave. */
function cityOfWonder(world: World, { id, owner }: City, wonder: number): City | undefined {
  const place = world.players.get(owner)?.wonders[wonder] ?? 0;
  return place > 0 && place !== id ? world.cities.get(place) : undefined;
}

/** A small wonder that moves helps one city at the cost of another. */
const MOVED_WORTH = -40;
const ADVISED_WORTH = 120;
const COINAGE_WORTH = -20;
const SWAP_WORTH = 215;

/** What pays soonest comes first, and what changes nothing now last. */
function buildingWorth(
  city: City,
  outcome: BuildingOutcome,
  building: Improvement,
  found: BuildTarget,
): number {
  const gain = buildingGain(city, outcome, building);
  return gain > 0 ? Math.min(70, (700 * gain) / found.cost) : -slowness(found);
}

/** Units that found cities or work the land come before units that fight. */
function unitWorth(
  { size }: City,
  { flags, attackStrength, defenseStrength }: UnitType,
  found: BuildTarget,
): number {
  const { popCost } = found;
  if (popCost > 0) return size > popCost ? 30 - slowness(found) : -30;
  if (flags.has('UTYF_SETTLERS')) return 25 - slowness(found);
  return Math.min(25, (60 * (attackStrength + defenseStrength)) / found.cost) - slowness(found);
}

function slowness({ turns }: BuildTarget): number {
  return Math.min(40, (turns ?? 100) / 4);
}

function targetName({ target }: Offer): string {
  return target !== undefined && 'value' in target ? String(target.value) : '';
}

/** `24 of 50 gold; Library stands next turn`. */
function buyWords({ world, city }: CityInputs, { cost }: Offer): string {
  const target = productionOf(world, city);
  const name = displayName(target?.thing.name ?? 'what it builds');
  const gold = `${cost?.gold ?? 0} of ${world.players.get(city.owner)?.gold ?? 0} gold`;
  const citizens = target && citizensWords(world, city, popCostOf(world, city, target));
  return [gold, `${name} is there next turn`, ...(citizens ?? [])].join('; ');
}
