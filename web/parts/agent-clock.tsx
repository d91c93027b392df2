import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { SpectatorClock } from '#shared/protocol/spectator/agents.js';
import { time } from '../state.js';

const words = { thinking: 'thinking', ended: 'turn ended', waiting: 'waiting', out: 'out' } as const;

/** How an agent stands in its turn and, of the game as it goes, how long it has been and has left. */
export function AgentClock({ clock }: { readonly clock: SpectatorClock }) {
  const now = useSignal(Date.now());
  const isRunning = time.value.name === 'live' && clock.state === 'thinking';
  useEffect(() => {
    if (!isRunning) return undefined;
    now.value = Date.now();
    const timer = setInterval(() => {
      now.value = Date.now();
    }, 1000);
    return () => clearInterval(timer);
  }, [isRunning, clock.since]);
  return (
    <span class={`agent-clock ${clock.state}`}>
      <span class="beat" aria-hidden="true" />
      {words[clock.state]}
      {isRunning && <span class="seconds"> {timeText(clock, now.value)}</span>}
    </span>
  );
}

function timeText({ since, ends_at: endsAt }: SpectatorClock, now: number): string {
  return endsAt === null ? minutes(now - since) : `${minutes(endsAt - now)} left`;
}

function minutes(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
