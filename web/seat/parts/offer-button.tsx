import { useSignal } from '@preact/signals';
import { isGrave, keys } from '../offers.js';
import type { Offer } from '../play-state.js';
import type { Seat } from '../seat.js';
import { plainLabel, priceOf } from '../words.js';

interface OfferButtonProps {
  readonly seat: Seat;
  readonly offer: Offer;
  /** Without who acts, which stands above. */
  readonly text?: string;
}

/** An offer to be pressed; what cannot be taken back, twice. */
export function OfferButton({ seat, offer, text = plainLabel(offer) }: OfferButtonProps) {
  const isAsked = useSignal(false);
  const price = priceOf(offer);
  const key = keys[offer.type];
  const press = () => {
    if (isGrave(offer) && !isAsked.value) {
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
