import { effect, signal } from '@preact/signals';
import type { Offer } from '#shared/protocol/state/offer.js';
import { layoutOf } from '../map/layout.js';
import { picture, selected } from '../state.js';
import { directionTo } from './directions.js';
import { SHORTCUT_KEYS, targetTile } from './offers.js';
import { tileOf, waitingUnits } from './play-state.js';
import type { PlayedSeat } from './played-seat.js';
import { tileMenu } from './playing.js';

/** Called by shortcuts. */
export interface ShortcutEvents {
  /** The next unit was chosen. */
  onNext(): void;
}

/** Whether Enter ends the turn: it does not where it presses what has the focus, or while a menu asks. */
export const enterEndsTurn = signal(true);

const typing = 'input, textarea, select';
const pressing = 'button, a, summary';

/** Handles the shortcut keys of a player, unless a text field or select has the focus. */
export function listenForShortcuts(seat: PlayedSeat, signal: AbortSignal, { onNext }: ShortcutEvents): void {
  const look = () => {
    const focused = document.activeElement;
    enterEndsTurn.value = tileMenu.value === undefined && focused?.closest(`${typing}, ${pressing}`) == null;
  };
  // An element that is about to lose the focus, or to be removed, has it still.
  const lookSoon = () => queueMicrotask(look);
  addEventListener('focusin', look, { signal });
  addEventListener('focusout', lookSoon, { signal });
  const stop = effect(() => {
    look();
    requestAnimationFrame(look);
  });
  signal.addEventListener('abort', stop);
  addEventListener(
    'keydown',
    (event) => {
      const { target } = event;
      if (!(target instanceof Element) || target.closest(typing)) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const isDone = handleKey(seat, event, target, onNext);
      if (!isDone) return;
      event.preventDefault();
      event.stopPropagation();
    },
    // Captured before the map, where Enter has another meaning.
    { signal, capture: true },
  );
}

function handleKey(seat: PlayedSeat, event: KeyboardEvent, target: Element, onNext: () => void): boolean {
  if (event.key === 'Escape') {
    tileMenu.value = undefined;
    selected.value = undefined;
    return true;
  }
  if (event.key === 'Enter') {
    if (target.closest(pressing) || tileMenu.value !== undefined) return false;
    seat.endTurn();
    return true;
  }
  const state = seat.state.value;
  const hasWaiting = state !== undefined && waitingUnits(state).length > 0;
  const isTab = event.key === 'Tab' && !event.shiftKey && target.localName === 'canvas';
  if (event.key.toLowerCase() === 'n' || (isTab && hasWaiting)) {
    if (seat.selectNextUnit() !== undefined) onNext();
    return true;
  }
  const offer = offerFor(seat, event.key.toLowerCase());
  if (offer !== undefined) void seat.act(offer);
  return offer !== undefined;
}

/** The offer of a key for the chosen unit; undefined when there is none or more than one. */
function offerFor(seat: PlayedSeat, key: string): Offer | undefined {
  if (seat.chosen.value?.kind !== 'unit') return undefined;
  const offers = seat.offers.value;
  const found = /^[1-9]$/.test(key)
    ? offers.filter((offer) => offer.type === 'unit_move' && digitOf(seat, offer) === key)
    : offers.filter(({ type }) => SHORTCUT_KEYS[type] === key);
  return found.length === 1 ? found[0] : undefined;
}

function digitOf(seat: PlayedSeat, offer: Offer): string | undefined {
  const [state, view] = [seat.state.value, picture.value?.view];
  const unit = state?.units.find(({ id }) => id === offer.unit_id);
  const to = state && targetTile(state, offer);
  if (state === undefined || view === undefined || unit === undefined || to === undefined) return undefined;
  return directionTo(layoutOf(view.map), tileOf(state, unit), to)?.digit;
}
