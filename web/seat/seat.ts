import { batch, computed, signal } from '@preact/signals';
import { AgentLink, type AgentLinkStatus } from './agent-link.js';
import { type AgentMessage, type Answer, isObject } from './agent-message.js';
import { forgetSeat, type KeptSeat, keepSeat } from './kept-seat.js';
import { NewsLog } from './news-log.js';
import { type Actor, offersOf, targetsOf } from './offers.js';
import { type Offer, type PlayState, type PlayUnit, sections, waitingUnits } from './play-state.js';
import { type News, newsIn, proposalsIn, verdictOf } from './words.js';

/** What somebody who plays does seldom enough to be looked at again meanwhile: offers of treaties come by themselves. */
const LOOK_MS = 15_000;
/** After something has moved that we did not move. */
const SOON_MS = 2_500;
/** Nothing is wrong: the game has not begun, is paused, or is being brought back. */
const soon: ReadonlySet<string> = new Set(['E122', 'E123', 'E132', 'E144']);

/** A seat that is played from this page: its state and offers as they are now, and what is chosen of them. */
export class Seat {
  readonly kept: KeptSeat;
  readonly gameId: string;
  readonly status = signal<AgentLinkStatus>({ name: 'connecting' });
  readonly state = signal<PlayState | undefined>(undefined);
  /** When the turn ends by itself, by this clock; undefined when it waits for its players. */
  readonly deadline = signal<number | undefined>(undefined);
  readonly chosen = signal<Actor | undefined>(undefined);
  readonly news = new NewsLog();
  /** How many actions have no verdict yet. */
  readonly underWay = signal(0);
  readonly hasEnded = computed(() => {
    const state = this.state.value;
    return state !== undefined && state.players[state.player_id]?.phase_done === true;
  });
  readonly offers = computed(() => {
    const state = this.state.value;
    return state === undefined ? [] : offersOf(state, this.chosen.value);
  });
  readonly targets = computed(() => {
    const state = this.state.value;
    return state === undefined ? new Map() : targetsOf(state, this.offers.value);
  });
  readonly #link: AgentLink;
  readonly #looking: number;
  #query: 'none' | 'running' | 'again' = 'none';
  #soon = 0;
  /** Whether the choice goes on to the next unit when the chosen one waits no more: not from somebody who only looks. */
  #mayGoOn = true;

  constructor(seat: KeptSeat, wishes: Readonly<Record<string, unknown>>) {
    this.kept = seat;
    this.gameId = seat.gameId;
    this.#looking = setInterval(() => document.hidden || this.refresh(), LOOK_MS);
    this.#link = new AgentLink({
      seat,
      wishes,
      onSession: (sessionId, seq) => keepSeat({ ...seat, sessionId, seq }),
      onPush: (message) => this.#hear(message),
      onStatus: (status) => this.#turnOut(status),
    });
  }

  /** Leaves the page's part in it; the seat stays the player's, who may come back. */
  close(): void {
    clearInterval(this.#looking);
    clearTimeout(this.#soon);
    this.#link.close();
  }

  /** Asks how things stand; while an answer is on its way, once more after it. */
  refresh(): void {
    if (this.#query !== 'none') {
      this.#query = 'again';
      return;
    }
    this.#query = 'running';
    clearTimeout(this.#soon);
    this.#soon = 0;
    const question = { format: 'full', include_legal_actions: true, sections };
    void this.#link.request('state_query', question).then((answer) => {
      const isAgain = this.#query === 'again';
      this.#query = 'none';
      this.#show(answer);
      if (isAgain) this.refresh();
    });
  }

  /** Something has changed on the map, by us or not. */
  refreshSoon(): void {
    if (this.#soon === 0) this.#soon = setTimeout(() => this.refresh(), SOON_MS);
  }

  /** Does what is offered, or anything else the protocol knows; its verdict is told among the news. */
  async act(action: Pick<Offer, 'type' | 'label'> & Partial<Offer> & object): Promise<void> {
    this.underWay.value += 1;
    this.#mayGoOn = true;
    const answer = await this.#link.request('action', { action_type: action.type, ...action });
    this.underWay.value -= 1;
    this.#tell(verdictOf(action.label, answer));
    const result = answer.ok && isObject(answer.data.result) ? answer.data.result : {};
    const change = isObject(result.state_change) ? result.state_change : {};
    if (typeof change.city_id === 'number') this.chosen.value = { kind: 'city', id: change.city_id };
    this.refresh();
  }

  endTurn(): void {
    const offer = this.state.value?.legal_actions.find(({ type }) => type === 'end_turn');
    if (offer !== undefined && !this.hasEnded.value) void this.act(offer);
  }

  /** What a program gets that plays this seat: the short state with its offers. */
  asAgentsSee(): Promise<Answer<AgentMessage['data']>> {
    return this.#link.request('state_query', { format: 'llm_optimized', legal_actions: 'list' });
  }

  /** Chooses the next unit that waits for orders; undefined when there is none. */
  next(): PlayUnit | undefined {
    const state = this.state.value;
    if (state === undefined) return undefined;
    const waiting = waitingUnits(state);
    const chosen = this.chosen.value;
    const at = waiting.findIndex(({ id }) => chosen?.kind === 'unit' && id === chosen.id);
    const next = waiting[(at + 1) % Math.max(1, waiting.length)];
    if (next !== undefined) this.chosen.value = { kind: 'unit', id: next.id };
    return next;
  }

  #show(answer: Answer<AgentMessage['data']>): void {
    if (!answer.ok) {
      const { code } = answer.refusal;
      if (soon.has(code)) this.refreshSoon();
      // Else it is told by the status of the connection.
      else if (code !== 'closed') this.#tell(verdictOf('To look at the game', answer));
      return;
    }
    const { data: state } = answer.data;
    if (!isPlayState(state)) return;
    for (const news of proposalsIn(state, this.state.value)) this.#tell(news);
    batch(() => {
      this.state.value = state;
      this.deadline.value =
        state.seconds_left === null ? undefined : performance.now() + state.seconds_left * 1000;
      this.#keepChoice(state);
    });
  }

  /** What is gone is not chosen any more; who has no moves left makes room for who has. */
  #keepChoice(state: PlayState): void {
    const chosen = this.chosen.value;
    if (chosen?.kind === 'city' && state.cities.some(({ id }) => id === chosen.id)) return;
    const isThere = chosen?.kind === 'unit' && state.units.some(({ id }) => id === chosen.id);
    const waiting = waitingUnits(state);
    const isDone = isThere && this.#mayGoOn && !waiting.some(({ id }) => id === chosen.id);
    this.#mayGoOn = !isThere;
    if (isThere && !(isDone && waiting.length > 0)) return;
    const [first] = waiting;
    this.chosen.value = first === undefined ? undefined : { kind: 'unit', id: first.id };
  }

  #hear({ type, data }: AgentMessage): void {
    const news = newsIn(type, data);
    if (news !== undefined) this.#tell(news);
    if (type === 'turn_start') {
      this.#mayGoOn = true;
      const happened = isObject(data.digest) ? data.digest.happened : undefined;
      if (Array.isArray(happened))
        for (const text of happened) this.#tell({ mood: 'plain', text: String(text) });
    }
    this.refresh();
  }

  #turnOut(status: AgentLinkStatus): void {
    this.status.value = status;
    if (status.name === 'seated') this.refresh();
    if (status.name === 'over') forgetSession(status.code);
  }

  #tell(news: Omit<News, 'id' | 'turn'>): void {
    this.news.tell(news, this.state.value?.turn ?? 0);
  }
}

/** A token that is refused is not shown again. */
function forgetSession(code: string): void {
  if (code !== 'closed' && code !== 'replaced') forgetSeat();
}

function isPlayState(value: unknown): value is PlayState {
  return isObject(value) && Array.isArray(value.units) && Array.isArray(value.legal_actions);
}
