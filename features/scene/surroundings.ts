import { nationOf, typeName } from '../../proxy/orders/descriptions.js';
import { displayName } from '../../proxy/rules/lookup/names.js';
import { cityAt, extrasOn, knownTile, unitsOn } from '../../proxy/rules/lookup/tiles.js';
import { isIdle } from '../../proxy/rules/units/unit-activities.js';
import { cityView } from '../../proxy/views/entities/city-view.js';
import { relationBetween } from '../../proxy/views/entities/relations.js';
import type { City } from '../../proxy/world/city.js';
import { nameText } from '../../proxy/world/name-text.js';
import type { Unit } from '../../proxy/world/unit.js';
import type { World } from '../../proxy/world/world.js';
import type { Situation } from '../advisor/situation.js';
import { nearestCity, positionText, relativePlace, turnsText } from '../advisor/text-parts.js';

/** One line for each own city: what it is, builds and is held by. */
export function cityLines({ world, me, cities }: Situation): readonly string[] {
  return cities.map((city) => {
    const view = cityView(world, city);
    const garrison = unitsOn(world, city.tile).filter((unit) => unit.owner === me);
    const held = garrison.length === 0 ? 'EMPTY' : garrison.map((unit) => typeName(world, unit)).join(', ');
    const grows = view.turns_to_grow == null ? '' : `, grows in ${view.turns_to_grow}`;
    const built = view.production_turns == null ? '' : ` (${turnsText(view.production_turns)})`;
    const trouble = view.disorder === true ? ' IN DISORDER.' : '';
    return `${nameText(city.name)} ${positionText(world, city.tile)} size ${city.size}${grows}; builds ${view.production ?? 'nothing'}${built}; in it: ${held}.${trouble}`;
  });
}

/** Own units outside cities: where they stand and what they do. */
export function unitLines(situation: Situation): readonly string[] {
  const { world, units } = situation;
  return stacks(units.filter((unit) => cityAt(world, unit.tile) === undefined)).map((stack) => {
    const [first] = stack;
    if (first === undefined) return '';
    const names = stack.map((unit) => `${typeName(world, unit)} ${unit.id}${isIdle(unit) ? ' (idle)' : ''}`);
    return `${names.join(', ')}: ${whereabouts(situation, first.tile)}.`;
  });
}

/** Units and cities of others in sight, enemies first and the nearest of them. */
export function foreignLines(situation: Situation): readonly string[] {
  const { world, me, cities } = situation;
  const near = (tile: number) => nearestCity(world, tile, cities)?.distance ?? 0;
  const war = (owner: number) => (relationBetween(world, me, owner) === 'war' ? 0 : 1);
  const others = [...world.units.values()].filter(
    ({ owner, tile }) => owner !== me && cityAt(world, tile) === undefined,
  );
  const seen = stacks(others).flatMap(([first, ...rest]) =>
    first === undefined ? [] : [{ first, stack: [first, ...rest] }],
  );
  seen.sort((a, b) => war(a.first.owner) - war(b.first.owner) || near(a.first.tile) - near(b.first.tile));
  return seen.map(({ first, stack }) => {
    const names = stack.map((unit) => typeName(world, unit)).join(', ');
    return `${ownerWords(situation, first.owner)}: ${names} ${whereabouts(situation, first.tile)}.`;
  });
}

/** A line for each city of others, the nearest to an own city first. */
export function foreignCityLines(situation: Situation): readonly string[] {
  const { world, me, cities } = situation;
  const distance = (city: City) => nearestCity(world, city.tile, cities)?.distance ?? 0;
  return [...world.cities.values()]
    .filter((city) => city.owner !== me)
    .sort((a, b) => distance(a) - distance(b))
    .map(
      (city) =>
        `${ownerWords(situation, city.owner)} city ${nameText(city.name)} size ${city.size} ${whereabouts(situation, city.tile)}.`,
    );
}

/** Units of one owner on one tile. */
function stacks(units: readonly Unit[]): readonly (readonly Unit[])[] {
  const byPlace = new Map<string, Unit[]>();
  for (const unit of units) {
    const key = `${unit.tile} ${unit.owner}`;
    const stack = byPlace.get(key);
    if (stack === undefined) byPlace.set(key, [unit]);
    else stack.push(unit);
  }
  return [...byPlace.values()];
}

/** `2 tiles west of Rome (7, 20), on hills with river`. */
function whereabouts({ world, cities }: Situation, tile: number): string {
  const nearest = nearestCity(world, tile, cities);
  const place = nearest === undefined ? 'at' : relativePlace(world, tile, nearest.city);
  return `${place} ${positionText(world, tile)}${ground(world, tile)}`;
}

function ground(world: World, index: number): string {
  const tile = knownTile(world, index);
  const terrain = tile && world.ruleset.terrains.get(tile.terrain);
  if (tile === undefined || terrain === undefined || cityAt(world, index) !== undefined) return '';
  const extras = extrasOn(world, tile).map(({ name }) => displayName(name).toLowerCase());
  return `, on ${displayName(terrain.name).toLowerCase()}${extras.length === 0 ? '' : ` with ${extras.join(', ')}`}`;
}

function ownerWords({ world, me }: Situation, owner: number): string {
  return `${nationOf(world, owner, 'Foreign')} (${relationBetween(world, me, owner)})`;
}
