import type { CityRow, CityRowTile } from '#shared/protocol/state/city-rows.js';
import type { CityPlan, Plan } from '../../proxy/plans/plan.js';
import { workedTiles } from '../../proxy/rules/cities/citizens.js';
import type { CityBasis } from '../../proxy/rules/cities/city-economy.js';
import { keptCityBasis } from '../../proxy/rules/cities/kept-basis.js';
import { citiesOf } from '../../proxy/rules/cities/realm.js';
import { tileOutput } from '../../proxy/rules/cities/tile-output.js';
import { wireNameOf } from '../../proxy/rules/lookup/names.js';
import { outputs } from '../../proxy/rules/lookup/outputs.js';
import { targetOf } from '../../proxy/rules/production/target.js';
import { cityView } from '../../proxy/views/entities/city-view.js';
import { nonZeroOutputs } from '../../proxy/views/entities/wire-values.js';
import type { City } from '../../proxy/world/city.js';
import { turnOf, type World } from '../../proxy/world/world.js';
import { bestTileSwap, wouldRiotWithOneMore } from '../advisor/rules/tile-swap.js';

type Detail = NonNullable<City['detail']>;

/** The rows of all own cities, by id. None for an observer. */
export function cityRows(world: World, plans: readonly Plan[]): readonly CityRow[] {
  const { player } = world.seat;
  if (player === undefined) return [];
  return citiesOf(world, player).flatMap((city) => cityRow(world, city, plans) ?? []);
}

/** Undefined for a city whose detail this seat does not know. */
function cityRow(world: World, city: City, plans: readonly Plan[]): CityRow | undefined {
  const { detail } = city;
  if (detail === undefined) return undefined;
  const { turns_to_grow: growth, turns_to_starve: hunger } = cityView(world, city);
  const { basis } = keptCityBasis(world, city);
  const swap = swapOf(world, basis);
  const cityPlans = plans.flatMap((plan) => planOf(world, plan, city));
  return {
    id: city.id,
    name: city.name,
    ...world.map.position(city.tile),
    size: city.size,
    tiles: tilesOf(world, city),
    outputs: outputsOf(detail),
    citizens: citizensOf(world, city),
    disorder: cityView(world, city).disorder || undefined,
    unrest_next: wouldRiotWithOneMore(world, basis) || undefined,
    celebrates: detail.wasHappy || undefined,
    improvements: cityView(world, city).improvements,
    building: buildingOf(world, city),
    grows_turn: growth == null ? undefined : turnOf(world) + growth,
    starves_turn: hunger == null ? undefined : turnOf(world) + hunger,
    best_swap: swap,
    plans: cityPlans.length > 0 ? cityPlans : undefined,
  };
}

/** The centre, then the others in the order of the map. */
function tilesOf(world: World, city: City): readonly CityRowTile[] {
  const others = workedTiles(world, city).filter((tile) => tile !== city.tile);
  return [city.tile, ...others.sort((a, b) => a - b)].map((tile) => ({
    ...world.map.position(tile),
    food: tileOutput(world, tile, outputs.food, city),
    shield: tileOutput(world, tile, outputs.shields, city),
    trade: tileOutput(world, tile, outputs.trade, city),
  }));
}

/** From the server's own figures: `prod` is after waste and after what disorder takes, `surplus` after upkeep too. */
function outputsOf(detail: Detail): CityRow['outputs'] {
  return {
    ...amountsOf(detail, 'food', outputs.food),
    ...amountsOf(detail, 'shield', outputs.shields),
    ...amountsOf(detail, 'trade', outputs.trade),
    ...amountsOf(detail, 'gold', outputs.gold),
    ...amountsOf(detail, 'luxury', outputs.luxury),
    ...amountsOf(detail, 'science', outputs.science),
  };
}

function amountsOf<N extends keyof CityRow['outputs']>(
  { prod, waste, unhappyPenalty, usage, surplus }: Detail,
  name: N,
  output: number,
): Pick<CityRow['outputs'], N> | object {
  const lost = (waste[output] ?? 0) + (unhappyPenalty[output] ?? 0);
  const upkeep = usage[output] ?? 0;
  const gross = (prod[output] ?? 0) + lost;
  if (gross === 0 && upkeep === 0) return {};
  const net = surplus[output] ?? 0;
  return { [name]: { gross, lost: lost || undefined, upkeep: upkeep || undefined, net } };
}

function citizensOf(world: World, city: City): CityRow['citizens'] {
  const { citizens, specialists } = cityView(world, city);
  const moods = Object.entries(citizens ?? {}).filter(([, count]) => count > 0);
  return {
    ...Object.fromEntries(moods),
    specialists: specialists !== undefined && Object.keys(specialists).length > 0 ? specialists : undefined,
  };
}

function buildingOf(world: World, city: City): CityRow['building'] {
  const view = cityView(world, city);
  if (view.production === null) return null;
  const turns = view.production_cost === null ? null : (view.production_turns ?? null);
  return {
    name: view.production,
    turn: turns === null ? null : turnOf(world) + turns,
    stock: view.shield_stock ?? 0,
    cost: view.production_cost ?? null,
  };
}

function swapOf(world: World, basis: CityBasis): CityRow['best_swap'] {
  const swap = bestTileSwap(world, basis);
  if (swap === undefined) return undefined;
  const more = swap.after.surplus.map((amount, output) => amount - (swap.before.surplus[output] ?? 0));
  return {
    from: world.map.position(swap.from),
    to: world.map.position(swap.to),
    gain: nonZeroOutputs(more),
  };
}

/** The plan as far as it is about a city: nothing when it is not. */
function planOf(world: World, plan: Plan, city: City): NonNullable<CityRow['plans']> {
  if (plan.kind === 'city_tiles') return plan.cityId === city.id ? [{ id: plan.id }] : [];
  if ((plan.kind !== 'city_plan' && plan.kind !== 'city_focus') || !isFor(plan, city.id)) return [];
  if (plan.kind === 'city_focus') return [{ id: plan.id, focus: plan.focus }];
  const given = plan.given[String(city.id)] ?? [];
  const left = plan.list.filter((_, index) => !given.includes(index));
  const names = left.map(({ kind, value }) => wireNameOf(targetOf(world, kind, value)?.thing) ?? kind);
  return [{ id: plan.id, left: names }];
}

function isFor({ cities, known }: Pick<CityPlan, 'cities' | 'known'>, id: number): boolean {
  if (cities === 'new') return !known.includes(id);
  return cities === 'all' || cities === id;
}
