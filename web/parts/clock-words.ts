import type { SpectatorAgent } from '#shared/protocol/spectator/agents.js';

/** What stands beside the name of an agent. */
export interface ClockWords {
  readonly word: string;
  /** True while it uses its turn. */
  readonly isThinking: boolean;
  /** The time it has taken, or has left. */
  readonly time?: string;
}

const GAME_OVER = 'game_over';

const words = { thinking: 'thinking', ended: 'turn ended', waiting: 'waiting', out: 'out' } as const;

const absences = { connected: '', away: 'connection lost', gone: 'has left' } as const;

/** What is said of an agent that is not there; nothing in a game that is over: who leaves then has lost nothing. */
export function absenceWords({ presence }: Pick<SpectatorAgent, 'presence'>, phase: string): string {
  return phase === GAME_OVER ? '' : absences[presence];
}

/**
 * What an agent does in its turn; undefined once the game is over. `now` in milliseconds since 1970; undefined in the past,
 * where no time runs. An agent that is not there does not think; the time that the turn still waits for it runs all the same.
 */
export function clockWords(
  { clock, presence }: Pick<SpectatorAgent, 'clock' | 'presence'>,
  phase: string,
  now: number | undefined,
): ClockWords | undefined {
  if (phase === GAME_OVER) return undefined;
  const { state, since, ends_at: endsAt } = clock;
  if (state !== 'thinking') return { word: words[state], isThinking: false };
  const isThinking = presence === 'connected';
  const word = isThinking ? words.thinking : presence;
  if (now === undefined) return { word, isThinking };
  if (endsAt !== null) return { word, isThinking, time: `${minutes(endsAt - now)} left` };
  return isThinking ? { word, isThinking, time: minutes(now - since) } : { word, isThinking };
}

function minutes(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
