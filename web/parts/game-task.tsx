import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { GameInfo } from '#shared/protocol/game-summary.js';
import { picture } from '../state.js';
import { fetchGame } from './fetch-game.js';

/** The task of a game that is made for a scenario, and how far its agents have come. */
export function GameTask({ id }: { readonly id: string }) {
  const info = useSignal<GameInfo | undefined>(undefined);
  const header = picture.value?.view.header;
  const isShown = header !== undefined;
  useEffect(() => {
    // Before there is a picture the token may be missing or wrong.
    if (!isShown) return;
    const end = new AbortController();
    void fetchGame<GameInfo>(id, '', end.signal).then((found) => {
      if (!end.signal.aborted && found !== undefined) info.value = found;
    });
    return () => end.abort();
  }, [id, isShown, header?.turn, header?.phase]);
  const scenario = info.value?.scenario;
  if (!scenario) return null;
  return (
    <section aria-labelledby="task">
      <h2 id="task">Task</h2>
      <p>{scenario.goal}</p>
      {scenario.seats.map((seat) => (
        <div key={seat.agent_id} data-testid="task-seat">
          <p>
            {seat.agent_id}: <strong>{Math.round(seat.score * 100)} %</strong>{' '}
            <span class="muted">
              {scenario.difficulty}, until turn {scenario.turn_limit}
            </span>
          </p>
          <ul>
            {seat.progress.map(({ goal, value, target }) => (
              <li key={goal}>
                {goal}: {value} of {target}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
