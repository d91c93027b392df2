import type { OrderEnded, Woken } from '#shared/protocol/event.js';
import type { Immutable } from '#shared/protocol/state/common.js';
import type { PushData } from '#shared/protocol/state/pushes.js';

/** Finds the events that tell of the orders of a unit. */
export function isAbout(unit: { readonly id: number }) {
  return (event: PushData<'event'>): event is Immutable<OrderEnded | Woken> =>
    'unit_id' in event && event.unit_id === unit.id;
}
