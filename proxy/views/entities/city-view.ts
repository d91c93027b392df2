import type { City } from '../../world/city.js';
import type { Position } from '../../world/map-geometry.js';
import type { World } from '../../world/world.js';
import { namesOfBits } from './bits.js';
import { type CityDetailView, cityDetailView } from './city-detail-view.js';

/** What everybody sees of a city; the rest is there for one's own and those looked into. */
interface SeenCity extends Position {
  readonly id: number;
  readonly name: string;
  readonly owner: number;
  /** Citizens: the city's size. */
  readonly population: number;
  readonly size: number;
  /** What it builds; null when that is not known. */
  readonly production: string | null;
  readonly improvements: readonly string[];
  /** Whether units stand in it, of a city seen from outside. */
  readonly occupied?: boolean;
}

export type CityView = SeenCity & Partial<CityDetailView>;

interface CachedView {
  readonly view: CityView;
  readonly routes: unknown;
}

/** A city's view depends on its trade routes too, which are kept beside it. */
const views = new WeakMap<City, CachedView>();

export function cityView(world: World, city: City): CityView {
  const routes = world.tradeRoutes.get(city.id);
  const cached = views.get(city);
  if (cached !== undefined && cached.routes === routes) return cached.view;
  const view = newCityView(world, city);
  views.set(city, { view, routes });
  return view;
}

function newCityView(world: World, city: City): CityView {
  return {
    id: city.id,
    name: city.name,
    ...world.map.position(city.tile),
    owner: city.owner,
    population: city.size,
    size: city.size,
    production: null,
    improvements: namesOfBits(city.improvements, world.ruleset.improvements),
    ...(city.occupied !== undefined && { occupied: city.occupied }),
    ...(city.detail && cityDetailView(world, city, city.detail)),
  };
}
