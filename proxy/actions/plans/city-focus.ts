import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import { cityFocusId } from '../../plans/city-focus.js';
import type { CityFocusPlan } from '../../plans/plan.js';
import { CITY_FOCUSES } from '../../rules/cities/placement.js';
import { turnOf } from '../../world/world.js';
import { defineAction } from '../action.js';
import { ownCities } from '../common-fields.js';
import { wantedCities } from './city-plan.js';

/** Action `city_focus`: a plan that places citizens by set_city_tiles. */
export const cityFocus = defineAction({
  name: 'city_focus',
  doc: 'Let one city, or with cities "all" or "new" several, place their citizens for most of one output, without hunger and disorder. It goes on until plan_cancel or set_city_tiles.',
  schema: z.looseObject({
    cities: z.enum(['all', 'new']).describe('"all", or "new" for those to come; or else actor_id').optional(),
    actor_id: z.int().describe('id of your city').optional(),
    focus: z.enum(CITY_FOCUSES).describe('what the citizens are to make most of'),
  }),
  sends: [],
  plan(port, fields) {
    const { world } = port;
    const cities = wantedCities(port, fields.cities ?? fields.actor_id);
    if (!cities.ok) return cities;
    const name = typeof cities.value === 'number' ? world.cities.get(cities.value)?.name : undefined;
    const plan: CityFocusPlan = {
      ...{ kind: 'city_focus', id: cityFocusId(cities.value), since: turnOf(world), cities: cities.value },
      ...(name !== undefined && { city: name }),
      ...{ focus: fields.focus, known: ownCities(world).map(({ id }) => id), arranged: {} },
    };
    return ok({
      send: async () => [],
      effect: () => ({ plan: plan.id }),
      planChange: { kind: 'set', plan },
    });
  },
});
