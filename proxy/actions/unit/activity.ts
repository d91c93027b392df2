import { z } from 'zod';
import { ok } from '#shared/result.js';
import type { UnitActivity } from '../../freeciv/generated/packets-3.0.js';
import type { World } from '../../world/world.js';
import { type Action, defineAction } from '../action.js';
import { actorFields, ownUnit } from '../targets.js';

const NO_EXTRA = -1;

/** An activity that is about no extra. Fortifying becomes fortified, so several may be its sign. */
function activityAction(
  name: string,
  doc: string,
  activity: UnitActivity,
  signs: readonly UnitActivity[],
): Action {
  return defineAction({
    name,
    doc,
    schema: z.looseObject(actorFields),
    sends: ['unit_change_activity'],
    plan(port, fields) {
      const unit = ownUnit(port, fields.actor_id);
      if (!unit.ok) return unit;
      return ok({
        send: async () => [
          await port.request('unit_change_activity', { unitId: unit.value.id, activity, target: NO_EXTRA }),
        ],
        effect: (before, world) =>
          activityEffect(world, unit.value.id, signs, before.units.get(unit.value.id)?.tile),
      });
    },
  });
}

function activityEffect(
  world: World,
  id: number,
  signs: readonly UnitActivity[],
  tileBefore: number | undefined,
): Record<string, unknown> | undefined {
  const unit = world.units.get(id);
  if (unit === undefined) return { unit_lost: true };
  const moved = unit.tile !== tileBefore;
  if (!signs.includes(unit.activity) && !moved) return undefined;
  return {
    activity: unit.activity.replace('ACTIVITY_', '').toLowerCase(),
    ...(moved ? { unit_moved: true, new_position: world.map.position(unit.tile) } : {}),
  };
}

export const unitExplore = activityAction(
  'unit_explore',
  'Let a unit explore by itself, this turn and the next ones.',
  'ACTIVITY_EXPLORE',
  ['ACTIVITY_EXPLORE'],
);

export const unitFortify = activityAction(
  'unit_fortify',
  'Let a unit dig in: it defends better from the next turn on.',
  'ACTIVITY_FORTIFYING',
  ['ACTIVITY_FORTIFYING', 'ACTIVITY_FORTIFIED'],
);

export const unitSentry = activityAction(
  'unit_sentry',
  'Let a unit wait until something comes into sight.',
  'ACTIVITY_SENTRY',
  ['ACTIVITY_SENTRY'],
);
