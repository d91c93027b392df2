import { signal } from '@preact/signals';
import type { Offer } from '#shared/protocol/state/offer.js';
import type { LoginWishes } from '../../agent/seat.js';
import { type StoredSeat, storeSeat } from '../stored-seat.js';
import { PlayedSeat } from './played-seat.js';

/** The seat that is played in this tab. */
export const seat = signal<PlayedSeat | undefined>(undefined);

/** The menu of a clicked tile, when the click may mean several things. */
export interface TileMenu {
  readonly tile: number;
  readonly entries: readonly MenuEntry[];
}

/** An entry of the menu: carry out an offer, choose an own unit or city, or send the chosen unit there. */
export type MenuEntry =
  | { readonly kind: 'offer'; readonly offer: Offer }
  | { readonly kind: 'choose'; readonly name: string; readonly actor: { kind: 'unit' | 'city'; id: number } }
  | { readonly kind: 'send'; readonly name: string; readonly unitId: number };

/** The open menu. */
export const tileMenu = signal<TileMenu | undefined>(undefined);

/** What was last entered to take a seat, except the token: a refusal must not cost the fields. */
export interface EnteredFields {
  readonly gameId: string;
  /** True for a game that is to be made. */
  readonly isNew: boolean;
  field(name: string): string;
}

/** Kept until this tab has the seat. */
export const entered = signal<EnteredFields | undefined>(undefined);

/** Starts or resumes playing a seat in this tab. */
export function play(stored: StoredSeat, wishes: LoginWishes = {}): void {
  leave();
  storeSeat(stored);
  seat.value = new PlayedSeat(stored, wishes);
}

/** Stops playing in this tab; the seat stays the player's. */
export function leave(): void {
  const left = seat.value;
  seat.value = undefined;
  tileMenu.value = undefined;
  left?.close();
}
