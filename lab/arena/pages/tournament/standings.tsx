import { useSignal } from '@preact/signals';
import { colorOf } from '../../report/series-colors.js';
import { tournament } from './tournament-state.js';

/** The table of the contestants at a checkpoint, the best first. */
export function Standings() {
  const { checkpoints, contestants } = tournament;
  const shown = useSignal(checkpoints.length - 1);
  const now = checkpoints[shown.value];
  if (now === undefined) return <p class="card">No game counts yet.</p>;
  return (
    <section class="card" aria-labelledby="standings">
      <div class="section-head">
        <h2 id="standings">Standings</h2>
        <fieldset class="tabs" aria-label="When">
          {checkpoints.map(({ checkpoint }, index) => (
            <button
              key={checkpoint}
              type="button"
              aria-pressed={shown.value === index}
              onClick={() => {
                shown.value = index;
              }}
            >
              {checkpoint === 'end' ? 'End' : `Turn ${checkpoint}`}
            </button>
          ))}
        </fieldset>
      </div>
      <div class="wide">
        <table>
          <thead>
            <tr>
              <th scope="col">Player</th>
              <th scope="col">Rating</th>
              <th scope="col">95 %</th>
              <th scope="col">Games</th>
              <th scope="col">Score</th>
              <th scope="col">Cities</th>
              <th scope="col">Techs</th>
              <th scope="col">Alive</th>
            </tr>
          </thead>
          <tbody>
            {now.ratings.map(({ player, points, low, high, isFixed }) => {
              const own = now.figures.find(({ contestant }) => contestant === player);
              return (
                <tr key={player}>
                  <th scope="row">
                    <span
                      class="swatch"
                      style={{ background: colorOf(player, contestants) }}
                      aria-hidden="true"
                    />
                    {player}
                  </th>
                  <td>
                    <strong>{Math.round(points)}</strong>
                  </td>
                  <td class="muted">{isFixed ? 'fixed' : `${Math.round(low)} to ${Math.round(high)}`}</td>
                  <td>{own?.games}</td>
                  <td>{own?.score.mean.toFixed(1)}</td>
                  <td>{own?.cities.mean.toFixed(1)}</td>
                  <td>{own?.techs.mean.toFixed(1)}</td>
                  <td>{Math.round((own?.survival ?? 0) * 100)} %</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
