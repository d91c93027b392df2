import { z } from 'zod';
import { memo } from '#shared/core/memo.js';
import { ok } from '#shared/core/result.js';
import type { ActionData } from '#shared/protocol/actions.js';
import { displayName, type Named, wireNameOf } from '../../rules/lookup/names.js';
import {
  type BuildTarget,
  buildTargets,
  canBuild,
  canChangeProduction,
} from '../../rules/production/build-targets.js';
import { allTargets, productionOf, type Target } from '../../rules/production/target.js';
import type { City } from '../../world/city.js';
import { nameText } from '../../world/name-text.js';
import type { World } from '../../world/world.js';
import type { Action } from '../action.js';
import { defineCityAction } from '../actor-action.js';
import { actorFields, choiceTarget, resolveChoiceThat } from '../common-fields.js';
import type { ActorOffer, OfferMaker } from '../offer-maker.js';
import { productionRefusal } from './production-refusal.js';

const allOffers = ({ world, ofCities }: OfferMaker) =>
  ofCities((city) => productionOffers(world, city), 'land');

/** Changes what a city builds; `kind` limits the choice. */
function productionAction(
  name: string,
  doc: string,
  kind: BuildTarget['kind'] | undefined,
  what: string,
): Action {
  return defineCityAction({
    name,
    doc,
    schema: z.looseObject({ ...actorFields, target: choiceTarget }),
    sends: ['city_change'],
    ...(kind === undefined ? { offers: allOffers } : {}),
    undo: formerProduction,
    plan(port, city, fields) {
      const { world } = port;
      const all =
        kind === undefined ? allTargets(world) : allTargets(world).filter((one) => one.kind === kind);
      const target = resolveChoiceThat<Choice>(
        all.map((target) => choiceOf(target)),
        fields.target.value,
        what,
        {
          isPossible: (one) => port.skipsRules || canBuild(world, city, one.target) !== false,
          refusal: (one) => productionRefusal(world, city, one.target),
        },
      );
      if (!target.ok) return target;
      const { kind: productionKind, value: productionValue } = target.value;
      const { detail } = city;
      const isSo = detail?.productionKind === productionKind && detail.productionValue === productionValue;
      return ok({
        send: () => port.request('city_change', { cityId: city.id, productionKind, productionValue }),
        already: isSo ? `${nameText(city.name)} builds ${target.value.name} already` : undefined,
        effect: (before, after) => {
          const now = after.cities.get(city.id)?.detail;
          const then = before.cities.get(city.id)?.detail;
          const set = now?.productionKind === productionKind && now.productionValue === productionValue;
          const same = then?.productionKind === productionKind && then.productionValue === productionValue;
          return set && !same ? { city_id: city.id, production: target.value.name } : undefined;
        },
      });
    },
  });
}

/** The server takes a change of production back without a loss (city_change_production_penalty in freeciv). */
function formerProduction(
  world: World,
  { actor_id: id }: { readonly actor_id: number },
): ActionData | undefined {
  const city = world.cities.get(id);
  const target = city && productionOf(world, city);
  const value = target && wireNameOf(target.thing);
  return value === undefined
    ? undefined
    : { action_type: 'city_production', actor_id: id, target: { value } };
}

interface Choice extends Pick<Target, 'kind' | 'value'>, Named {
  readonly id: number;
  readonly target: Target;
}

/** The same object each time: what it is called is kept with it. */
const choiceOf = memo((target: Target): Choice => {
  const { kind, value, thing } = target;
  return { kind, value, name: displayName(thing.name), ruleName: thing.ruleName, id: value, target };
});

/** Everything the city could build but what it builds; the narrower actions offer nothing again. */
function productionOffers(world: World, city: City): ActorOffer[] {
  if (canChangeProduction(city) === false) return [];
  const { detail } = city;
  return buildTargets(world, city)
    .filter(({ kind, value }) => detail?.productionKind !== kind || detail.productionValue !== value)
    .map((target) => ({
      target: { value: wireNameOf(target) },
      priority: 'low',
      certain: true,
      what: `build ${target.name}`,
      ...(!target.isEndless && { cost: { shields: target.cost } }),
    }));
}

/** Action `city_production` (handle_city_change): a unit type or an improvement. Only this one of the three is offered. */
export const cityProduction = productionAction(
  'city_production',
  'Set what a city builds now: a unit type or an improvement.',
  undefined,
  'unit type or improvement',
);

/** Action `city_build_unit`: `city_production` for unit types alone. */
export const cityBuildUnit = productionAction(
  'city_build_unit',
  'Let a city build a unit.',
  'VUT_UTYPE',
  'unit type',
);

/** Action `city_build_improvement`: `city_production` for improvements alone. */
export const cityBuildImprovement = productionAction(
  'city_build_improvement',
  'Let a city build an improvement or wonder.',
  'VUT_IMPROVEMENT',
  'improvement',
);
