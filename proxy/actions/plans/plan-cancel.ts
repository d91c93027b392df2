import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import { defineAction, invalidAction } from '../action.js';

/** Action `plan_cancel`: ends standing plans. Orders that units have got by them go on. */
export const planCancel = defineAction({
  name: 'plan_cancel',
  doc: 'End a standing plan; what it has told units, cities and research so far stays.',
  schema: z.looseObject({
    plan: z
      .string()
      .min(1)
      .max(80)
      .describe('id of the plan, as the section plans of states has it, or "all"'),
  }),
  sends: [],
  plan({ planList }, fields) {
    const ids = (planList?.all ?? []).map(({ id }) => id);
    const chosen = fields.plan === 'all' ? ids : ids.filter((id) => id === fields.plan);
    if (chosen.length === 0)
      return invalidAction(`There is no plan "${fields.plan}"`, 'data.plan', { plans: ids });
    return ok({
      send: async () => [],
      effect: () => ({ plans_cancelled: chosen }),
      planChange: { kind: 'cancel', ids: chosen },
    });
  },
});
