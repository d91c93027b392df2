import type { Reply } from '../../freeciv/brackets.js';
import type { GenAction } from '../../freeciv/generated/packets.js';
import { type WakeOn, wakeOnSchema } from '../../orders/wake.js';
import type { Step } from '../../rules/lookup/adjacency.js';
import { knowsAction } from '../../rules/units/action-enablers.js';
import type { Unit } from '../../world/unit.js';
import type { ActionPlan } from '../action.js';
import type { ActionPort } from '../action-port.js';
import { NO_SUB_TARGET } from '../common-fields.js';
import { possibleActions } from './server-odds.js';

type Port = ActionPort<'unit_orders'>;

const NO_TARGET = -1;
/** The direction of an order about the tile where the unit is (DIR8_ORIGIN in freeciv). */
const NO_DIRECTION = '#8';

/** Sends a unit along a route; the server continues it over the next turns as moves allow. No step stops it. */
export function sendRoute(port: Port, unitId: number, from: number, steps: readonly Step[]): Promise<Reply> {
  return port.request('unit_orders', routeOrders(unitId, from, steps));
}

/** Sends a unit along a route for ever; it stops when it meets somebody. */
export function sendPatrol(port: Port, unitId: number, from: number, steps: readonly Step[]): Promise<Reply> {
  return port.request('unit_orders', { ...routeOrders(unitId, from, steps), repeat: true, vigilant: true });
}

/** Sends a unit along a route to found a city at its end; the server continues it, and founds as soon as moves allow. */
export function sendRouteAndFound(
  port: Port,
  unitId: number,
  from: number,
  steps: readonly Step[],
): Promise<Reply> {
  return port.request('unit_orders', {
    unitId,
    srcTile: from,
    length: steps.length + 1,
    repeat: false,
    vigilant: false,
    orders: [...steps.map(() => 'ORDER_MOVE' as const), 'ORDER_PERFORM_ACTION'],
    dir: [...steps.map(({ direction }) => direction), NO_DIRECTION],
    activity: [...steps.map(() => 'ACTIVITY_IDLE' as const), 'ACTIVITY_IDLE'],
    subTarget: [...steps.map(() => NO_TARGET), NO_TARGET],
    action: [...steps.map(() => 'ACTION_NONE' as const), 'ACTION_FOUND_CITY'],
    destTile: steps.at(-1)?.tile ?? from,
  });
}

/** The unit actions that move a unit onto a tile, in the order of preference of servers. */
const enteringActions: readonly GenAction[] = [
  'ACTION_CONQUER_EXTRAS',
  'ACTION_CONQUER_EXTRAS2',
  'ACTION_CONQUER_EXTRAS3',
  'ACTION_CONQUER_EXTRAS4',
  'ACTION_UNIT_MOVE',
  'ACTION_UNIT_MOVE2',
  'ACTION_UNIT_MOVE3',
];

/** Sends a unit along a route. Since 3.1 entering a base takes it by a unit action; the route continues behind that. */
export function routeEntering(
  port: ActionPort<'unit_orders' | 'unit_get_actions' | 'unit_do_action'>,
  unit: Unit,
  steps: readonly Step[],
): ActionPlan['send'] {
  return async () => {
    const { world } = port;
    const reply = await port.request('unit_orders', routeOrders(unit.id, unit.tile, steps));
    const [next, ...others] = steps;
    const now = world.units.get(unit.id);
    const isIdle = now?.tile === unit.tile && now.detail?.movesleft === unit.detail?.movesleft;
    if (!knowsAction(world, 'ACTION_CONQUER_EXTRAS') || next === undefined || !isIdle) return [reply];
    if (now.detail?.hasOrders === true) return [reply];
    const possible = await possibleActions(port, unit, next.tile, 0);
    const actionType = enteringActions.find((action) => possible.has(action));
    if (actionType === undefined) return [reply];
    const entered = await doUnitAction(port, unit.id, next.tile, actionType);
    if (others.length === 0 || world.units.get(unit.id)?.tile !== next.tile) return [reply, entered];
    return [reply, entered, await sendRoute(port, unit.id, next.tile, others)];
  };
}

/** Lets a unit do an action (unit_do_action); without `named` it has no sub-target and names nothing. */
export function doUnitAction(
  port: ActionPort<'unit_do_action'>,
  actorId: number,
  targetId: number,
  actionType: GenAction,
  named: { readonly subTgtId?: number; readonly name?: string } = {},
): Promise<Reply> {
  const { subTgtId = NO_SUB_TARGET, name = '' } = named;
  return port.request('unit_do_action', { actorId, targetId, subTgtId, name, actionType });
}

function routeOrders(unitId: number, from: number, steps: readonly Step[]) {
  return {
    unitId,
    srcTile: from,
    length: steps.length,
    repeat: false,
    vigilant: false,
    orders: steps.map(() => 'ORDER_MOVE' as const),
    dir: steps.map(({ direction }) => direction),
    activity: steps.map(() => 'ACTIVITY_IDLE' as const),
    subTarget: steps.map(() => NO_TARGET),
    action: steps.map(() => 'ACTION_NONE' as const),
    destTile: steps.at(-1)?.tile ?? from,
  };
}

/** The field of every action that a unit continues by itself. */
export const wakeField = { wake_on: wakeOnSchema.optional() };

/** Replaces the wake conditions of a unit's standing order; sends nothing. */
export function withNewWakeOn(unitId: number, wakeOn: WakeOn): ActionPlan {
  return {
    send: async () => [],
    effect: () => ({ wake_on: wakeOn }),
    standing: { unitId, wakeOn },
  };
}
