import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import { delegatedParts } from '#shared/protocol/state/plans.js';
import { delegationId } from '../../plans/delegation.js';
import { EVERYTHING_BUT_ID } from '../../plans/everything-but.js';
import type { DelegationPlan, EverythingButPlan } from '../../plans/plan.js';
import { planWords } from '../../plans/plan-words.js';
import { turnOf } from '../../world/world.js';
import { defineAction, invalidAction, settingPlan } from '../action.js';
import { choiceTarget, resolveTile, tileTarget } from '../common-fields.js';

/** Action `plan_cancel`: ends standing plans. Units that a delegation has sent stop. The orders that other plans gave continue. */
export const planCancel = defineAction({
  name: 'plan_cancel',
  doc: 'End a standing plan; what it has told units, cities and research so far stays. Units of a delegated part that are on their way stop.',
  actor: 'nation',
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
        label: `End the plan ${plan.id}: ${planWords(world, plan, port.planList?.all ?? [])}`,
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
  actor: 'nation',
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
      kind: 'everything_but',
      id: EVERYTHING_BUT_ID,
      since: turnOf(world),
      ids,
    };
    return ok(settingPlan(plan, () => ({ except: ids })));
  },
});

const MAX_DELEGATED_TURNS = 100;
const MAX_FRONT_RADIUS = 20;
const FRONT_RADIUS = 5;
const DELEGATED_TURNS = 10;

/** Action `delegate`: a plan that plays a part of the realm. */
export const delegate = defineAction({
  name: 'delegate',
  doc: 'Hand a part of the realm to the game for some turns: workers improve the land, scouts explore, cities hold units, caravans help wonders, or units gather at a front. Units you order are yours.',
  actor: 'nation',
  schema: z.looseObject({
    part: z.enum(delegatedParts).describe('the part of the realm that the game sees to'),
    turns: z
      .int()
      .min(1)
      .max(MAX_DELEGATED_TURNS)
      .describe('for how many turns, this one included')
      .default(DELEGATED_TURNS),
    target: tileTarget.describe('front: {x, y} of its place').optional(),
    radius: z
      .int()
      .min(1)
      .max(MAX_FRONT_RADIUS)
      .describe('front: tiles around the place')
      .default(FRONT_RADIUS),
  }),
  sends: [],
  plan(port, { part, turns, target, radius }) {
    const { world } = port;
    const isFront = part === 'front';
    if (isFront && target === undefined) return invalidAction('A front needs a place: {x, y}', 'data.target');
    const place = isFront && target !== undefined ? resolveTile(port, target) : undefined;
    if (place?.ok === false) return place;
    const since = turnOf(world);
    const where = place === undefined ? undefined : world.map.position(place.value);
    const plan: DelegationPlan = {
      kind: 'delegation',
      id: delegationId(part, where),
      since,
      part,
      until: since + turns,
      ...(place !== undefined && { place: place.value, radius }),
      units: [],
      sent: [],
      released: [],
    };
    return ok(settingPlan(plan, () => ({ until_turn: plan.until })));
  },
});
