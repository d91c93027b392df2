import { signal } from '@preact/signals';
import { type KeptSeat, keepSeat } from './kept-seat.js';
import type { Offer } from './play-state.js';
import { Seat } from './seat.js';

/** The seat that is played in this tab. */
export const seat = signal<Seat | undefined>(undefined);

/** What may be meant by a click on the map, where that is not plain. */
export interface TileMenu {
  readonly tile: number;
  readonly entries: readonly MenuEntry[];
}

export type MenuEntry =
  | { readonly kind: 'offer'; readonly offer: Offer }
  | { readonly kind: 'choose'; readonly name: string; readonly actor: { kind: 'unit' | 'city'; id: number } }
  | { readonly kind: 'send'; readonly name: string; readonly unitId: number };

export const tileMenu = signal<TileMenu | undefined>(undefined);

/** Takes the seat, or goes on with it. */
export function play(kept: KeptSeat, wishes: Readonly<Record<string, unknown>> = {}): void {
  leave();
  keepSeat(kept);
  seat.value = new Seat(kept, wishes);
}

export function leave(): void {
  const left = seat.value;
  seat.value = undefined;
  tileMenu.value = undefined;
  left?.close();
}
