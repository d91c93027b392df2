import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { waitingUnits } from '../play-state.js';
import type { PlayedSeat } from '../played-seat.js';
import { play } from '../playing.js';
import { enterEndsTurn } from '../shortcuts.js';

/** Header with game, turn and the state of the connection. */
export function SeatHead({ seat }: { readonly seat: PlayedSeat }) {
  const state = seat.state.value;
  const now = seat.status.value;
  const words = {
    connecting: 'Connecting …',
    seated: state === undefined ? 'Waiting for the game to begin …' : 'Playing',
    lost: now.kind === 'lost' ? `${now.reason}; trying again …` : '',
    over: now.kind === 'over' ? now.reason : '',
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
      <p class={`status ${now.kind === 'seated' ? 'live' : now.kind}`} role="status">
        <span class="dot" aria-hidden="true" />
        {words[now.kind]}
      </p>
      {now.kind === 'over' && (
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

interface EndBarProps {
  readonly seat: PlayedSeat;
  next(): void;
}

/** Footer with the waiting units, the latest news and the button that ends the turn. */
export function EndBar({ seat, next }: EndBarProps) {
  const state = seat.state.value;
  const waiting = state === undefined ? 0 : waitingUnits(state).length;
  const [newest] = seat.news.shown.value;
  const isOver = state?.phase === 'game_over';
  const mayEnd =
    state !== undefined && seat.status.value.kind === 'seated' && !seat.hasEnded.value && !isOver;
  return (
    <div class="end-bar" role="toolbar" aria-label="Turn">
      <button type="button" disabled={waiting === 0} onClick={next} aria-keyshortcuts="N">
        Next unit <span class="sub">{waiting}</span>
      </button>
      <p class={`verdict ${newest?.mood ?? 'plain'}`} role="status" data-testid="verdict">
        {seat.pendingActions.value > 0 ? '…' : newest?.text}
      </p>
      <Clock seat={seat} />
      <button
        type="button"
        class={waiting === 0 ? 'end ready' : 'end'}
        disabled={!mayEnd}
        onClick={() => seat.endTurn()}
        aria-keyshortcuts={enterEndsTurn.value ? 'Enter' : undefined}
      >
        {isOver ? 'Game over' : seat.hasEnded.value ? 'Waiting for the others …' : 'End turn'}
        {mayEnd && enterEndsTurn.value && (
          <span class="key" aria-hidden="true">
            ⏎
          </span>
        )}
      </button>
    </div>
  );
}

/** Seconds until the time limit ends the turn. */
function Clock({ seat }: { readonly seat: PlayedSeat }) {
  const now = useSignal(performance.now());
  const deadline = seat.deadline.value;
  useEffect(() => {
    if (deadline === undefined) return undefined;
    const timer = setInterval(() => {
      now.value = performance.now();
    }, 500);
    return () => clearInterval(timer);
  }, [deadline]);
  if (deadline === undefined) return null;
  const left = Math.max(0, Math.ceil((deadline - now.value) / 1000));
  const text = left >= 60 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` : `${left} s`;
  return (
    <span class={`clock${left <= 20 ? ' warn' : ''}`} role="timer" aria-label="Time left">
      {text}
    </span>
  );
}
