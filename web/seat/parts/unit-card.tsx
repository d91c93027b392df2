import type { Offer } from '#shared/protocol/state/offer.js';
import type { UnitView } from '#shared/protocol/state/unit.js';
import { layoutOf } from '../../map/layout.js';
import { symbolStrokes } from '../../map/unit-symbols.js';
import { picture } from '../../state.js';
import { directionTo } from '../directions.js';
import { actionLabel, offerLabel } from '../news.js';
import { byType, targetTile } from '../offers.js';
import { tileOf } from '../play-state.js';
import type { PlayedSeat } from '../played-seat.js';
import { OfferButton } from './offer-button.js';
import { OfferGroup } from './offer-group.js';

interface UnitCardProps {
  readonly seat: PlayedSeat;
  readonly unit: UnitView;
  goTo(tile: number): void;
}

/** More offers of one type than this have a group of their own. */
const MAX_LISTED_OFFERS = 4;

/** The chosen unit and its offers. */
export function UnitCard({ seat, unit, goTo }: UnitCardProps) {
  const state = seat.state.value;
  const view = picture.value?.view;
  if (state === undefined) return null;
  const kind = view?.rules.unit_types.find(({ name }) => name === unit.type_name)?.kind ?? 'soldier';
  const offers = seat.offers.value;
  const moves = offers.filter(
    (offer) => offer.type === 'unit_move' && targetTile(state, offer) !== undefined,
  );
  const groups = [...byType(offers.filter((offer) => !moves.includes(offer))).entries()];
  const single = groups
    .filter(([, group]) => group.length <= MAX_LISTED_OFFERS)
    .flatMap(([, group]) => group);
  const large = groups.filter(([, group]) => group.length > MAX_LISTED_OFFERS);
  return (
    <section class="actor" aria-label={`${unit.type_name} ${unit.id}`} data-testid="actor">
      <h2>
        <svg viewBox="-12 -12 24 24" aria-hidden="true" class="symbol own">
          <rect x="-12" y="-12" width="24" height="24" rx="5" />
          <path d={symbolStrokes(kind)} transform="scale(.85)" />
        </svg>
        {unit.type_name} <span class="muted">{unit.id}</span>
      </h2>
      <p class="facts">
        <span>
          <strong>{unit.moves_left ?? 0}</strong>/{unit.moves} moves
        </span>
        <span>
          <strong>{unit.hp}</strong>/{unit.hp_max} hp
        </span>
        <span>
          attack {unit.attack}, defense {unit.defense}
        </span>
        <button type="button" class="link" onClick={() => goTo(tileOf(state, unit))}>
          ({unit.x}, {unit.y})
        </button>
        {unit.activity !== 'idle' && <span>{unit.activity.replaceAll('_', ' ')}</span>}
      </p>
      <div class="orders">
        {moves.length > 0 && <Compass seat={seat} unit={unit} moves={moves} />}
        <div class="offers">
          {single.map((offer) => (
            <OfferButton key={offer.label} seat={seat} offer={offer} />
          ))}
        </div>
      </div>
      {large.map(([type, group]) => (
        <OfferGroup key={type} seat={seat} name={actionLabel(type)} offers={group} />
      ))}
      {offers.length === 0 && <p class="muted">It can do nothing more this turn.</p>}
    </section>
  );
}

interface CompassProps {
  readonly seat: PlayedSeat;
  readonly unit: UnitView;
  readonly moves: readonly Offer[];
}

/** Moves by their direction on the screen; moves to more distant tiles by their label. */
function Compass({ seat, unit, moves }: CompassProps) {
  const state = seat.state.value;
  const map = picture.value?.view.map;
  if (state === undefined || map === undefined) return null;
  const layout = layoutOf(map);
  const taken = new Set<string>();
  const steps = moves.map((offer) => {
    const to = targetTile(state, offer);
    const way = to === undefined ? undefined : directionTo(layout, tileOf(state, unit), to);
    const isFirst = way !== undefined && !taken.has(way.digit) && taken.add(way.digit) !== undefined;
    return { offer, way: isFirst ? way : undefined };
  });
  return (
    <fieldset class="compass" aria-label="Move">
      {steps.map(({ offer, way }) =>
        way === undefined ? null : (
          <button
            key={way.digit}
            type="button"
            class={`way-${way.digit}`}
            aria-label={offerLabel(offer)}
            title={`${offerLabel(offer)} (${way.digit})`}
            onClick={() => void seat.act(offer)}
          >
            {way.arrow}
          </button>
        ),
      )}
    </fieldset>
  );
}
