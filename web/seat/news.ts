import { signal } from '@preact/signals';
import { isJsonObject } from '#shared/core/json.js';
import type { AgentAnswer } from './agent-message.js';
import type { Offer, PlayState } from './play-state.js';

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
  const what = isNamed ? label.slice(label.indexOf(': ') + 2) : label;
  return `${what.slice(0, 1).toUpperCase()}${what.slice(1)}${reason === undefined ? '' : ` (${reason})`}`;
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

/** The verdict of an action as news. */
export function verdictNews(
  label: string,
  answer: AgentAnswer<Readonly<Record<string, unknown>>>,
): Omit<News, 'id' | 'turn'> {
  if (!answer.ok) {
    const { code, message, didYouMean, retryAfter } = answer.refusal;
    const again = retryAfter === undefined ? '' : ` Again in ${Math.ceil(retryAfter)} s.`;
    const guess = didYouMean.length === 0 ? '' : ` Did you mean ${didYouMean.join(' or ')}?`;
    return { mood: 'bad', text: `${label}: ${sentence(message)} (${code})${again}${guess}` };
  }
  const { outcome, server_messages: messages, result } = answer.data;
  const sentences = Array.isArray(messages) ? messages.map(String) : [];
  const change = isJsonObject(result) && isJsonObject(result.state_change) ? result.state_change : {};
  const words = sentences.join(' ') || reportIn(change);
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
export function pushNews(
  type: string,
  data: Readonly<Record<string, unknown>>,
): Omit<News, 'id' | 'turn'> | undefined {
  switch (type) {
    case 'chat_message':
      return { mood: 'plain', text: `“${String(data.text)}”` };
    case 'event':
      return eventNews(data);
    case 'game_ended':
      return { mood: 'plain', text: endNews(data) };
    case 'status':
      return statusNews(data);
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

function eventNews(data: Readonly<Record<string, unknown>>): Omit<News, 'id' | 'turn'> {
  if (typeof data.sentence === 'string')
    return { mood: data.outcome === 'lost' ? 'bad' : 'plain', text: data.sentence };
  if (data.event === 'turn_warning')
    return { mood: 'bad', text: `The turn ends in ${String(data.seconds_left)} seconds` };
  if (data.event === 'defeated') return { mood: 'bad', text: 'Your nation is no more' };
  return { mood: 'plain', text: String(data.event).replaceAll('_', ' ') };
}

function endNews({ winners }: Readonly<Record<string, unknown>>): string {
  const names = Array.isArray(winners) ? winners.map(String) : [];
  return names.length === 0 ? 'The game is over' : `The game is over: ${names.join(' and ')} won`;
}

function statusNews(data: Readonly<Record<string, unknown>>): Omit<News, 'id' | 'turn'> | undefined {
  const { status, reason } = data;
  if (status === 'ready') return undefined;
  if (status === 'waiting') return { mood: 'plain', text: waitingNews(data) };
  const words: Readonly<Record<string, string>> = {
    recovering: 'The game server is away; the game is being brought back',
    lost: 'The game is lost',
    paused: 'The game is paused',
    deleted: 'The game was deleted',
    gap: 'Some news were skipped',
  };
  const text = `${words[String(status)] ?? String(status)}${typeof reason === 'string' ? ` (${reason})` : ''}`;
  return { mood: 'bad', text };
}

function waitingNews({ waiting_for: awaited }: Readonly<Record<string, unknown>>): string {
  const players = Array.isArray(awaited) ? awaited.filter(isJsonObject) : [];
  const names = players.map(({ nation, away }) => `${String(nation)}${away === true ? ' (away)' : ''}`);
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
