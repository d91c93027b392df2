import type { Offer } from '#shared/protocol/state/offer.js';
import { type Named, wireNameOf } from '../../proxy/rules/lookup/names.js';
import type { World } from '../../proxy/world/world.js';

/** Whether an offer is about something of the ruleset. */
export function isNamed(target: Offer['target'], thing: Named): boolean {
  return target !== undefined && 'value' in target && target.value === wireNameOf(thing);
}

/** Whether an offer is about a tile. */
export function isAt(world: World, target: Offer['target'], tile: number): boolean {
  return target !== undefined && 'x' in target && world.map.tileAt(target) === tile;
}
