import { useSignal } from '@preact/signals';
import { shareText } from '../../statistics/estimate.js';
import type { ScenarioTable } from '../../statistics/scenario-table.js';
import { tournament } from './tournament-state.js';

/** The scores of all players in all scenarios, of one difficulty at a time. */
export function ScenarioScores({ table }: { readonly table: ScenarioTable }) {
  const { difficulties, scenarios, figures, overall } = table;
  const shown = useSignal(difficulties[0]);
  const { contestants } = tournament;
  const at = <T extends { readonly contestant: string; readonly difficulty: string }>(
    entries: readonly T[],
    contestant: string,
  ) => entries.filter((one) => one.contestant === contestant && one.difficulty === shown.value);
  return (
    <section class="card" aria-labelledby="scenarios">
      <div class="section-head">
        <h2 id="scenarios">Scenarios</h2>
        <fieldset class="tabs" aria-label="Difficulty">
          {difficulties.map((difficulty) => (
            <button
              key={difficulty}
              type="button"
              aria-pressed={shown.value === difficulty}
              onClick={() => {
                shown.value = difficulty;
              }}
            >
              {difficulty}
            </button>
          ))}
        </fieldset>
      </div>
      <p class="muted">Scores from 0 to 1, means over seeds with 95 per cent intervals; games solved.</p>
      <div class="wide">
        <table>
          <thead>
            <tr>
              <th scope="col">Scenario</th>
              {contestants.map((contestant) => (
                <th key={contestant} scope="col">
                  {contestant}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {scenarios.map((name) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {contestants.map((contestant) => {
                  const own = at(figures, contestant).find(({ scenario }) => scenario === name);
                  return (
                    <td key={contestant}>
                      {own !== undefined && (
                        <>
                          {shareText(own.score)}{' '}
                          <span class="muted">
                            {own.solved}/{own.games}
                          </span>
                        </>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
            <tr>
              <th scope="row">In all</th>
              {contestants.map((contestant) => {
                const [own] = at(overall, contestant);
                return (
                  <td key={contestant}>
                    <strong>{own === undefined ? '' : shareText(own.score)}</strong>
                  </td>
                );
              })}
            </tr>
          </tbody>
        </table>
      </div>
    </section>
  );
}
