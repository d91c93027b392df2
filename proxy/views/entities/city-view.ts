import type { CityView } from '#shared/protocol/state/city.js';
import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { namesOfBits } from './bits.js';
import { cityDetailView } from './city-detail-view.js';

interface CachedView {
  readonly view: CityView;
  readonly routes: unknown;
}

/** A city's view depends on its trade routes too, which are kept beside it. */
const views = new WeakMap<City, CachedView>();

/** A city as the seat knows it: its detail is there for own cities and those looked into. Kept until the city changes. */
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
