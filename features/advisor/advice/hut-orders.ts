import type { Advice } from '#shared/protocol/state/brief.js';
import { cityAt } from '../../../proxy/rules/lookup/tiles.js';
import { turnsToReach } from '../../../proxy/rules/movement/path.js';
import { isFighter, isScout } from '../../../proxy/rules/units/unit-type.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { nearestHuts } from '../exploration.js';
import { defendersOf, type Situation } from '../situation.js';
import { whenText } from '../text-parts.js';

/** The search for villages that units are sent to: at most this many turns away. */
const REACH = { maxTurns: 4, maxLegs: 300 } as const;

/** Advice for idle units to enter villages, by unit id. Each village is given to the unit that reaches it first. */
export function hutOrders(situation: Situation, idle: readonly Unit[]): ReadonlyMap<number, Advice> {
  const { world } = situation;
  const orders = new Map<number, Advice>();
  const huts = nearestHuts(situation);
  if (huts.length === 0) return orders;
  const free = idle
    .filter((unit) => isFree(situation, unit))
    .map((unit) => ({ unit, turns: turnsToReach(world, unit, REACH) }));
  for (const { tile } of huts) {
    const [first] = free
      .flatMap(({ unit, turns }) => {
        const after = turns.get(tile);
        return after === undefined || orders.has(unit.id) ? [] : [{ unit, after }];
      })
      .sort((a, b) => a.after - b.after || a.unit.id - b.unit.id);
    if (first === undefined) continue;
    const { x, y } = world.map.position(tile);
    orders.set(first.unit.id, {
      do: { action_type: 'unit_move', unit_id: first.unit.id, x, y },
      why: `a village: gold, a technology, units or barbarians; it can act there ${whenText(first.after)}`,
    });
  }
  return orders;
}

/** Whether a unit may leave for a village: scouts may, and fighters unless they are the last defender of a city. */
function isFree(situation: Situation, unit: Unit): boolean {
  const { world } = situation;
  if (isScout(world, unit)) return true;
  if (!isFighter(world, unit)) return false;
  const city = cityAt(world, unit.tile);
  return city === undefined || defendersOf(situation, city).length > 1;
}
