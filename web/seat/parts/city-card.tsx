import type { CityView } from '#shared/protocol/state/city.js';
import { actionLabel } from '../news.js';
import { byType } from '../offers.js';
import { tileOf } from '../play-state.js';
import type { PlayedSeat } from '../played-seat.js';
import { OfferButton } from './offer-button.js';
import { OfferGroup } from './offer-group.js';

interface CityCardProps {
  readonly seat: PlayedSeat;
  readonly city: CityView;
  goTo(tile: number): void;
}

/** Titles of groups of offers; other groups have the name of their action. */
const names: Readonly<Record<string, string>> = {
  city_production: 'Build instead',
  city_worklist_append: 'Build after that',
  city_worklist_insert: 'Build next',
  city_worklist_remove: 'Strike from the list',
  city_sell: 'Sell a building',
  city_make_specialist: 'Take citizens off the land',
  city_make_worker: 'Put specialists to work',
  city_change_specialist: 'Change specialists',
  city_worker_task: 'Ask workers for',
};

/** The chosen city with its production and offers. */
export function CityCard({ seat, city, goTo }: CityCardProps) {
  const state = seat.state.value;
  if (state === undefined) return null;
  const groups = byType(seat.offers.value);
  const buy = groups.get('city_buy') ?? [];
  const { surplus } = city;
  return (
    <section class="actor" aria-label={city.name} data-testid="actor">
      <h2>
        {city.name} <span class="muted">size {city.size}</span>
      </h2>
      <p class="facts">
        {surplus !== undefined && (
          <span>
            {signed(surplus.food)} food, {signed(surplus.shield)} shields, {signed(surplus.gold)} gold
          </span>
        )}
        {city.turns_to_grow != null && <span>grows in {city.turns_to_grow} turns</span>}
        {city.disorder === true && <strong class="warn">in disorder</strong>}
        <button type="button" class="link" onClick={() => goTo(tileOf(state, city))}>
          ({city.x}, {city.y})
        </button>
      </p>
      <Production city={city} />
      {buy.map((offer) => (
        <OfferButton key={offer.label} seat={seat} offer={offer} />
      ))}
      {[...groups.entries()]
        .filter(([type]) => type !== 'city_buy')
        .map(([type, offers]) => (
          <OfferGroup
            key={type}
            seat={seat}
            name={names[type] ?? actionLabel(type)}
            offers={offers}
            isOpen={type === 'city_production'}
          />
        ))}
    </section>
  );
}

function Production({ city }: { readonly city: CityView }) {
  const { production, production_cost: cost, shield_stock: stock = 0, production_turns: turns } = city;
  if (production == null) return null;
  const name = production.replaceAll('_', ' ');
  return (
    <div class="production">
      <p>
        Builds <strong data-testid="production">{name}</strong>
        {turns != null && <span class="muted"> {turns === 1 ? 'next turn' : `in ${turns} turns`}</span>}
      </p>
      {cost != null && (
        <progress value={Math.min(stock, cost)} max={cost} aria-label={`${stock} of ${cost} shields`} />
      )}
      {city.worklist !== undefined && city.worklist.length > 0 && (
        <p class="muted">then {city.worklist.map((one) => one.replaceAll('_', ' ')).join(', ')}</p>
      )}
    </div>
  );
}

function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}
