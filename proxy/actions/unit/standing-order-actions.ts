import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import type { Step } from '../../rules/lookup/adjacency.js';
import { findPath } from '../../rules/movement/path.js';
import { canFoundCities } from '../../rules/units/action-enablers.js';
import { canAutoWork } from '../../rules/units/unit-activities.js';
import type { MapGeometry } from '../../world/map-geometry.js';
import type { Unit } from '../../world/unit.js';
import { invalidAction } from '../action.js';
import { defineUnitAction } from '../actor-action.js';
import { actorFields, resolveTile, tileTarget } from '../common-fields.js';
import { routeProgress } from './route-progress.js';
import { sendPatrol, sendRoute, wakeField, withNewWakeOn } from './unit-orders.js';

/** Action `unit_patrol`: a route there and back as unit_orders with `repeat` and `vigilant`. */
export const unitPatrol = defineUnitAction({
  name: 'unit_patrol',
  doc: 'Let a unit go between where it stands and a tile, again and again, until it is woken: by default when it sees a unit of others or is attacked.',
  schema: z.looseObject({ ...actorFields, target: tileTarget, ...wakeField }),
  sends: ['unit_orders'],
  plan(port, unit, fields) {
    const goal = resolveTile(port, fields.target);
    if (!goal.ok) return goal;
    const { id, tile } = unit;
    if (goal.value === tile) return invalidAction('A patrol needs another tile to go to', 'data.target');
    const path = findPath(port.world, unit, goal.value);
    if (path === undefined) {
      return invalidAction('There is no way there that this unit can go and you know of', 'data.target');
    }
    const steps = [...path.steps, ...wayBack(port.world.map, tile, path.steps)];
    return ok({
      send: () => sendPatrol(port, id, tile, steps),
      effect: (_before, world) => {
        const now = world.units.get(id);
        if (now?.detail?.ordersRepeat !== true || !now.detail.hasOrders)
          return routeProgress(world, unit, path.steps);
        return {
          unit_moved: now.tile !== tile,
          new_position: world.map.position(now.tile),
          patrols_between: [tile, goal.value].map((end) => world.map.position(end)),
          turns_each_way: path.turns + 1,
        };
      },
      standing: { unitId: id, wakeOn: fields.wake_on },
    });
  },
});

/** The same tiles in the other direction. */
function wayBack(map: MapGeometry, start: number, steps: readonly Step[]): Step[] {
  const tiles = [start, ...steps.map(({ tile }) => tile)].toReversed();
  return tiles.slice(1).flatMap((tile, index) => {
    const direction = map.directionTo(tiles[index] ?? tile, tile);
    return direction === undefined ? [] : [{ direction, tile }];
  });
}

/** Action `unit_cancel_orders`: empty unit_orders, which end orders and activity. */
export const unitCancelOrders = defineUnitAction({
  name: 'unit_cancel_orders',
  doc: 'Stop a unit: no more orders, activity or working by itself.',
  reach: 'actor',
  schema: z.looseObject(actorFields),
  sends: ['unit_orders'],
  aliases: ['unit_stop', 'unit_idle'],
  offers: ({ ofUnits }) =>
    ofUnits((unit) =>
      isBusy(unit) ? [{ priority: 'low', certain: true, what: 'stop and do nothing' }] : [],
    ),
  plan(port, unit) {
    const { id, tile } = unit;
    if (!isBusy(unit)) {
      return invalidAction('This unit has no orders and does nothing', 'data.actor_id');
    }
    return ok({
      send: () => sendRoute(port, id, tile, []),
      effect: (_before, world) => {
        const now = world.units.get(id);
        const idle = now?.activity === 'ACTIVITY_IDLE' && !now.detail?.hasOrders && !now.detail?.ai;
        return idle ? { activity: 'idle', has_orders: false } : undefined;
      },
    });
  },
});

/** Whether a unit has orders, works by itself or is at something. */
function isBusy({ activity, detail }: Unit): boolean {
  return activity !== 'ACTIVITY_IDLE' || detail?.hasOrders === true || detail?.ai === true;
}

/** Action `unit_auto_work` (handle_unit_autosettlers). */
export const unitAutoWork = defineUnitAction({
  name: 'unit_auto_work',
  doc: 'Let a worker improve the land by itself from now on, as the server thinks best.',
  reach: 'actor',
  schema: z.looseObject({ ...actorFields, ...wakeField }),
  sends: ['unit_autosettlers'],
  aliases: ['unit_auto_worker', 'unit_autosettlers'],
  offers: ({ world, cities, ofUnits }) =>
    ofUnits((unit) => {
      if (unit.detail?.ai === true || !canAutoWork(world, unit)) return [];
      const isUseful = cities.length > 0 && !isBusy(unit) && !canFoundCities(world, unit);
      return [{ priority: isUseful ? 'medium' : 'low', certain: true, what: 'improve the land by itself' }];
    }),
  plan(port, unit, fields) {
    const { id, detail } = unit;
    if (detail?.ai === true && fields.wake_on !== undefined) return ok(withNewWakeOn(id, fields.wake_on));
    if (!canAutoWork(port.world, unit) && !port.skipsRules) {
      return invalidAction('Only workers and settlers can work by themselves', 'data.actor_id');
    }
    return ok({
      send: () => port.request('unit_autosettlers', { unitId: id }),
      effect: (before, world) => {
        const works = world.units.get(id)?.detail?.ai === true;
        return works && before.units.get(id)?.detail?.ai !== true ? { works_by_itself: true } : undefined;
      },
      standing: { unitId: id, wakeOn: fields.wake_on },
    });
  },
});
