import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import type { UnitDefaultsPlan } from '../../plans/plan.js';
import { UNIT_DEFAULTS_ID } from '../../plans/unit-defaults.js';
import { ownUnits } from '../../rules/lookup/entity-index.js';
import { turnOf } from '../../world/world.js';
import { defineAction, invalidAction, settingPlan } from '../action.js';

/** Action `plan_defaults`: a plan that gives new units, and explorers that have nothing to explore, an order once. */
export const planDefaults = defineAction({
  name: 'plan_defaults',
  doc: 'Say what units do that nobody has told anything: those to come, and explorers with nothing more to explore.',
  actor: 'nation',
  schema: z.looseObject({
    new_workers: z
      .literal('auto')
      .describe('new workers, not settlers, improve the land by themselves')
      .optional(),
    new_military: z.literal('fortify').describe('new military units fortify in their city').optional(),
    explorers_end: z
      .enum(['sentry', 'fortify'])
      .describe('what units do when their exploring is over')
      .optional(),
  }),
  sends: [],
  plan({ world }, { new_workers: newWorkers, new_military: newMilitary, explorers_end: explorersEnd }) {
    const own = ownUnits(world);
    const wishes = {
      ...(newWorkers !== undefined && { newWorkers }),
      ...(newMilitary !== undefined && { newMilitary }),
      ...(explorersEnd !== undefined && { explorersEnd }),
    };
    if (Object.keys(wishes).length === 0)
      return invalidAction('Say what units are to do; plan_cancel ends the defaults', 'data');
    const plan: UnitDefaultsPlan = {
      kind: 'unit_defaults',
      id: UNIT_DEFAULTS_ID,
      since: turnOf(world),
      ...wishes,
      known: own.map(({ id }) => id),
      exploring: own.filter(({ activity }) => activity === 'ACTIVITY_EXPLORE').map(({ id }) => id),
    };
    return ok(settingPlan(plan));
  },
});
