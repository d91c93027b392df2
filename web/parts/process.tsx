import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { PROCESS_METRICS, processDefinitions, processText } from '#shared/protocol/process-definitions.js';
import type { GameScore } from '#shared/protocol/score.js';
import { picture, time, viewedPlayer } from '../state.js';
import { fetchGame } from './fetch-game.js';
import { ProcessFormulas } from './process-formulas.js';

/** How each agent has played until now, beside its score. Not in the view of one player, nor of the past. */
export function Process({ id }: { readonly id: string }) {
  const process = useSignal<NonNullable<GameScore['process']>>([]);
  const view = picture.value?.view;
  const isShown = view !== undefined && viewedPlayer.value === undefined && time.value.kind !== 'past';
  useEffect(() => {
    if (!isShown) return;
    const end = new AbortController();
    void fetchGame<GameScore>(id, '/score', end.signal).then((found) => {
      if (!end.signal.aborted) process.value = found?.process ?? [];
    });
    return () => end.abort();
  }, [id, isShown, view?.header.turn, view?.header.phase]);
  const rows = process.value.filter(({ turns }) => turns > 0);
  const metrics = PROCESS_METRICS.filter((metric) => rows.some((row) => row[metric] !== null));
  if (!isShown || metrics.length === 0) return null;
  return (
    <section class="process" aria-labelledby="process" data-testid="process">
      <h2 id="process">How they play</h2>
      <table class="pacts">
        <thead>
          <tr>
            <th scope="col">Nation</th>
            {rows.map(({ player }) => (
              <th key={player} scope="col">
                {view.players.get(player)?.nation ?? player}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {metrics.map((metric) => (
            <tr key={metric}>
              <th scope="row">{processDefinitions[metric].label}</th>
              {rows.map((row) => (
                <td key={row.player}>{processText(metric, row[metric])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <details>
        <summary>How this is counted</summary>
        <ProcessFormulas metrics={metrics} />
      </details>
    </section>
  );
}
