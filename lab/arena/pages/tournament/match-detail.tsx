import type { CurveColumn } from '../../statistics/mean-curve.js';
import type { Tournament } from '../../statistics/tournament.js';
import { Curves } from './curves.js';
import { TurnLinks } from './match-notes.js';
import { colorOf } from './series-colors.js';
import { shownMatch } from './tournament-state.js';

/** One match: its curves, its last map, and its recording. */
export function MatchDetail({ tournament }: { readonly tournament: Tournament }) {
  const match = shownMatch(tournament);
  if (match === undefined) return <p class="card muted">No match was played.</p>;
  const { match: id, seed, players, playedTo, scenario } = match;
  const lines = players.map(({ contestant, curve }) => ({
    ...{ name: contestant, color: colorOf(contestant, tournament.contestants) },
    points: (column: CurveColumn) => curve.map((entry) => [entry[0], entry[column]] as const),
  }));
  return (
    <section class="card" aria-labelledby="match">
      <h2 id="match">
        {id}{' '}
        <small>
          seed {seed}, turn {playedTo}
        </small>
      </h2>
      {scenario !== null && (
        <ul class="goals">
          {[...scenario.progress.entries()].map(([at, { goal, value, target, share }]) => (
            <li key={at}>
              {goal}: {value} of {target} <span class="muted">({Math.round(share * 100)} %)</span>
            </li>
          ))}
        </ul>
      )}
      <Curves lines={lines} label={`match ${id}`} />
      <img class="last-map" src={`maps/${id}.png`} alt={`The map of ${id} at its end`} loading="lazy" />
      <p>
        Watch from turn <TurnLinks match={id} playedTo={playedTo} />
      </p>
      <p>
        <a href={`recordings/${id}.fcr`} download>
          Recording
        </a>{' '}
        <span class="muted">to keep, and for</span> <code>npm run replay -- recordings/{id}.fcr</code>
      </p>
      <ul class="places">
        {players.map(({ contestant, nation, player, run }) => (
          <li key={player}>
            <strong>{contestant}</strong> as the {nation}, place {player + 1}
            {run?.usage != null && (
              <span class="muted">
                , {run.usage.calls} calls, {run.usage.input_tokens + run.usage.output_tokens} tokens
                {run.usage.cost_usd === null ? '' : `, $${run.usage.cost_usd.toFixed(4)}`}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
