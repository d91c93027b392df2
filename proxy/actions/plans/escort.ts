import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import { typeName } from '../../orders/descriptions.js';
import { escortPlanId } from '../../plans/escort.js';
import type { EscortPlan } from '../../plans/plan.js';
import { NOT_SENT } from '../../plans/sending.js';
import { findPath } from '../../rules/movement/path.js';
import { turnOf } from '../../world/world.js';
import { defineAction, invalidAction } from '../action.js';
import { actorFields, ownUnit } from '../common-fields.js';
import { moveRefusal } from '../unit/move-refusal.js';

/** Action `escort`: a plan that sends a unit after another. */
export const escort = defineAction({
  name: 'escort',
  doc: 'Let a unit go with another: it follows wherever that goes, until it founds a city or is lost.',
  schema: z.looseObject({
    ...actorFields,
    with_unit: z.int().describe('id of your unit that it goes with'),
  }),
  sends: [],
  plan(port, fields) {
    const { world } = port;
    const unit = ownUnit(port, fields.actor_id);
    if (!unit.ok) return unit;
    const charge = ownUnit(port, fields.with_unit, 'data.with_unit');
    if (!charge.ok) return charge;
    const { id, tile } = unit.value;
    if (charge.value.id === id) return invalidAction('A unit cannot go with itself', 'data.with_unit');
    if (tile !== charge.value.tile && findPath(world, unit.value, charge.value.tile) === undefined)
      return invalidAction(moveRefusal(world, unit.value, charge.value.tile), 'data.with_unit');
    const plan: EscortPlan = {
      ...{ kind: 'escort', id: escortPlanId(id), since: turnOf(world), unitId: id, ...NOT_SENT },
      ...{ unit: typeName(world, unit.value), charge: typeName(world, charge.value) },
      ...{ chargeId: charge.value.id, chargeTile: charge.value.tile },
    };
    return ok({
      send: async () => [],
      effect: () => ({ plan: plan.id }),
      planChange: { kind: 'set', plan },
    });
  },
});
