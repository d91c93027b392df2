import type { ActionData } from '#shared/protocol/actions.js';
import { freeTiles, isInDisorder, workedTiles } from '../rules/cities/citizens.js';
import type { Placement } from '../rules/cities/city-economy.js';
import { focusedPlacement } from '../rules/cities/placement.js';
import { displayName } from '../rules/lookup/names.js';
import type { City } from '../world/city.js';
import { turnOf, type World } from '../world/world.js';
import { exceptedCities } from './excepted-cities.js';
import {
  type CityFocusPlan,
  type CityTilesPlan,
  type Plan,
  type PlanStep,
  planIdOf,
  stepWith,
} from './plan.js';

/** Cities that are looked at in one step. */
const MAX_CITIES_PER_STEP = 20;
/** An unchanged city is checked again after this many turns, because its land may have changed. */
const RECHECK_TURNS = 5;

/** Places citizens where they make more of the wanted output. Cities with a focus or tiles of their own are left out. */
export function cityFocusStep(world: World, plan: CityFocusPlan, all: readonly Plan[]): PlanStep {
  const cities = citiesInFocus(world, plan, all);
  if (typeof plan.cities === 'number' && cities.length === 0) {
    const sentence = `The focus of ${plan.city ?? `city ${plan.cities}`} ended: the city is no longer yours.`;
    return { kind: 'end', end: { outcome: 'failed', sentence } };
  }
  const due = cities.filter((city) => plan.arranged[String(city.id)] !== markOf(world, city));
  const actions: ActionData[] = [];
  const settled: CityFocusPlan['arranged'] = {};
  const taken = new Set<number>();
  for (const city of due.slice(0, MAX_CITIES_PER_STEP)) {
    const placement = focusedPlacement(world, city, plan.focus, taken);
    if (placement === undefined) settled[String(city.id)] = markOf(world, city);
    else actions.push(tilesAction(world, city, placement));
    for (const tile of placement?.tiles ?? []) taken.add(tile);
  }
  const now = { ...plan, arranged: { ...plan.arranged, ...settled } };
  return stepWith(now, actions);
}

/** Own cities that the plan is for. */
function citiesInFocus(world: World, plan: CityFocusPlan, all: readonly Plan[]): readonly City[] {
  const own = [...world.cities.values()].filter(
    ({ owner, detail }) => owner === world.seat.player && detail !== undefined,
  );
  if (typeof plan.cities === 'number') return own.filter(({ id }) => id === plan.cities);
  const plans = new Set(all.map(({ id }) => id));
  const excepted = exceptedCities(world, plan, all);
  return own.filter(
    ({ id }) =>
      (plan.cities === 'all' || !plan.known.includes(id)) &&
      !excepted.has(id) &&
      !plans.has(planIdOf('city_focus', id)) &&
      !plans.has(planIdOf('city_tiles', id)),
  );
}

/** What a city is now, as far as the placement of its citizens depends on it. */
function markOf(world: World, city: City): string {
  const period = Math.floor((turnOf(world) + city.id) / RECHECK_TURNS);
  const specialists = (city.detail?.specialists ?? []).join();
  return `${city.size} ${workedTiles(world, city).join()} ${specialists} ${isInDisorder(city)} ${period}`;
}

function tilesAction(world: World, city: City, { tiles, specialists }: Placement): ActionData {
  const kinds = [...world.ruleset.specialists.values()].filter(({ id }) => (specialists[id] ?? 0) > 0);
  const counts = kinds.map(({ id, pluralName }) => [displayName(pluralName), specialists[id]] as const);
  return {
    action_type: 'set_city_tiles',
    actor_id: city.id,
    tiles: tiles.filter((tile) => tile !== city.tile).map((tile) => world.map.position(tile)),
    ...(counts.length > 0 && { specialists: Object.fromEntries(counts) }),
  };
}

/** The server places citizens anew when a city grows or shrinks. `keep` puts them back; else the plan ends. */
export function cityTilesStep(world: World, plan: CityTilesPlan): PlanStep {
  const city = world.cities.get(plan.cityId);
  if (city === undefined || city.owner !== world.seat.player) {
    const sentence = `The tiles of ${plan.city} are no longer kept: the city is no longer yours.`;
    return { kind: 'end', end: { outcome: 'failed', sentence } };
  }
  const worked = workedTiles(world, city).filter((tile) => tile !== city.tile);
  const missing = plan.tiles.filter((tile) => !worked.includes(tile));
  const other = worked.filter((tile) => !plan.tiles.includes(tile));
  // The city may have grown or shrunk by a citizen; the others stay where they are.
  if (missing.length === 0 || other.length === 0) return { kind: 'wait', plan };
  if (!plan.keep) {
    const sentence = `The server moved citizens of ${plan.city}: ${places(world, other)} worked instead of ${places(world, missing)}.`;
    return { kind: 'end', end: { outcome: 'failed', sentence } };
  }
  const workable = new Set([...worked, ...freeTiles(world, city)]);
  const wanted = [...plan.tiles.filter((tile) => workable.has(tile)), ...other].slice(0, worked.length);
  if (wanted.every((tile) => worked.includes(tile))) return { kind: 'wait', plan };
  const tiles = wanted.map((tile) => world.map.position(tile));
  const action = { action_type: 'set_city_tiles', actor_id: city.id, tiles };
  return { kind: 'act', plan, ifFailed: () => plan, actions: [action] };
}

function places(world: World, tiles: readonly number[]): string {
  const words = tiles.map((tile) => {
    const { x, y } = world.map.position(tile);
    return `(${x}, ${y})`;
  });
  return words.join(', ');
}
