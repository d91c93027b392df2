import type { SpectatorAgent } from '#shared/protocol/spectator/agents.js';
import type { SpectatorCity } from '#shared/protocol/spectator/messages.js';
import type { Outputs } from '#shared/protocol/state/common.js';

type Growth = NonNullable<SpectatorCity['growth']>;

/** How far a city is with what it builds: `12 of 40 shields, in 7 turns`. */
export function buildingWords({ shields, growth }: SpectatorCity): string {
  const { production_cost: cost = null, production_turns: turns = null } = growth ?? {};
  if (growth !== undefined && cost === null) return '';
  const stock = `${shields}${cost === null ? '' : ` of ${cost}`} shields`;
  if (growth === undefined) return stock;
  return `${stock}, ${turns === null ? 'never at this rate' : inTurns(turns)}`;
}

/** When a city grows, and its food: `Grows in 4 turns, food 8 of 20`. */
export function growthWords({ surplus, food_stock, granary_size, turns_to_grow }: Growth): string {
  const food = `food ${food_stock}${granary_size === null ? '' : ` of ${granary_size}`}`;
  if (turns_to_grow !== null) return `Grows ${inTurns(turns_to_grow)}, ${food}`;
  return `${surplus.food < 0 ? 'Starves' : 'Does not grow'}, ${food}`;
}

const outputs: readonly (readonly [keyof Outputs, string])[] = [
  ['food', 'food'],
  ['shield', 'shields'],
  ['trade', 'trade'],
  ['gold', 'gold'],
  ['luxury', 'luxury'],
  ['science', 'bulbs'],
];

/** What a city makes in a turn: `+2 food, +3 shields, +1 trade`. */
export function surplusWords({ surplus }: Growth): string {
  return outputs
    .filter(([output]) => surplus[output] !== 0 || output === 'food' || output === 'shield')
    .map(([output, word]) => `${surplus[output] < 0 ? '−' : '+'}${Math.abs(surplus[output])} ${word}`)
    .join(', ');
}

function inTurns(turns: number): string {
  return turns === 1 ? 'next turn' : `in ${turns} turns`;
}

/** What stands beside the name of an agent. */
export interface ClockWords {
  readonly word: string;
  /** True while it uses its turn. */
  readonly isThinking: boolean;
  /** The time it has taken, or has left. */
  readonly time?: string;
}

/** Who plays the seat of an agent; recordings of earlier versions do not say it. */
interface SeatPlayer {
  readonly model: string | null;
  readonly played_by?: 'person' | 'model' | 'ai' | undefined;
}

/** Who plays a seat: a person with an ordinary client, its model, or an AI of the game server. */
export function playerWords({ model, played_by: who }: SeatPlayer): string {
  const agent = model ?? 'an agent of no known model';
  if (who === 'person') return model === null ? 'a person' : `a person, in place of ${model}`;
  return who === 'ai' ? `AI, in place of ${agent}` : agent;
}

/** The kind of a player: `AI` of the game server, `person`, or `agent`. Which of the two is known with the agent alone. */
export function kindWords(
  { is_ai: isAi }: { readonly is_ai: boolean },
  agent?: Pick<SeatPlayer, 'played_by'>,
): string {
  if (isAi) return 'AI';
  if (agent === undefined) return 'agent or person';
  return agent.played_by === 'person' ? 'person' : 'agent';
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
