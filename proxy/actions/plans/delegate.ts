import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import { delegatedParts } from '#shared/protocol/state/plans.js';
import { delegationId } from '../../plans/delegation.js';
import type { DelegationPlan } from '../../plans/plan.js';
import { turnOf } from '../../world/world.js';
import { defineAction, invalidAction } from '../action.js';
import { resolveTile, tileTarget } from '../common-fields.js';

const MAX_TURNS = 100;
const MAX_RADIUS = 20;
const RADIUS = 5;
const TURNS = 10;

/** Action `delegate`: a plan that sees to a part of the realm, by the server's own automation and the other plans. */
export const delegate = defineAction({
  name: 'delegate',
  doc: 'Hand a part of the realm to the game for some turns: idle workers work, scouts explore, cities hold units, or units gather at a front. Units you order are yours; plan_cancel takes it back.',
  schema: z.looseObject({
    part: z.enum(delegatedParts).describe('the part of the realm that the game sees to'),
    turns: z.int().min(1).max(MAX_TURNS).describe('for how many turns, this one included').default(TURNS),
    target: tileTarget.describe('front: {x, y} of its place').optional(),
    radius: z.int().min(1).max(MAX_RADIUS).describe('front: tiles around the place').default(RADIUS),
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
      ...{ kind: 'delegation', id: delegationId(part, where), since, part, until: since + turns },
      ...(place !== undefined && { place: place.value, radius }),
      ...{ units: [], sent: [], released: [] },
    };
    return ok({
      send: async () => [],
      effect: () => ({ plan: plan.id, until_turn: plan.until }),
      planChange: { kind: 'set', plan },
    });
  },
});
