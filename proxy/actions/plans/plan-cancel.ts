import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import { planWords } from '../../plans/plan-words.js';
import { defineAction, invalidAction } from '../action.js';
import { choiceTarget } from '../common-fields.js';

/** Action `plan_cancel`: ends standing plans. Orders that units have got by them go on. */
export const planCancel = defineAction({
  name: 'plan_cancel',
  doc: 'End a standing plan; what it has told units, cities and research so far stays.',
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
