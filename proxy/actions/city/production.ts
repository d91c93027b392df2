import { z } from 'zod';
import { ok } from '#shared/result.js';
import { adjacentTiles } from '../../rules/adjacency.js';
import { type BuildTarget, buildTargets, canChangeProduction } from '../../rules/production.js';
import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { type Action, defineAction } from '../action.js';
import type { ActorOffered, Offered } from '../offer.js';
import type { Offering } from '../offering.js';
import { actorFields, choiceTarget, chosen, ownCity } from '../targets.js';

/** Changes what a city builds; `kind` limits the choice. */
function productionAction(
  name: string,
  doc: string,
  kind: BuildTarget['kind'] | undefined,
  what: string,
): Action {
  return defineAction({
    name,
    doc,
    schema: z.looseObject({ ...actorFields, target: choiceTarget }),
    sends: ['city_change'],
    ...(kind === undefined ? { offers: allOffers } : {}),
    plan(port, fields) {
      const { world } = port;
      const city = ownCity(port, fields.actor_id);
      if (!city.ok) return city;
      const choices = buildTargets(world, city.value)
        .filter((target) => kind === undefined || target.kind === kind)
        .map((target) => ({ ...target, id: target.value }));
      const target = chosen(choices, fields.target.value, what);
      if (!target.ok) return target;
      const { kind: productionKind, value: productionValue } = target.value;
      return ok({
        send: async () => [
          await port.request('city_change', { cityId: city.value.id, productionKind, productionValue }),
        ],
        effect: (before, after) => {
          const now = after.cities.get(city.value.id)?.detail;
          const then = before.cities.get(city.value.id)?.detail;
          const set = now?.productionKind === productionKind && now.productionValue === productionValue;
          const same = then?.productionKind === productionKind && then.productionValue === productionValue;
          return set && !same ? { city_id: city.value.id, production: target.value.name } : undefined;
        },
      });
    },
  });
}

function allOffers({ world, ofCities }: Offering): Offered[] {
  return ofCities((city) => rememberedOffers(world, city));
}

interface Remembered {
  readonly basis: string;
  readonly game: World['game'];
  readonly offers: readonly ActorOffered[];
}

/** By city id: what can be built where hangs on so many rules that it is worked out only when something is new. */
const memories = new WeakMap<World, Map<number, Remembered>>();

function rememberedOffers(world: World, city: City): readonly ActorOffered[] {
  const memory = memories.get(world) ?? new Map<number, Remembered>();
  memories.set(world, memory);
  const basis = basisOf(world, city);
  const known = memory.get(city.id);
  if (known?.basis === basis && known.game === world.game) return known.offers;
  const offers = productionOffers(world, city);
  memory.set(city.id, { basis, game: world.game, offers });
  return offers;
}

/** All but moves of units, which decide nothing here unless some type may be had a number of times only. */
function basisOf(world: World, { tile }: City): string {
  const { cities, players, research, spaceships, diplomacy, tradeRoutes, units, tiles } = world;
  const tables = [cities, players, research, spaceships, diplomacy, tradeRoutes];
  const land = adjacentTiles(world.map, tile).map((near) => tiles.versionOf(near));
  const limited = [...world.ruleset.unitTypes.values()].some(
    ({ flags, citySlots }) => citySlots > 0 || (flags.has('UTYF_UNIQUE') && !flags.has('UTYF_NOBUILD')),
  );
  return [...tables.map(({ latest }) => latest), ...land, limited ? units.latest : 0].join();
}

/** Everything the city could build but what it builds; the narrower actions offer nothing again. */
function productionOffers(world: World, city: City): ActorOffered[] {
  if (canChangeProduction(city) === false) return [];
  const { detail } = city;
  return buildTargets(world, city)
    .filter(({ kind, value }) => detail?.productionKind !== kind || detail.productionValue !== value)
    .map((target) => ({
      target: { value: target.name },
      priority: 'low',
      certain: true,
      what: `build ${target.name}`,
      cost: { shields: target.cost },
    }));
}

export const cityProduction = productionAction(
  'city_production',
  'Set what a city builds now: a unit type or an improvement.',
  undefined,
  'unit type or improvement',
);

export const cityBuildUnit = productionAction(
  'city_build_unit',
  'Let a city build a unit.',
  'VUT_UTYPE',
  'unit type',
);

export const cityBuildImprovement = productionAction(
  'city_build_improvement',
  'Let a city build an improvement or wonder.',
  'VUT_IMPROVEMENT',
  'improvement',
);
