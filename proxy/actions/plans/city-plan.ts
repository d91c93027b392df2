import { z } from 'zod';
import { ok, type Result } from '#shared/core/result.js';
import { type CityFocusPlan, type CityPlan, planIdOf } from '../../plans/plan.js';
import { CITY_FOCUSES } from '../../rules/cities/placement.js';
import { ownCities } from '../../rules/lookup/entity-index.js';
import { turnOf } from '../../world/world.js';
import { defineAction, invalidAction, settingPlan } from '../action.js';
import type { ActionPort } from '../action-port.js';
import { namedTargets, ownCity } from '../common-fields.js';

/** As long as a worklist. */
const MAX_ENTRIES = 64;
const MAX_DEFENDERS = 10;

const citiesFields = {
  cities: z.enum(['all', 'new']).describe('"all", or "new" for those to come; or else actor_id').optional(),
  actor_id: z.int().describe('id of your city').optional(),
};

/** Action `city_plan`: a plan that fills worklists by city_change and city_worklist. */
export const cityPlan = defineAction({
  name: 'city_plan',
  doc: 'Let one city, or with cities "all" or "new" several, build a list: each entry once, when the city can build it, what it has left out. A city just founded begins with the first.',
  actor: 'city',
  schema: z.looseObject({
    ...citiesFields,
    list: z
      .array(z.string().min(1).max(80))
      .max(MAX_ENTRIES)
      .describe('unit types and improvements by name, the first one first')
      .default([]),
    keep_defenders: z
      .int()
      .min(0)
      .max(MAX_DEFENDERS)
      .describe(
        'so many units that hold a city are kept in each: one more is built first where one is missing',
      )
      .default(0),
  }),
  sends: [],
  plan(port, fields) {
    const { world } = port;
    const chosen = wantedCities(port, fields.cities ?? fields.actor_id);
    if (!chosen.ok) return chosen;
    const list = namedTargets(world, fields.list, 'data.list');
    if (!list.ok) return list;
    if (list.value.length === 0 && fields.keep_defenders === 0)
      return invalidAction('Say what to build or how many defenders to keep', 'data.list');
    const { known, ...whom } = chosen.value;
    const plan: CityPlan = {
      kind: 'city_plan',
      id: planIdOf('city_plan', whom.cities),
      since: turnOf(world),
      ...whom,
      list: list.value,
      given: {},
      known,
      keepDefenders: fields.keep_defenders,
    };
    return ok(settingPlan(plan));
  },
});

/** The cities that a plan is for: one own city by id, all, or those to come; E130 otherwise. With those there are now. */
function wantedCities(
  port: ActionPort<never>,
  wanted: number | 'all' | 'new' | undefined,
): Result<Pick<CityPlan, 'cities' | 'city' | 'known'>> {
  if (wanted === undefined) return invalidAction('Name a city, "all" or "new"', 'data.actor_id');
  const known = ownCities(port.world).map(({ id }) => id);
  if (typeof wanted !== 'number') return ok({ cities: wanted, known });
  const city = ownCity(port, wanted);
  return city.ok ? ok({ cities: city.value.id, city: city.value.name, known }) : city;
}

/** Action `city_focus`: a plan that places citizens by set_city_tiles. */
export const cityFocus = defineAction({
  name: 'city_focus',
  doc: 'Let one city, or with cities "all" or "new" several, place their citizens for most of one output, without hunger and disorder. It goes on until plan_cancel or set_city_tiles.',
  actor: 'city',
  overrides: ['city_tiles'],
  schema: z.looseObject({
    ...citiesFields,
    focus: z.enum(CITY_FOCUSES).describe('what the citizens are to make most of'),
  }),
  sends: [],
  plan(port, fields) {
    const { world } = port;
    const chosen = wantedCities(port, fields.cities ?? fields.actor_id);
    if (!chosen.ok) return chosen;
    const { known, ...whom } = chosen.value;
    const plan: CityFocusPlan = {
      kind: 'city_focus',
      id: planIdOf('city_focus', whom.cities),
      since: turnOf(world),
      ...whom,
      focus: fields.focus,
      known,
      arranged: {},
    };
    return ok(settingPlan(plan));
  },
});
