import type { OrderEnded, Woken } from '#shared/protocol/event.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import { describeOccupation, placeName, typeName, unitName } from './descriptions.js';
import type { OrderEnd } from './order-end.js';
import type { TrackedOrder } from './tracked-order.js';
import type { WakeCause } from './wake.js';

/** The event for an order that has ended. */
export function orderEndedEvent(
  world: World,
  turn: number,
  order: TrackedOrder,
  unit: Unit | undefined,
  end: OrderEnd,
): OrderEnded {
  const { outcome, obstacle, by, words, said } = end;
  const name = unit === undefined ? `Unit ${order.unitId}` : unitName(world, unit);
  return {
    event: 'order_ended',
    ...aboutUnit(world, turn, order, unit),
    outcome,
    obstacle,
    ...(by !== undefined && by.length > 0 && { by: [...by] }),
    sentence: endedSentence(`${name} ${words}`),
    ...(said.length > 0 && { server_messages: [...said] }),
  };
}

/** The event for a unit whose wake condition is true. */
export function wokenEvent(
  world: World,
  turn: number,
  order: TrackedOrder,
  unit: Unit,
  wake: WakeCause,
): Woken {
  const { why, by, words, said = [] } = wake;
  const name = unitName(world, unit);
  const place = placeName(world, unit.tile);
  return {
    event: 'woken',
    ...aboutUnit(world, turn, order, unit),
    why,
    stopped: endsWhenWoken(order),
    by: by === undefined ? undefined : [...by],
    sentence: `${name} at ${place}, ${atIt(world, order, unit)}, was woken. ${words}`,
    ...(said.length > 0 && { server_messages: [...said] }),
  };
}

/** The unit may have arrived at its goal at the same moment. */
function atIt(world: World, { occupation }: TrackedOrder, { tile }: Unit): string {
  return occupation.goal === tile ? 'just arrived' : describeOccupation(world, occupation);
}

/** Whether a wake condition stops the order. A fortified unit stays fortified: stopping it would only weaken it. */
export function endsWhenWoken({ occupation }: TrackedOrder): boolean {
  return occupation.kind !== 'fortify';
}

function aboutUnit(world: World, turn: number, { unitId, occupation }: TrackedOrder, unit: Unit | undefined) {
  const { kind, goal } = occupation;
  return {
    turn,
    unit_id: unitId,
    unit: unit === undefined ? 'Unit' : typeName(world, unit),
    ...world.map.position(unit?.tile ?? 0),
    order: kind,
    goal: goal === undefined ? undefined : world.map.position(goal),
  };
}

function endedSentence(sentence: string): string {
  return /[.!?]$/u.test(sentence) ? sentence : `${sentence}.`;
}
