import { useSignal } from '@preact/signals';
import type { MatchResult } from '../../play/match-result.js';
import type { Tournament } from '../../statistics/tournament.js';
import { goTo, shownMatch } from './tournament-state.js';

/** All matches, with their scores; those of one seed where one is chosen. */
export function MatchList({ tournament }: { readonly tournament: Tournament }) {
  const seed = useSignal('');
  const seeds = [...new Set(tournament.matches.map((match) => match.seed))];
  const listed = tournament.matches.filter((match) => seed.value === '' || match.seed === Number(seed.value));
  return (
    <section class="card" aria-labelledby="matches">
      <div class="section-head">
        <h2 id="matches">Matches</h2>
        <label>
          Map{' '}
          <select
            value={seed.value}
            onChange={({ currentTarget }) => {
              seed.value = currentTarget.value;
            }}
          >
            <option value="">all</option>
            {seeds.map((one) => (
              <option key={one} value={one}>
                seed {one}
              </option>
            ))}
          </select>
        </label>
      </div>
      <ul class="matches">
        {listed.map((match) => (
          <li key={match.match}>
            <MatchEntry match={match} isShown={match === shownMatch(tournament)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function MatchEntry({ match, isShown }: { readonly match: MatchResult; readonly isShown: boolean }) {
  const { scenario } = match;
  const ranked = match.players.toSorted((a, b) => finalScore(b) - finalScore(a));
  return (
    <button
      type="button"
      aria-pressed={isShown}
      onClick={() => goTo(`match=${encodeURIComponent(match.match)}`)}
    >
      <span class="name">{match.match}</span>
      {match.status === 'valid' && scenario !== null ? (
        <span class="scores">
          <span>
            {match.players[0]?.contestant} <strong>{scenario.score.toFixed(3)}</strong>
          </span>
        </span>
      ) : match.status === 'valid' ? (
        <span class="scores">
          {ranked.map((one) => (
            <span key={one.contestant}>
              {one.contestant} <strong>{one.destroyed === null ? finalScore(one) : 'destroyed'}</strong>
            </span>
          ))}
        </span>
      ) : (
        <span class="notice">
          {match.status}: {match.reason}
        </span>
      )}
    </button>
  );
}

function finalScore({ curve, destroyed }: MatchResult['players'][number]): number {
  return destroyed === null ? (curve.at(-1)?.[1] ?? 0) : -1;
}
