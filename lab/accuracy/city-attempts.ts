import { hasBit } from '../../proxy/freeciv/value-codecs.js';
import type { Seat } from '../../proxy/games/seats/seat.js';
import { cityTiles } from '../../proxy/rules/lookup/cities.js';
import { displayName } from '../../proxy/rules/lookup/names.js';
import { allTargets } from '../../proxy/rules/production/target.js';
import type { City } from '../../proxy/world/city.js';
import type { World } from '../../proxy/world/world.js';
import type { Attempt } from './attempt.js';
import { isAt, isNamed } from './offer-target.js';

/** What each attempt has in common for one city. */
interface Of {
  readonly world: World;
  readonly city: City;
  stillThere(): boolean;
}

/** All that could be tried with a city: any production, sale, specialist and place of work, and to buy. */
export function cityAttempts(world: World, id: number): Attempt[] {
  const city = world.cities.get(id);
  if (city === undefined) return [];
  const of: Of = { world, city, stillThere: () => world.cities.get(id)?.owner === world.seat.player };
  return [...productions(of), ...places(of), ...specialists(of), ...sales(of), purchase(of)];
}

function productions({ world, city, stillThere }: Of): Attempt[] {
  const isBuilt = (target: { kind: string; value: number }) => {
    const detail = world.cities.get(city.id)?.detail;
    return detail?.productionKind === target.kind && detail.productionValue === target.value;
  };
  return allTargets(world)
    .filter((target) => !isBuilt(target))
    .map((target) => ({
      kind: 'city production',
      what: `${city.name} builds ${target.thing.name}`,
      isLight: true,
      offered: ({ type, city_id: actor, target: wanted }) =>
        type === 'city_production' && actor === city.id && isNamed(wanted, target.thing),
      send: (seat) =>
        seat.request('city_change', {
          cityId: city.id,
          productionKind: target.kind,
          productionValue: target.value,
        }),
      taken: () => isBuilt(target),
      stillThere,
    }));
}

/** Off every tile in reach, and onto it. The centre is worked for nothing. */
function places({ world, city, stillThere }: Of): Attempt[] {
  const worked = (tile: number) => world.tiles.get(tile)?.worked === city.id;
  const tiles = (cityTiles(world, city) ?? []).filter((tile) => tile !== city.tile);
  return tiles.flatMap((tile): Attempt[] => {
    const place = { kind: 'citizens', isLight: true, stillThere };
    // Whether it is worked as the attempt is made.
    let was = false;
    const ask = (seat: Seat, name: 'city_make_specialist' | 'city_make_worker') => {
      was = worked(tile);
      return seat.request(name, { cityId: city.id, tileId: tile });
    };
    const names = { x: world.map.position(tile).x, y: world.map.position(tile).y };
    const offeredAs = (name: string): Attempt['offered'] => {
      return ({ type, city_id: actor, target }) =>
        type === name && actor === city.id && isAt(world, target, tile);
    };
    return [
      {
        ...place,
        what: `${city.name} takes a citizen off (${names.x},${names.y})`,
        offered: offeredAs('city_make_specialist'),
        send: (seat) => ask(seat, 'city_make_specialist'),
        taken: () => was && !worked(tile),
      },
      {
        ...place,
        what: `${city.name} puts a specialist on (${names.x},${names.y})`,
        offered: offeredAs('city_make_worker'),
        send: (seat) => ask(seat, 'city_make_worker'),
        taken: () => !was && worked(tile),
      },
    ];
  });
}

function specialists({ world, city, stillThere }: Of): Attempt[] {
  const kinds = [...world.ruleset.specialists.values()];
  const counts = (of: City | undefined) => of?.detail?.specialists.join();
  return kinds.flatMap((from) =>
    kinds
      .filter((to) => to.id !== from.id)
      .map((to) => ({
        kind: 'specialists',
        what: `${city.name} makes ${from.pluralName} ${to.pluralName}`,
        isLight: true,
        offered: (offer) =>
          offer.type === 'city_change_specialist' &&
          offer.city_id === city.id &&
          offer.from === displayName(from.pluralName) &&
          offer.to === displayName(to.pluralName),
        send: (seat) => seat.request('city_change_specialist', { cityId: city.id, from: from.id, to: to.id }),
        taken: (before) => counts(world.cities.get(city.id)) !== counts(before.cities.get(city.id)),
        stillThere,
      })),
  );
}

function sales({ world, city, stillThere }: Of): Attempt[] {
  const stands = (id: number) => hasBit(world.cities.get(city.id)?.improvements ?? city.improvements, id);
  return [...world.ruleset.improvements.values()]
    .filter(({ id }) => stands(id))
    .map(({ id, name, ruleName }) => ({
      kind: 'sales and purchases',
      what: `${city.name} sells ${name}`,
      offered: ({ type, city_id: actor, target }) =>
        type === 'city_sell' && actor === city.id && isNamed(target, { name, ruleName }),
      send: (seat) => seat.request('city_sell', { cityId: city.id, buildId: id }),
      taken: () => !stands(id),
      stillThere,
    }));
}

function purchase({ world, city, stillThere }: Of): Attempt {
  const bought = (of: City | undefined) => of?.detail?.didBuy === true;
  return {
    kind: 'sales and purchases',
    what: `${city.name} buys what it builds`,
    offered: ({ type, city_id: actor }) => type === 'city_buy' && actor === city.id,
    send: (seat) => seat.request('city_buy', { cityId: city.id }),
    taken: (before) => bought(world.cities.get(city.id)) && !bought(before.cities.get(city.id)),
    stillThere,
  };
}
