import { play } from '../playing.js';
import type { Seat } from '../seat.js';

/** Which game and turn, and how the connection is. */
export function SeatHead({ seat }: { readonly seat: Seat }) {
  const state = seat.state.value;
  const now = seat.status.value;
  const words = {
    connecting: 'Connecting …',
    seated: state === undefined ? 'Waiting for the game to begin …' : 'Playing',
    lost: now.name === 'lost' ? `${now.reason}; trying again …` : '',
    over: now.name === 'over' ? now.reason : '',
  };
  return (
    <header class="head">
      <a href={`#/game/${seat.gameId}`} class="back" aria-label="Watch the game">
        ‹
      </a>
      <h1>{seat.gameId}</h1>
      {state !== undefined && (
        <p class="turn">
          Turn <strong data-testid="turn">{state.turn}</strong>
          <span class="muted"> · {state.year_name}</span>
        </p>
      )}
      <p class={`status ${now.name === 'seated' ? 'live' : now.name}`} role="status">
        <span class="dot" aria-hidden="true" />
        {words[now.name]}
      </p>
      {now.name === 'over' && (
        <button
          type="button"
          class="again"
          onClick={() => play({ ...seat.kept, sessionId: undefined, seq: 0 })}
        >
          Play here
        </button>
      )}
    </header>
  );
}
