import { byType, offersOfNation } from '../offers.js';
import type { PlayedSeat } from '../played-seat.js';
import { OfferGroup } from './offer-group.js';

const names: Readonly<Record<string, string>> = {
  tech_research: 'Research instead',
  tech_goal: 'Work towards',
  player_rates: 'Rates',
  player_government: 'Government',
  player_policy: 'Policies',
  spaceship_place: 'Spaceship parts',
  spaceship_launch: 'Spaceship',
  vote: 'Votes',
  report: 'Reports',
  plan_cancel: 'End a plan',
};

/** Gold, rates, research and government, with the offers of the nation. */
export function NationCard({ seat }: { readonly seat: PlayedSeat }) {
  const state = seat.state.value;
  if (state === undefined) return null;
  const own = state.players[state.player_id];
  const { researching, bulbs, cost, turns, goal } = state.research;
  const { gold, gold_per_turn: income } = state.treasury;
  const groups = [...byType(offersOfNation(state)).entries()].filter(([type]) => !isOfOthers(type));
  return (
    <section aria-labelledby="nation">
      <h2 id="nation">{own?.nation ?? 'Your nation'}</h2>
      <dl class="nation">
        <dt>Gold</dt>
        <dd>
          <strong>{gold}</strong>{' '}
          <span class="muted">{income < 0 ? `−${-income}` : `+${income}`} a turn</span>
        </dd>
        {own?.rates != null && (
          <>
            <dt>Rates</dt>
            <dd>
              {own.rates.tax} % tax, {own.rates.luxury} % luxury, {own.rates.science} % science
            </dd>
          </>
        )}
        <dt>Government</dt>
        <dd>{plain(own?.government ?? 'none')}</dd>
        <dt>Research</dt>
        <dd>
          <strong>{plain(researching ?? 'nothing')}</strong>{' '}
          <span class="muted">
            {bulbs}/{cost ?? '–'} bulbs{turns === null ? '' : `, ${turns} turns`}
            {goal === null ? '' : `, towards ${plain(goal)}`}
          </span>
        </dd>
      </dl>
      {groups.map(([type, offers]) => (
        <OfferGroup key={type} seat={seat} name={names[type] ?? plain(type)} offers={offers} />
      ))}
    </section>
  );
}

/** Offers of treaties are shown beside the other player. */
function isOfOthers(type: string): boolean {
  return type.startsWith('treaty_') || type === 'cancel_pact' || type === 'diplomacy_message';
}

function plain(name: string): string {
  return name.replaceAll('_', ' ');
}
