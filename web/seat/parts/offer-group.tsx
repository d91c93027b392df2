import { useSignal } from '@preact/signals';
import type { Offer } from '#shared/protocol/state/offer.js';
import { offerLabel, offerPrice } from '../news.js';
import type { PlayedSeat } from '../played-seat.js';
import { OfferButton } from './offer-button.js';

/** More offers than this are shown as a list to choose from. */
const MAX_OPEN_OFFERS = 12;

interface OfferGroupProps {
  readonly seat: PlayedSeat;
  readonly name: string;
  readonly offers: readonly Offer[];
  readonly isOpen?: boolean;
}

/** A titled group of offers. */
export function OfferGroup({ seat, name, offers, isOpen = false }: OfferGroupProps) {
  if (offers.length === 0) return null;
  return (
    <details class="group" open={isOpen}>
      <summary>
        {name}{' '}
        <span class="muted">
          · {offers.length} {offers.length === 1 ? 'choice' : 'choices'}
        </span>
      </summary>
      {offers.length > MAX_OPEN_OFFERS ? (
        <OfferChoice seat={seat} name={name} offers={offers} />
      ) : (
        <div class="offers">
          {offers.map((offer) => (
            <OfferButton key={offer.label} seat={seat} offer={offer} />
          ))}
        </div>
      )}
    </details>
  );
}

function OfferChoice({ seat, name, offers }: OfferGroupProps) {
  const wanted = useSignal('');
  const offer = offers.find(({ label }) => label === wanted.value);
  return (
    <div class="choice">
      <select
        aria-label={name}
        value={wanted.value}
        onChange={(event) => {
          wanted.value = event.currentTarget.value;
        }}
      >
        <option value="">choose …</option>
        {offers.map((one) => (
          <option key={one.label} value={one.label}>
            {[offerLabel(one), offerPrice(one)].filter(Boolean).join(' · ')}
          </option>
        ))}
      </select>
      <button
        type="button"
        disabled={offer === undefined}
        onClick={() => {
          if (offer !== undefined) void seat.act(offer);
          wanted.value = '';
        }}
      >
        Do it
      </button>
    </div>
  );
}
