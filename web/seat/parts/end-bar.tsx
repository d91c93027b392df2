import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { waitingUnits } from '../play-state.js';
import type { Seat } from '../seat.js';

interface EndBarProps {
  readonly seat: Seat;
  next(): void;
}

/** Who still waits, the last news, and the end of the turn. */
export function EndBar({ seat, next }: EndBarProps) {
  const state = seat.state.value;
  const waiting = state === undefined ? 0 : waitingUnits(state).length;
  const [newest] = seat.news.shown.value;
  const isOver = state?.phase === 'game_over';
  const mayEnd =
    state !== undefined && seat.status.value.name === 'seated' && !seat.hasEnded.value && !isOver;
  return (
    <div class="end-bar" role="toolbar" aria-label="Turn">
      <button type="button" disabled={waiting === 0} onClick={next} aria-keyshortcuts="N">
        Next unit <span class="sub">{waiting}</span>
      </button>
      <p class={`verdict ${newest?.mood ?? 'plain'}`} role="status" data-testid="verdict">
        {seat.underWay.value > 0 ? '…' : newest?.text}
      </p>
      <Clock seat={seat} />
      <button
        type="button"
        class={waiting === 0 ? 'end ready' : 'end'}
        disabled={!mayEnd}
        onClick={() => seat.endTurn()}
        aria-keyshortcuts="Enter"
      >
        {isOver ? 'Game over' : seat.hasEnded.value ? 'Waiting for the others …' : 'End turn'}
        {mayEnd && (
          <span class="key" aria-hidden="true">
            ⏎
          </span>
        )}
      </button>
    </div>
  );
}

/** Seconds until the turn ends by itself. */
function Clock({ seat }: { readonly seat: Seat }) {
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
