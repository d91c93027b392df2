import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import { typeName } from '../../orders/descriptions.js';
import { stayingIn } from '../../plans/defend.js';
import { defendersIn } from '../../plans/defenders.js';
import { type DefendPlan, type EscortPlan, planIdOf } from '../../plans/plan.js';
import { NOT_SENT } from '../../plans/sending.js';
import { findPath } from '../../rules/movement/path.js';
import { turnOf } from '../../world/world.js';
import { invalidAction, settingPlan } from '../action.js';
import { defineCityAction, defineUnitAction } from '../actor-action.js';
import { actorFields, ownUnit } from '../common-fields.js';
import { moveRefusal } from '../unit/move-refusal.js';

const MAX_DEFENDERS = 10;

/** Action `defend`: a plan that keeps units in a city. */
export const defend = defineCityAction({
  name: 'defend',
  doc: 'Keep so many units in a city that hold it: idle ones in it fortify, idle ones near come, and the city builds what is missing. Units that you tell something else are yours again.',
  schema: z.looseObject({
    ...actorFields,
    number: z.int().min(1).max(MAX_DEFENDERS).describe('how many units are to stay in the city').default(1),
  }),
  sends: [],
  offers: ({ world, port, ofCities }) => {
    const planned = (port.planList?.all ?? []).map(({ id }) => id);
    const found = ofCities((city) =>
      defendersIn(world, city).length > 0
        ? []
        : [{ priority: 'low', certain: true, what: 'keep one unit in it that holds it (plan)' }],
    );
    return found.filter(({ city_id: id }) => !planned.includes(planIdOf('defend', id ?? -1)));
  },
  plan(port, city, fields) {
    const { id, name } = city;
    const plan: DefendPlan = {
      kind: 'defend',
      id: planIdOf('defend', id),
      since: turnOf(port.world),
      cityId: id,
      city: name,
      number: fields.number,
      units: [],
      released: [],
    };
    return ok(settingPlan(plan, (world) => ({ there: stayingIn(world, city).length })));
  },
});

/** Action `escort`: a plan that sends a unit after another. */
export const escort = defineUnitAction({
  name: 'escort',
  doc: 'Let a unit go with another: it follows wherever that goes, until it founds a city or is lost.',
  schema: z.looseObject({
    ...actorFields,
    with_unit: z.int().describe('id of your unit that it goes with'),
  }),
  sends: [],
  plan(port, unit, fields) {
    const { world } = port;
    const charge = ownUnit(port, fields.with_unit, 'data.with_unit');
    if (!charge.ok) return charge;
    const { id, tile } = unit;
    if (charge.value.id === id) return invalidAction('A unit cannot go with itself', 'data.with_unit');
    if (tile !== charge.value.tile && findPath(world, unit, charge.value.tile) === undefined)
      return invalidAction(moveRefusal(world, unit, charge.value.tile), 'data.with_unit');
    const plan: EscortPlan = {
      kind: 'escort',
      id: planIdOf('escort', id),
      since: turnOf(world),
      unitId: id,
      ...NOT_SENT,
      unit: typeName(world, unit),
      charge: typeName(world, charge.value),
      chargeId: charge.value.id,
      chargeTile: charge.value.tile,
    };
    return ok(settingPlan(plan));
  },
});
