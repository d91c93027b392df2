import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import { defendPlanId, stayingIn } from '../../plans/defend.js';
import { defendersIn } from '../../plans/defenders.js';
import type { DefendPlan } from '../../plans/plan.js';
import { turnOf } from '../../world/world.js';
import { defineAction } from '../action.js';
import { actorFields, ownCity } from '../common-fields.js';

const MAX_DEFENDERS = 10;

/** Action `defend`: a plan that keeps units in a city. */
export const defend = defineAction({
  name: 'defend',
  doc: 'Keep so many units in a city that hold it: idle ones in it fortify, idle ones near come, and the city builds what is missing. Units that you tell something else are yours again.',
  schema: z.looseObject({
    ...actorFields,
    number: z.int().min(1).max(MAX_DEFENDERS).describe('how many units are to stay').default(1),
  }),
  sends: [],
  offers: ({ world, port, ofCities }) => {
    const planned = (port.planList?.all ?? []).map(({ id }) => id);
    const found = ofCities((city) =>
      defendersIn(world, city).length > 0
        ? []
        : [{ priority: 'low', certain: true, what: 'keep one unit in it that holds it (plan)' }],
    );
    return found.filter(({ city_id: id }) => !planned.includes(defendPlanId(id ?? -1)));
  },
  plan(port, fields) {
    const city = ownCity(port, fields.actor_id);
    if (!city.ok) return city;
    const { id, name } = city.value;
    const plan: DefendPlan = {
      ...{ kind: 'defend', id: defendPlanId(id), since: turnOf(port.world), cityId: id, city: name },
      ...{ number: fields.number, units: [], released: [] },
    };
    return ok({
      send: async () => [],
      effect: (_before, world) => ({ plan: plan.id, there: stayingIn(world, city.value).length }),
      planChange: { kind: 'set', plan },
    });
  },
});
