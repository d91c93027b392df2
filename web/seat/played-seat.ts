import { batch, computed, signal } from '@preact/signals';
import type { AnswerByRequest, PushMessage } from '#shared/protocol/state/messages.js';
import type { Offer } from '#shared/protocol/state/offer.js';
import type { UnitView } from '#shared/protocol/state/unit.js';
import { AgentSeat, type LoginWishes } from '../../agent/seat.js';
import type { SeatStatus } from '../../agent/session-link.js';
import { clearStoredSeat, type StoredSeat, storeSeat } from '../stored-seat.js';
import { type AgentAnswer, answerOf, type PlayStatus, refusalOf } from './agent-answer.js';
import { type News, NewsLog, pushNews, refusalNews, treatyNews, verdictNews } from './news.js';
import { type Actor, offersOf, targetsOf } from './offers.js';
import { isPlayState, type PlayState, sections, waitingUnits } from './play-state.js';

/** How often the state is requested without an event: treaties, for example, come without a push. */
const REFRESH_MS = 15_000;
/** Delay of a request after a change that this page did not cause. */
const REFRESH_SOON_MS = 2_500;
/** Errors that pass by themselves: the game has not begun, is paused, or is being restored. */
const temporaryCodes: ReadonlySet<string> = new Set(['E122', 'E123', 'E132', 'E144', 'E145']);

/** A seat that is played on this page: its connection, current state and offers, and what is chosen. */
export class PlayedSeat {
  readonly kept: StoredSeat;
  readonly gameId: string;
  readonly status = signal<PlayStatus>({ kind: 'connecting' });
  readonly state = signal<PlayState | undefined>(undefined);
  /** When the turn ends, in milliseconds of performance.now(); undefined when it waits for its players. */
  readonly deadline = signal<number | undefined>(undefined);
  readonly chosen = signal<Actor | undefined>(undefined);
  readonly news = new NewsLog();
  /** Number of actions without a verdict yet. */
  readonly pendingActions = signal(0);
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
  readonly #seat: AgentSeat;
  readonly #refreshTimer: number;
  #queryState: 'none' | 'running' | 'again' = 'none';
  #soonTimer = 0;
  /** True when the next unit is chosen once the chosen one has no moves left; false after the user has chosen a unit to look at. */
  #mayAdvance = true;

  constructor(seat: StoredSeat, wishes: LoginWishes) {
    this.kept = seat;
    this.gameId = seat.gameId;
    this.#refreshTimer = setInterval(() => document.hidden || this.refresh(), REFRESH_MS);
    const { token, agentId, gameId, sessionId, seq } = seat;
    this.#seat = new AgentSeat(`${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}`, {
      token,
      agentId,
      game: gameId,
      login: { ...wishes, model: 'human' },
      session: sessionId === undefined ? undefined : { id: sessionId, lastSeq: seq },
      // A person closes the page when there is nothing to wait for.
      connectTimeoutMs: Number.POSITIVE_INFINITY,
      reconnectTimeoutMs: Number.POSITIVE_INFINITY,
      onPush: (message) => this.#onPush(message),
      onStatus: (status) => this.#onStatus(status),
    });
  }

  /** Closes the connection. The seat stays the player's, who may come back. */
  close(): void {
    clearInterval(this.#refreshTimer);
    clearTimeout(this.#soonTimer);
    void this.#seat.close();
  }

  /** Requests the state; while a request is in flight, once more after it. */
  refresh(): void {
    if (this.#queryState !== 'none') {
      this.#queryState = 'again';
      return;
    }
    this.#queryState = 'running';
    clearTimeout(this.#soonTimer);
    this.#soonTimer = 0;
    const query = { format: 'full', include_legal_actions: true, sections };
    void answerOf(this.#seat.request('state_query', query)).then((answer) => {
      const isAgain = this.#queryState === 'again';
      this.#queryState = 'none';
      this.#onState(answer);
      if (isAgain) this.refresh();
    });
  }

  /** Requests the state after a short delay. Call it after a change on the map. */
  refreshSoon(): void {
    if (this.#soonTimer === 0) this.#soonTimer = setTimeout(() => this.refresh(), REFRESH_SOON_MS);
  }

  /** Sends an offer, or any other action of the protocol, and adds its verdict to the news. */
  async act(action: Pick<Offer, 'type' | 'label'> & Partial<Offer> & object): Promise<void> {
    this.pendingActions.value += 1;
    this.#mayAdvance = true;
    const answer = await answerOf(this.#seat.act(action.type, { ...action }));
    this.pendingActions.value -= 1;
    this.#addNews(verdictNews(action.label, answer));
    const cityId = answer.ok ? answer.data.result.state_change.city_id : undefined;
    if (typeof cityId === 'number') this.chosen.value = { kind: 'city', id: cityId };
    this.refresh();
  }

  /** Ends the turn, unless it has ended already. */
  endTurn(): void {
    const offer = this.state.value?.legal_actions.find(({ type }) => type === 'end_turn');
    if (offer !== undefined && !this.hasEnded.value) void this.act(offer);
  }

  /** Requests the optimized state with its offers, as a program that plays this seat gets it. */
  fetchRawState(): Promise<AgentAnswer<AnswerByRequest['state_query']>> {
    return answerOf(this.#seat.request('state_query', { format: 'llm_optimized', legal_actions: 'list' }));
  }

  /** Chooses the next unit that waits for orders and returns it; undefined when there is none. */
  selectNextUnit(): UnitView | undefined {
    const state = this.state.value;
    if (state === undefined) return undefined;
    const waiting = waitingUnits(state);
    const chosen = this.chosen.value;
    const at = waiting.findIndex(({ id }) => chosen?.kind === 'unit' && id === chosen.id);
    const next = waiting[(at + 1) % Math.max(1, waiting.length)];
    if (next !== undefined) this.chosen.value = { kind: 'unit', id: next.id };
    return next;
  }

  #onState(answer: AgentAnswer<AnswerByRequest['state_query']>): void {
    if (!answer.ok) {
      const { code } = answer.refusal;
      if (temporaryCodes.has(code)) this.refreshSoon();
      // 'closed' is shown by the status of the connection.
      else if (code !== 'closed') this.#addNews(refusalNews('To look at the game', answer.refusal));
      return;
    }
    if (answer.data.format !== 'full' || !isPlayState(answer.data.data)) return;
    const state: PlayState = answer.data.data;
    for (const news of treatyNews(state, this.state.value)) this.#addNews(news);
    batch(() => {
      this.state.value = state;
      this.deadline.value =
        state.seconds_left === null ? undefined : performance.now() + state.seconds_left * 1000;
      this.#updateChoice(state);
    });
  }

  /** Drops a chosen unit or city that is gone, and replaces a unit without moves by one that has some. */
  #updateChoice(state: PlayState): void {
    const chosen = this.chosen.value;
    if (chosen?.kind === 'city' && state.cities.some(({ id }) => id === chosen.id)) return;
    const isThere = chosen?.kind === 'unit' && state.units.some(({ id }) => id === chosen.id);
    const waiting = waitingUnits(state);
    const isDone = isThere && this.#mayAdvance && !waiting.some(({ id }) => id === chosen.id);
    this.#mayAdvance = !isThere;
    if (isThere && !(isDone && waiting.length > 0)) return;
    const [first] = waiting;
    this.chosen.value = first === undefined ? undefined : { kind: 'unit', id: first.id };
  }

  #onPush(push: PushMessage): void {
    this.#storeSession();
    const news = pushNews(push);
    if (news !== undefined) this.#addNews(news);
    if (push.type === 'turn_start') {
      this.#mayAdvance = true;
      for (const text of push.data.digest?.happened ?? []) this.#addNews({ mood: 'plain', text });
    }
    this.refresh();
  }

  #onStatus(status: SeatStatus): void {
    if (status.kind === 'over') {
      const { code, message: reason } = refusalOf(status.error);
      this.status.value = { kind: 'over', code, reason };
      forgetSession(code);
      return;
    }
    this.status.value = status;
    if (status.kind !== 'seated') return;
    this.#storeSession();
    this.refresh();
  }

  /** Keeps what a reload of the page needs to resume the session. */
  #storeSession(): void {
    const { id: sessionId, lastSeq: seq = 0 } = this.#seat.session ?? {};
    storeSeat({ ...this.kept, sessionId, seq });
  }

  #addNews(news: Omit<News, 'id' | 'turn'>): void {
    this.news.add(news, this.state.value?.turn ?? 0);
  }
}

/** Forgets a seat whose token was refused. */
function forgetSession(code: string): void {
  if (code !== 'closed' && code !== 'replaced') clearStoredSeat();
}
