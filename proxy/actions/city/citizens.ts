import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import { freeTiles, specialistCount, usableSpecialists, workedTiles } from '../../rules/cities/citizens.js';
import { displayName } from '../../rules/lookup/names.js';
import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { invalidAction } from '../action.js';
import { defineCityAction } from '../actor-action.js';
import { actorFields, resolveChoice, resolveTile, tileTarget } from '../common-fields.js';
import type { ActorOffer } from '../offer-maker.js';
import { tileRefusal } from './tile-refusal.js';
import { surplusChange, tileWithYields, yieldWords } from './tile-yields.js';

const specialist = z.union([z.string().min(1).max(80), z.int()]);

/** Action `city_change_specialist` (handle_city_change_specialist). */
export const cityChangeSpecialist = defineCityAction({
  name: 'city_change_specialist',
  doc: 'Make one specialist of a city another kind of specialist.',
  overrides: ['city_focus'],
  schema: z.looseObject({ ...actorFields, from: specialist, to: specialist }),
  sends: ['city_change_specialist'],
  isRarelyWanted: true,
  offers: ({ world, ofCities }) =>
    ofCities((city) => {
      const kinds = [...world.ruleset.specialists.values()];
      const usable = new Set(usableSpecialists(world, city));
      const present = kinds.filter(({ id }) => (city.detail?.specialists[id] ?? 0) > 0);
      const names = (kind: { pluralName: string }) => displayName(kind.pluralName);
      return present.flatMap((from) =>
        kinds
          .filter(({ id }) => usable.has(id) && id !== from.id)
          .map((to) => ({
            from: names(from),
            to: names(to),
            priority: 'low' as const,
            certain: true,
            what: `one of the ${names(from)} to the ${names(to)}`,
          })),
      );
    }),
  plan(port, city, fields) {
    const { world } = port;
    const { id, detail } = city;
    const all = [...world.ruleset.specialists.values()].map((kind) => ({
      ...kind,
      name: kind.pluralName,
      otherNames: [kind.shortName],
    }));
    const usable = new Set(usableSpecialists(world, city));
    const from = resolveChoice(
      all.filter((kind) => (detail?.specialists[kind.id] ?? 0) > 0),
      fields.from,
      'specialist',
    );
    if (!from.ok) return invalidAction(from.failure.message, 'data.from', from.failure.details);
    const to = resolveChoice(
      all.filter((kind) => (port.skipsRules || usable.has(kind.id)) && kind.id !== from.value.id),
      fields.to,
      'specialist',
    );
    if (!to.ok) return invalidAction(to.failure.message, 'data.to', to.failure.details);
    return ok({
      send: () =>
        port.request('city_change_specialist', { cityId: id, from: from.value.id, to: to.value.id }),
      effect: (before, after) => citizensEffect(before.cities.get(id), after, id, []),
    });
  },
});

/** Action `city_make_specialist` (handle_city_make_specialist). */
export const cityMakeSpecialist = defineCityAction({
  name: 'city_make_specialist',
  doc: 'Take the citizen off a worked tile: it becomes a specialist.',
  overrides: ['city_focus', 'city_tiles'],
  schema: z.looseObject({ ...actorFields, target: tileTarget }),
  sends: ['city_make_specialist'],
  isRarelyWanted: true,
  offers: ({ world, ofCities }) =>
    ofCities((city) =>
      workedTiles(world, city)
        .filter((tile) => tile !== city.tile)
        .map((tile) => tileOffer(world, city, tile, 'no more work on')),
    ),
  plan(port, city, fields) {
    const { world } = port;
    const tile = resolveTile(port, fields.target);
    if (!tile.ok) return tile;
    const { id } = city;
    const worked = workedTiles(world, city).filter((other) => other !== city.tile);
    if (!worked.includes(tile.value) && !port.skipsRules) {
      return invalidAction(
        'No citizen who could leave works that tile',
        'data.target',
        places(world, city, worked),
      );
    }
    return ok({
      send: () => port.request('city_make_specialist', { cityId: id, tileId: tile.value }),
      effect: (before, after) => citizensEffect(before.cities.get(id), after, id, worked),
    });
  },
});

/** Action `city_make_worker` (handle_city_make_worker). */
export const cityMakeWorker = defineCityAction({
  name: 'city_make_worker',
  doc: 'Let a specialist of a city work a tile.',
  overrides: ['city_focus', 'city_tiles'],
  schema: z.looseObject({ ...actorFields, target: tileTarget }),
  sends: ['city_make_worker'],
  isRarelyWanted: true,
  offers: ({ world, ofCities }) =>
    ofCities((city) =>
      specialistCount(city) === 0
        ? []
        : freeTiles(world, city).map((tile) => tileOffer(world, city, tile, 'a specialist to work on')),
    ),
  plan(port, city, fields) {
    const { world } = port;
    const tile = resolveTile(port, fields.target);
    if (!tile.ok) return tile;
    const { id } = city;
    if (specialistCount(city) === 0 && !port.skipsRules) {
      return invalidAction('This city has no specialist: take a citizen off a tile first', 'data.actor_id');
    }
    const free = freeTiles(world, city);
    if (!free.includes(tile.value) && !port.skipsRules) {
      const reason = tileRefusal(world, city, tile.value);
      return invalidAction(reason, 'data.target', places(world, city, free));
    }
    const worked = workedTiles(world, city);
    return ok({
      send: () => port.request('city_make_worker', { cityId: id, tileId: tile.value }),
      effect: (before, after) => citizensEffect(before.cities.get(id), after, id, worked),
    });
  },
});

/** Action `city_arrange_citizens`: handle_city_make_specialist on the city's centre arranges all citizens. */
export const cityArrangeCitizens = defineCityAction({
  name: 'city_arrange_citizens',
  doc: 'Let the server rearrange all citizens of a city.',
  overrides: ['city_focus', 'city_tiles'],
  schema: z.looseObject(actorFields),
  sends: ['city_make_specialist'],
  isRarelyWanted: true,
  // The server does not tell in advance whether it would change anything.
  offers: ({ ofCities }) =>
    ofCities(() => [{ priority: 'low', certain: false, what: 'let the server place all citizens anew' }]),
  plan(port, city) {
    const { id, tile } = city;
    const worked = workedTiles(port.world, city);
    return ok({
      // For the city centre, which is always worked, the server rearranges all citizens.
      send: () => port.request('city_make_specialist', { cityId: id, tileId: tile }),
      effect: (before, after) => citizensEffect(before.cities.get(id), after, id, worked),
    });
  },
});

/** The specialists, worked tiles with yields, and surplus after the action; undefined when nothing changed. */
function citizensEffect(
  before: City | undefined,
  world: World,
  id: number,
  workedBefore: readonly number[],
): Record<string, unknown> | undefined {
  const city = world.cities.get(id);
  if (city === undefined) return undefined;
  const worked = workedTiles(world, city);
  const counts = (of: City | undefined) => (of?.detail?.specialists ?? []).join();
  const moved = workedBefore.length > 0 && worked.join() !== workedBefore.join();
  if (counts(before) === counts(city) && !moved) return undefined;
  const specialists = [...world.ruleset.specialists.values()].map((kind) => [
    displayName(kind.pluralName),
    city.detail?.specialists[kind.id] ?? 0,
  ]);
  return {
    city_id: id,
    specialists: Object.fromEntries(specialists),
    worked_tiles: worked.map((one) => tileWithYields(world, city, one)),
    ...surplusChange(before, city),
  };
}

function tileOffer(world: World, city: City, tile: number, doing: string): ActorOffer {
  const target = world.map.position(tile);
  const what = `${doing} (${target.x}, ${target.y}), ${yieldWords(world, city, tile)}`;
  return { target, priority: 'low', certain: true, what };
}

function places(world: World, city: City, tiles: readonly number[]) {
  return { possible: tiles.map((tile) => tileWithYields(world, city, tile)) };
}
