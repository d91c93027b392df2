import { useSignal } from '@preact/signals';
import type { Offer } from '#shared/protocol/state/offer.js';
import { offerLabel, offerPrice } from '../news.js';
import { needsConfirmation, SHORTCUT_KEYS } from '../offers.js';
import type { PlayedSeat } from '../played-seat.js';

interface OfferButtonProps {
  readonly seat: PlayedSeat;
  readonly offer: Offer;
  /** Label without the actor, which the card names. */
  readonly text?: string;
}

/** Button of an offer; an offer that cannot be undone must be pressed twice. */
export function OfferButton({ seat, offer, text = offerLabel(offer) }: OfferButtonProps) {
  const isAsked = useSignal(false);
  const price = offerPrice(offer);
  const key = SHORTCUT_KEYS[offer.type];
  const press = () => {
    if (needsConfirmation(offer) && !isAsked.value) {
      isAsked.value = true;
      return;
    }
    isAsked.value = false;
    void seat.act(offer);
  };
  return (
    <button
      type="button"
      class={`offer${isAsked.value ? ' asked' : ''}`}
      onClick={press}
      onBlur={() => {
        isAsked.value = false;
      }}
    >
      <span>{isAsked.value ? `Really? ${text}` : text}</span>
      {price !== '' && <span class="price">{price}</span>}
      {key !== undefined && (
        <span class="key" aria-hidden="true">
          {key.toUpperCase()}
        </span>
      )}
    </button>
  );
}
