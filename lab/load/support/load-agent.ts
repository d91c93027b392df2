import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { Waiters } from '../../../agent/waiters.js';
import { timeLimit } from '../../../shared/core/clock.js';
import { chooseActions } from './choose-actions.js';
import type { GameTurns } from './game-turns.js';
import type { LoadFigures } from './load-figures.js';
import { type PublicAnswer, PublicSocket } from './public-socket.js';

type Data = Readonly<Record<string, unknown>>;

/** Where an agent plays, and how fast. */
export interface LoadAgentOptions {
  /** For example ws://127.0.0.1:8003. */
  readonly gateway: string;
  readonly token: string;
  readonly agentId: string;
  readonly gameId: string;
  readonly gameConfig: Data;
  readonly turns: GameTurns;
  /** Those of the part of the run that is under way. */
  readonly figures: () => LoadFigures;
  readonly random: () => number;
}

/** When an agent sends: its start, its interval in milliseconds, its end; of performance.now(). */
export interface Pace {
  readonly from: number;
  readonly everyMs: number;
  readonly until: number;
}

const ACTIONS_EACH_TURN = 4;
/** A state, the actions, and the end of the turn. */
export const REQUESTS_EACH_TURN = ACTIONS_EACH_TURN + 2;
/** When a turn takes longer than that, the agent plays on in the old one. */
const MAX_TURN_WAIT_MS = 60_000;
const RECONNECT_MS = 500;

const turnSchema = z.looseObject({ turn: z.int() });
const stateSchema = z.looseObject({
  data: z.looseObject({ turn: z.int().optional(), legal_actions: z.unknown() }),
});

/**
 * An agent that plays by a timetable: each request is due at its time, whether the one before was answered or not. It is sent
 * when the one before has its answer, and its latency counts from when it was due, so that an answer that comes late is a
 * delay of all requests behind it, too.
 */
export class LoadAgent {
  readonly #options: LoadAgentOptions;
  readonly #news = new Waiters();
  readonly #stopping = new AbortController();
  #socket: PublicSocket | undefined;
  #session: Data = {};
  #turn = 0;
  #endedTurn = 0;
  #actions: readonly Data[] = [];

  constructor(options: LoadAgentOptions) {
    this.#options = options;
  }

  /** Opens the socket and logs in; the error code when that is refused. */
  async logIn(): Promise<string | undefined> {
    const { gateway, agentId, token, gameId, gameConfig } = this.#options;
    this.#socket = await PublicSocket.open(gateway, agentId, (type, data) => this.#hear(type, data));
    const login = { api_token: token, model: 'load', game_id: gameId, game_config: gameConfig };
    const answer = await this.#socket.request('llm_connect', { ...login, ...this.#session });
    if (answer.error === undefined) this.#session = { session_id: answer.data.session_id };
    else this.#session = {};
    return answer.error;
  }

  /** Waits until the first turn has begun: asks for the state until it has one. */
  async whenPlaying(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const answer = await this.#ask('state_query', { format: 'llm_optimized' });
      if (answer.error === undefined) return;
      await pause(RECONNECT_MS);
    }
  }

  /** Plays at that pace. */
  async play({ from, everyMs, until }: Pace): Promise<void> {
    const { signal } = this.#stopping;
    for (let step = 0; !signal.aborted; step += 1) {
      const due = from + step * everyMs;
      if (due >= until) return;
      await pause(Math.max(0, due - performance.now()), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      await this.#step(step % REQUESTS_EACH_TURN, due);
    }
  }

  /** Leaves the game. */
  async leave(): Promise<void> {
    this.#stopping.abort();
    this.#news.wake();
    await this.#socket?.close();
  }

  get #figures(): LoadFigures {
    return this.#options.figures();
  }

  async #step(step: number, due: number): Promise<void> {
    const { turns } = this.#options;
    if (step === 0) {
      await this.#nextTurn();
      const query = { format: 'llm_optimized', include_legal_actions: true };
      const answer = await this.#measured('state', due, 'state_query', query);
      this.#read(answer);
    } else if (step <= ACTIONS_EACH_TURN) {
      const action = this.#actions[step - 1];
      if (action === undefined) this.#figures.nothingToDo += 1;
      else await this.#measured('action', due, 'action', action);
    } else {
      this.#endedTurn = this.#turn;
      turns.end(performance.now());
      const answer = await this.#measured('end_turn', due, 'action', { action_type: 'end_turn' });
      // Its turn goes on when the end of it was not taken.
      if (answer.error !== undefined) this.#endedTurn = 0;
    }
  }

  async #measured(kind: 'state' | 'action' | 'end_turn', due: number, type: string, data: Data) {
    const sent = performance.now();
    const answer = await this.#ask(type, data);
    this.#figures.answered(kind, { due, sent, now: performance.now(), error: answer.error });
    return answer;
  }

  /** The answer, from the connection there is or the next one. */
  async #ask(type: string, data: Data): Promise<PublicAnswer> {
    const answer = (await this.#socket?.request(type, data)) ?? { type: 'error', data: {}, error: 'lost' };
    if (answer.error === 'lost') await this.#reconnect();
    return answer;
  }

  async #reconnect(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#figures.reconnects += 1;
      const problem = await this.logIn().catch(() => 'lost');
      if (problem === undefined) return;
      await pause(RECONNECT_MS);
    }
  }

  /** Waits for the turn after the one it has ended, for some time. */
  async #nextTurn(): Promise<void> {
    using limit = timeLimit(this.#stopping.signal, MAX_TURN_WAIT_MS);
    const patience = limit.signal;
    while (this.#turn <= this.#endedTurn && this.#endedTurn > 0 && !patience.aborted)
      await this.#news.wait(patience).catch(() => {});
    if (patience.aborted) this.#figures.turnsNotChanged += 1;
  }

  #read(answer: PublicAnswer): void {
    const state = stateSchema.safeParse(answer.data);
    if (!state.success) return;
    const { turn, legal_actions: offers } = state.data.data;
    if (turn !== undefined) this.#see(turn);
    this.#actions = chooseActions(offers, ACTIONS_EACH_TURN, this.#options.random);
  }

  #hear(type: string, data: Data): void {
    const start = turnSchema.safeParse(data);
    if (type === 'turn_start' && start.success) this.#see(start.data.turn);
  }

  #see(turn: number): void {
    this.#options.turns.see(turn, performance.now());
    if (turn <= this.#turn) return;
    this.#turn = turn;
    this.#news.wake();
  }
}
