import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import { EVERYTHING_BUT_ID } from '../../plans/everything-but.js';
import type { EverythingButPlan } from '../../plans/plan.js';
import { planWords } from '../../plans/plan-words.js';
import { turnOf } from '../../world/world.js';
import { defineAction, invalidAction } from '../action.js';
import { choiceTarget } from '../common-fields.js';

/** Action `plan_cancel`: ends standing plans. Orders that units have got by them go on. */
export const planCancel = defineAction({
  name: 'plan_cancel',
  doc: 'End a standing plan; what it has told units, cities and research so far stays. Units of a delegated part stop.',
  schema: z.looseObject({
    plan: z
      .string()
      .min(1)
      .max(80)
      .describe('id of the plan, as the section plans of states has it, or "all"')
      .optional(),
    target: choiceTarget.describe('{value} with that id').optional(),
  }),
  sends: [],
  offers: ({ world, port, named }) =>
    named(
      (port.planList?.all ?? []).map((plan) => ({
        target: { value: plan.id },
        priority: 'low',
        certain: true,
        label: `End the plan ${plan.id}: ${planWords(world, plan)}`,
      })),
    ),
  plan({ planList }, fields) {
    const ids = (planList?.all ?? []).map(({ id }) => id);
    const meant = fields.plan ?? fields.target?.value;
    if (meant === undefined) return invalidAction('Name the plan, or "all"', 'data.plan', { plans: ids });
    const chosen = meant === 'all' ? ids : ids.filter((id) => id === meant);
    if (chosen.length === 0) return invalidAction(`There is no plan "${meant}"`, 'data.plan', { plans: ids });
    return ok({
      send: async () => [],
      effect: () => ({ plans_cancelled: chosen }),
      planChange: { kind: 'cancel', ids: chosen },
    });
  },
});

const MAX_IDS = 200;

/** Action `plan_everything_but`: what plans that choose units and cities by themselves leave alone. */
export const planEverythingBut = defineAction({
  name: 'plan_everything_but',
  doc: 'Name units and cities that plans leave alone which choose by themselves: city_plan for several cities, plan_defaults, and defend when it calls units. It replaces the list before.',
  schema: z.looseObject({
    except: z.array(z.int()).min(1).max(MAX_IDS).describe('ids of your units and cities that are left alone'),
  }),
  sends: [],
  plan({ world }, { except }) {
    const ids = [...new Set(except)];
    const foreign = ids.find(
      (id) => (world.units.get(id) ?? world.cities.get(id))?.owner !== world.seat.player,
    );
    if (foreign !== undefined)
      return invalidAction(`${foreign} is neither your unit nor your city`, 'data.except');
    const plan: EverythingButPlan = {
      ...{ kind: 'everything_but', id: EVERYTHING_BUT_ID, since: turnOf(world), ids },
    };
    return ok({
      send: async () => [],
      effect: () => ({ plan: EVERYTHING_BUT_ID, except: ids }),
      planChange: { kind: 'set', plan },
    });
  },
});
