import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import type { UnitActivity } from '../../freeciv/generated/packets.js';
import type { LastingActivity } from '../../orders/occupation.js';
import { displayName } from '../../rules/lookup/names.js';
import type { Tristate } from '../../rules/lookup/tristate.js';
import { hasMoreToExplore } from '../../rules/movement/exploration.js';
import { canConvert, canExplore, canFortify, canSentry } from '../../rules/units/unit-activities.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { type Action, invalidAction } from '../action.js';
import { defineUnitAction } from '../actor-action.js';
import type { StateBefore } from '../changes.js';
import { actorFields, NO_EXTRA } from '../common-fields.js';
import type { ActorOffer } from '../offer-maker.js';
import { fortifyOffer, mayFindNews } from './offer-priorities.js';
import { wakeField, withNewWakeOn } from './unit-orders.js';

interface ActivityKind {
  readonly name: string;
  readonly doc: string;
  readonly activity: LastingActivity;
  /** Set when it changes nothing around the unit. */
  readonly reach?: 'actor';
  /** The activities that a unit may have once the server has carried it out: fortifying becomes fortified. */
  readonly resultingActivities: readonly UnitActivity[];
  possible(world: World, unit: Unit): Tristate;
  /** False when the server would end the activity immediately. It may depend on any part of the map. */
  readonly isUseful?: (world: World, unit: Unit) => boolean;
  /** The reason in the verdict when the server does nothing and gives none. */
  readonly noEffectReason?: string;
  /** How it is offered to a unit that could do it. */
  offer(world: World, unit: Unit): Pick<ActorOffer, 'priority' | 'what' | 'reason'>;
}

/** The action that starts an activity without a target extra. */
function activityAction(kind: ActivityKind): Action {
  const { name, doc, activity, resultingActivities, possible, isUseful, noEffectReason, offer } = kind;
  return defineUnitAction({
    name,
    doc,
    ...(kind.reach && { reach: kind.reach }),
    schema: z.looseObject({ ...actorFields, ...wakeField }),
    sends: ['unit_change_activity'],
    offers: ({ world, ofUnits, ofUnitsAnew }) => {
      const ofAll = isUseful === undefined ? ofUnits : ofUnitsAnew;
      return ofAll((unit) => {
        const isDoingIt = resultingActivities.includes(unit.activity);
        const truth = isDoingIt ? false : possible(world, unit);
        return truth === false || isUseful?.(world, unit) === false
          ? []
          : [{ certain: truth === true && activity !== 'ACTIVITY_EXPLORE', ...offer(world, unit) }];
      });
    },
    plan(port, unit, fields) {
      const { id } = unit;
      if (fields.wake_on !== undefined && resultingActivities.includes(unit.activity))
        return ok(withNewWakeOn(id, fields.wake_on));
      const type = port.world.ruleset.unitTypes.get(unit.type);
      const doing = `${displayName(type?.name ?? 'The unit')} ${id} is at it already (${shown(unit.activity)})`;
      const isDoingIt = resultingActivities.includes(unit.activity) && unit.detail?.ai !== true;
      if (isDoingIt && !port.skipsRules)
        return ok({ send: async () => [], effect: () => undefined, already: doing });
      if (possible(port.world, unit) === false && !port.skipsRules) {
        return invalidAction(`${displayName(type?.name ?? 'A unit')} cannot do that here`, 'data.actor_id', {
          activity: shown(unit.activity),
        });
      }
      return ok({
        send: () => port.request('unit_change_activity', { unitId: id, activity, target: NO_EXTRA }),
        noEffect: noEffectReason,
        effect: (before, world) => activityEffect(before, world, id, resultingActivities),
        standing: { unitId: id, wakeOn: fields.wake_on },
      });
    },
  });
}

function activityEffect(
  before: StateBefore,
  world: World,
  id: number,
  resultingActivities: readonly UnitActivity[],
): Record<string, unknown> | undefined {
  const was = before.units.get(id);
  const unit = world.units.get(id);
  if (unit === undefined) return { unit_lost: true };
  const moved = unit.tile !== was?.tile;
  const hasBegun =
    resultingActivities.includes(unit.activity) &&
    (was?.activity !== unit.activity || was.detail?.ai === true);
  if (!hasBegun && !moved) return undefined;
  return {
    activity: shown(unit.activity),
    ...(moved ? { unit_moved: true, new_position: world.map.position(unit.tile) } : {}),
  };
}

function shown(activity: UnitActivity): string {
  return activity.replace('ACTIVITY_', '').toLowerCase();
}

/** Action `unit_explore` (ACTIVITY_EXPLORE). */
export const unitExplore = activityAction({
  name: 'unit_explore',
  doc: 'Let a unit explore by itself, this turn and the next ones.',
  activity: 'ACTIVITY_EXPLORE',
  reach: 'actor',
  resultingActivities: ['ACTIVITY_EXPLORE'],
  possible: canExplore,
  isUseful: hasMoreToExplore,
  noEffectReason: 'Nothing is left to explore that this unit can reach',
  offer: (world, unit) => ({
    priority: mayFindNews(world, unit) ? 'medium' : 'low',
    what: 'explore by itself',
  }),
});

/** Action `unit_fortify` (ACTIVITY_FORTIFYING). */
export const unitFortify = activityAction({
  name: 'unit_fortify',
  doc: 'Fortify a unit: it defends better from the next turn on.',
  activity: 'ACTIVITY_FORTIFYING',
  reach: 'actor',
  resultingActivities: ['ACTIVITY_FORTIFYING', 'ACTIVITY_FORTIFIED'],
  possible: canFortify,
  offer: fortifyOffer,
});

/** Action `unit_sentry` (ACTIVITY_SENTRY). */
export const unitSentry = activityAction({
  name: 'unit_sentry',
  doc: 'Let a unit wait until it is woken: by default when it sees a unit of others or is attacked.',
  activity: 'ACTIVITY_SENTRY',
  reach: 'actor',
  resultingActivities: ['ACTIVITY_SENTRY'],
  possible: canSentry,
  offer: () => ({ priority: 'low', what: 'sentry' }),
});

/** Action `unit_convert` (ACTIVITY_CONVERT). */
export const unitConvert = activityAction({
  name: 'unit_convert',
  doc: 'Convert a unit to the other form its type has.',
  activity: 'ACTIVITY_CONVERT',
  resultingActivities: ['ACTIVITY_CONVERT'],
  possible: canConvert,
  offer: () => ({ priority: 'low', what: 'convert' }),
});
