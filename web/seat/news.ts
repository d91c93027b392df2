import { signal } from '@preact/signals';
import type { WaitingFor } from '#shared/protocol/agent-answers.js';
import type { ActionResult } from '#shared/protocol/state/action-result.js';
import type { Offer } from '#shared/protocol/state/offer.js';
import type { AgentPush, PushData } from '#shared/protocol/state/pushes.js';
import type { AgentAnswer, RequestRefusal } from './agent-answer.js';
import type { PlayState } from './play-state.js';

/** How a piece of news is coloured. */
type Mood = 'good' | 'bad' | 'plain';

/** A line of news; ids count up. */
export interface News {
  readonly id: number;
  readonly mood: Mood;
  readonly text: string;
  readonly turn: number;
}

/** The label of an offer without its actor. */
export function offerLabel({ label, unit_id, city_id, reason }: Offer): string {
  const isNamed = unit_id !== undefined || city_id !== undefined;
  const named = isNamed ? label.slice(label.indexOf(': ') + 2) : label;
  // Work that makes the extra of its own name: `irrigation: Irrigation`.
  const what = named.replace(/^(.+): \1$/i, '$1');
  return `${capitalised(what)}${reason === undefined ? '' : ` (${reason})`}`;
}

/** `Fortify`: the name of a group of offers by the type of its actions. */
export function actionLabel(type: string): string {
  return capitalised(type.replace(/^(city|unit)_/, '').replaceAll('_', ' '));
}

function capitalised(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** Cost and odds of an offer: `50 gold, 40-60 %`. */
export function offerPrice({ cost = {}, certain, odds }: Offer): string {
  const { gold, shields, bulbs } = cost;
  const prices = [
    gold !== undefined && `${gold} gold`,
    shields !== undefined && `${shields} shields`,
    bulbs !== undefined && `${bulbs} bulbs`,
    !certain && (odds === undefined ? 'uncertain' : chance(odds)),
  ];
  return prices.filter((price) => price !== false).join(', ');
}

function chance([least, most]: readonly [number, number]): string {
  const [low, high] = [Math.round(least * 100), Math.round(most * 100)];
  return low === high ? `${low} %` : `${low}–${high} %`;
}

/** The refusal of a request as news. */
export function refusalNews(label: string, refusal: RequestRefusal): Omit<News, 'id' | 'turn'> {
  const { code, message, didYouMean, retryAfter } = refusal;
  const again = retryAfter === undefined ? '' : ` Again in ${Math.ceil(retryAfter)} s.`;
  const guess = didYouMean.length === 0 ? '' : ` Did you mean ${didYouMean.join(' or ')}?`;
  return { mood: 'bad', text: `${label}: ${sentence(message)} (${code})${again}${guess}` };
}

/** The verdict of an action as news. */
export function verdictNews(label: string, answer: AgentAnswer<ActionResult>): Omit<News, 'id' | 'turn'> {
  if (!answer.ok) return refusalNews(label, answer.refusal);
  const { outcome, server_messages: messages, result } = answer.data;
  const { state_change: change } = result;
  const words = messages.join(' ') || reportIn(change);
  if (outcome === 'applied')
    return { mood: change.succeeded === false ? 'bad' : 'good', text: `${label}: done. ${words}`.trim() };
  return { mood: 'bad', text: `${label}: nothing changed. ${words}`.trim() };
}

/** Texts in the result of an action. */
function reportIn(change: Readonly<Record<string, unknown>>): string {
  return Object.entries(change)
    .filter(([, value]) => typeof value === 'string')
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`)
    .join('; ');
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** A push as news; undefined for pushes that are visible elsewhere. */
export function pushNews(push: AgentPush): Omit<News, 'id' | 'turn'> | undefined {
  switch (push.type) {
    case 'chat_message':
      return { mood: 'plain', text: `“${push.data.text}”` };
    case 'event':
      return eventNews(push.data);
    case 'game_ended':
      return { mood: 'plain', text: endNews(push.data) };
    case 'status':
      return statusNews(push.data);
    default:
      return undefined;
  }
}

/** News of treaties that were not in the state before: there is no push for them. */
export function treatyNews(
  { treaties, players }: PlayState,
  before: PlayState | undefined,
): readonly Omit<News, 'id' | 'turn'>[] {
  const known = new Set(before?.treaties.map(({ player_id }) => player_id));
  return treaties
    .filter(({ player_id }) => !known.has(player_id))
    .map(({ player_id }) => ({
      mood: 'plain',
      text: `${players[player_id]?.nation ?? 'Another nation'}: a treaty is negotiated with you`,
    }));
}

function eventNews(event: PushData<'event'>): Omit<News, 'id' | 'turn'> {
  switch (event.event) {
    case 'order_ended':
      return { mood: event.outcome === 'lost' ? 'bad' : 'plain', text: event.sentence };
    case 'woken':
    case 'worklist_ended':
      return { mood: 'plain', text: event.sentence };
    case 'plan_ended':
      return { mood: event.outcome === 'failed' ? 'bad' : 'plain', text: event.sentence };
    case 'turn_warning':
      return { mood: 'bad', text: `The turn ends in ${event.seconds_left} seconds` };
    case 'played_by':
      return {
        mood: 'plain',
        text: event.who === 'person' ? 'A person plays your seat now' : 'The seat is yours again',
      };
    case 'defeated':
      return { mood: 'bad', text: 'Your nation is no more' };
    case 'action_not_restored':
      return {
        mood: 'bad',
        text: `An action was lost when the game was restored: ${event.action_type.replaceAll('_', ' ')}`,
      };
  }
}

function endNews({ winners = [] }: PushData<'game_ended'>): string {
  return winners.length === 0 ? 'The game is over' : `The game is over: ${winners.join(' and ')} won`;
}

const statusWords = {
  recovering: 'The game server is away; the game is being restored',
  recovered: 'The game is back',
  unavailable: 'The seat could not be taken again',
  lost: 'The game is lost',
  paused: 'The game is paused',
  seat_entered: 'Somebody else has entered this seat',
  deleted: 'The game was deleted',
  gap: 'Some news were skipped',
} as const;

function statusNews(data: PushData<'status'>): Omit<News, 'id' | 'turn'> | undefined {
  if (data.status === 'ready') return undefined;
  if (data.status === 'waiting') return { mood: 'plain', text: waitingNews(data.waiting_for) };
  const reason = 'reason' in data ? ` (${data.reason})` : '';
  return {
    mood: data.status === 'recovered' ? 'plain' : 'bad',
    text: `${statusWords[data.status]}${reason}`,
  };
}

function waitingNews(players: readonly WaitingFor[]): string {
  const names = players.map(({ nation, away }) => `${nation}${away ? ' (away)' : ''}`);
  return `The turn waits for: ${names.join(', ')}`;
}

const MAX_NEWS = 60;

/** The latest news, the newest first. */
export class NewsLog {
  readonly shown = signal<readonly News[]>([]);
  #lastId = 0;

  /** Adds a piece of news. */
  add(news: Omit<News, 'id' | 'turn'>, turn: number): void {
    this.#lastId += 1;
    this.shown.value = [{ ...news, id: this.#lastId, turn }, ...this.shown.value].slice(0, MAX_NEWS);
  }
}
