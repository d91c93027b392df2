import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import { EVERYTHING_BUT_ID } from '../../plans/everything-but.js';
import type { EverythingButPlan } from '../../plans/plan.js';
import { turnOf } from '../../world/world.js';
import { defineAction, invalidAction } from '../action.js';

const MAX_IDS = 200;

/** Action `plan_everything_but`: what plans that choose units and cities by themselves leave alone. */
export const planEverythingBut = defineAction({
  name: 'plan_everything_but',
  doc: 'Name units and cities that plans leave alone which choose by themselves: city_plan for several cities, plan_defaults, and defend when it calls units. It replaces the list before.',
  schema: z.looseObject({
    except: z.array(z.int()).min(1).max(MAX_IDS).describe('ids of your units and cities'),
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
