import { memo } from '#shared/core/memo.js';
import type { StandingOrdersView, StandingOrderView } from '#shared/protocol/state/standing-orders.js';
import type { OwnUnit, SeenUnit, UnitOrders, UnitView } from '#shared/protocol/state/unit.js';
import type { PacketFields } from '../../freeciv/generated/packets.js';
import type { OrderTracker } from '../../orders/order-tracker.js';
import type { TrackedOrder } from '../../orders/tracked-order.js';
import { wakeConditions } from '../../orders/wake.js';
import { displayName, wireNameOf } from '../../rules/lookup/names.js';
import { routeOf } from '../../rules/movement/path.js';
import { canTypeDo } from '../../rules/units/action-enablers.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { nonZeroOutputs, plainName } from './wire-values.js';

const viewOf = memo(
  // Fifty times as fast as an object that begins with a spread, which gets a hidden class of its own in Node 20.
  (unit: Unit, world: World): UnitView =>
    Object.assign(seenUnit(world, unit), unit.detail && ownUnit(world, unit.detail)),
);

/** A unit in sight, with what only its owner knows if it is one's own. Kept until the unit changes. */
export function unitView(world: World, unit: Unit): UnitView {
  return viewOf(unit, world);
}

/** Move fragments as moves, to two digits. */
function moves(world: World, fragments: number): number {
  const each = world.ruleset.terrainControl?.moveFragments ?? 1;
  return Math.round((fragments * 100) / Math.max(each, 1)) / 100;
}

function seenUnit(world: World, unit: Unit): SeenUnit {
  const type = world.ruleset.unitTypes.get(unit.type);
  return {
    id: unit.id,
    owner: unit.owner,
    type: wireNameOf(type) ?? 'unknown',
    type_name: displayName(type?.name ?? 'Unknown'),
    ...world.map.position(unit.tile),
    moves_left: unit.detail === undefined ? null : moves(world, unit.detail.movesleft),
    moves: moves(world, type?.moveRate ?? 0),
    hp: unit.hp,
    hp_max: type?.hp ?? unit.hp,
    attack: type?.attackStrength ?? 0,
    defense: type?.defenseStrength ?? 0,
    firepower: type?.firepower ?? 1,
    veteran: unit.veteran,
    activity: plainName(unit.activity, 'ACTIVITY_'),
    activity_target: wireNameOf(world.ruleset.extras.get(unit.activityTarget)),
    transported_by: unit.transportedBy ?? null,
    occupied: unit.occupied,
  };
}

function isTrader(world: World, id: number): boolean {
  const type = world.ruleset.unitTypes.get(id);
  return (
    type !== undefined &&
    (canTypeDo(world, type, 'ACTION_TRADE_ROUTE') || canTypeDo(world, type, 'ACTION_MARKETPLACE'))
  );
}

function ownUnit(world: World, detail: NonNullable<Unit['detail']>): OwnUnit {
  const fuel = world.ruleset.unitTypes.get(detail.type)?.fuel ?? 0;
  // The server gives every unit some goods; only those that trade can sell them.
  const goods = isTrader(world, detail.type) ? wireNameOf(world.ruleset.goods.get(detail.carrying)) : null;
  return {
    fuel: fuel > 0 ? detail.fuel : undefined,
    home_city: detail.homecity > 0 ? detail.homecity : null,
    upkeep: nonZeroOutputs(detail.upkeep),
    automatic: detail.ai,
    done_moving: detail.doneMoving,
    carrying: goods ?? undefined,
    goto: detail.gotoTile >= 0 ? world.map.position(detail.gotoTile) : null,
    orders: ordersView(world, detail),
    needs_decision_at:
      detail.actionDecisionWant === 'ACT_DEC_NOTHING'
        ? undefined
        : world.map.position(detail.actionDecisionTile),
  };
}

type UnitInfo = PacketFields['unit_info'];

/** The orders of a unit; null when it has none. */
function ordersView(world: World, unit: UnitInfo): UnitOrders | null {
  const last = unit.orders[unit.ordersLength - 1];
  if (!unit.hasOrders || last === undefined) return null;
  return {
    steps_left: unit.ordersLength - unit.ordersIndex,
    destination: world.map.position(routeOf(world.map, unit).at(-1) ?? unit.tile),
    last: plainName(last, 'ORDER_'),
    repeat: unit.ordersRepeat,
  };
}

/** Standing orders by unit id, and the units that need a decision. */
export function standingOrdersView(
  world: World,
  { orders, attentionRequests: calls }: OrderTracker,
): StandingOrdersView {
  const byId = orders.toSorted((a, b) => a.unitId - b.unitId);
  return {
    standing_orders: byId.map((order) => standingOrderView(world, order)),
    units_asking: calls.map(({ unitId, why, turn, sentence }) => ({ unit_id: unitId, why, turn, sentence })),
  };
}

function standingOrderView(world: World, { unitId, occupation, wake }: TrackedOrder): StandingOrderView {
  const { kind, goal } = occupation;
  const isUsual =
    wake === undefined || JSON.stringify(wake) === JSON.stringify(wakeConditions(undefined, kind));
  return {
    unit_id: unitId,
    order: kind,
    goal: goal === undefined ? undefined : world.map.position(goal),
    wake_on: isUsual ? undefined : wake,
  };
}
