import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { httpAddress } from '#shared/core/hosts.js';
import { seededRandom } from '#shared/core/seeded-random.js';
import { AgentError, type AgentSeat, connect } from '../../agent/client.js';
import { chooseActions } from '../load/support/choose-actions.js';

/** What is played, and how fast. */
export interface LivesOptions {
  /** For example ws://127.0.0.1:8003. */
  readonly gateway: string;
  readonly token: string;
  /** Games at a time. */
  readonly games: number;
  /** Agents and spectators of each game. */
  readonly agents: number;
  readonly spectators: number;
  /** The last turn of each game. */
  readonly turns: number;
  /** A turn of a seat takes at least this long: the memory depends on the amount of play, which other work must not change. */
  readonly turnMs: number;
  readonly seed: number;
}

const ACTIONS_EACH_TURN = 3;

/** What came of the games of a run. */
export interface LivesFigures {
  readonly gamesEnded: number;
  readonly turns: number;
  readonly comings: number;
  readonly spectators: number;
  /** What must not be, in sentences. */
  readonly problems: readonly string[];
}

/** Games that are made, played to their end and removed, one after the other in each place. */
export class GameLives {
  readonly #options: LivesOptions;
  readonly #random: () => number;
  readonly #problems: string[] = [];
  #ended = 0;
  #turns = 0;
  #comings = 0;
  #spectators = 0;

  constructor(options: LivesOptions) {
    this.#options = options;
    this.#random = seededRandom(options.seed);
  }

  get figures(): LivesFigures {
    return {
      gamesEnded: this.#ended,
      turns: this.#turns,
      comings: this.#comings,
      spectators: this.#spectators,
      problems: this.#problems,
    };
  }

  /** Plays until the signal, and the games under way to their end. */
  async run(signal: AbortSignal): Promise<void> {
    const place = async (number: number) => {
      for (let life = 1; !signal.aborted; life += 1) await this.#live(`soak-${number}-${life}`);
    };
    await Promise.all(Array.from({ length: this.#options.games }, (_, number) => place(number)));
  }

  /** One game from its making to its removal. */
  async #live(gameId: string): Promise<void> {
    const { agents, spectators } = this.#options;
    const leaving = new AbortController();
    try {
      const seats = Array.from({ length: agents }, (_, index) => this.#play(gameId, `${gameId}-${index}`));
      const watching = Array.from({ length: spectators }, () => this.#watch(gameId, leaving.signal));
      await Promise.all(seats);
      leaving.abort();
      await Promise.all(watching);
      this.#ended += 1;
    } catch (error) {
      leaving.abort();
      this.#problems.push(`${gameId}: ${Object(error).message}`);
    }
    await this.#remove(gameId);
  }

  /** Plays a seat to the end of its game; in some turns the agent leaves and comes back. */
  async #play(gameId: string, agentId: string): Promise<void> {
    let seat = await this.#come(gameId, agentId);
    for (;;) {
      const paced = pause(this.#options.turnMs);
      await this.#act(seat);
      await paced;
      const next = await seat.endTurn();
      if (next === undefined) break;
      this.#turns += 1;
      if (this.#random() >= 0.1) continue;
      const { session } = seat;
      await seat.close();
      seat = await this.#come(gameId, agentId, session);
    }
    await seat.close();
  }

  #come(gameId: string, agentId: string, session?: AgentSeat['session']): Promise<AgentSeat> {
    const { gateway, token, agents, turns, seed } = this.#options;
    this.#comings += 1;
    const game_config = {
      players: agents + 1,
      min_agents: agents,
      map: { xsize: 40, ysize: 30 },
      seeds: { game: seed, map: seed },
      end_turn: turns,
    };
    return connect(gateway, { agentId, token, game: gameId, session, login: { game_config } });
  }

  async #act(seat: AgentSeat): Promise<void> {
    try {
      const { offers } = await seat.offers();
      for (const action of chooseActions(offers, ACTIONS_EACH_TURN, this.#random)) await seat.act(action);
    } catch (error) {
      // What the game refuses, and its end, are part of playing.
      if (!(error instanceof AgentError)) throw error;
    }
  }

  /** Comes and goes as a spectator until the signal. */
  async #watch(gameId: string, signal: AbortSignal): Promise<void> {
    const { gateway, token } = this.#options;
    const headers = { authorization: `Bearer ${token}` };
    while (!signal.aborted) {
      const socket = new WebSocket(`${gateway}/ws/spectator/${gameId}`, { headers });
      socket.on('error', () => {});
      // Not by `once` of node:events, which an error of the socket would reject.
      const closed = new Promise((resolve) => socket.once('close', resolve));
      const heard = new Promise((resolve) => socket.once('message', resolve));
      socket.once('message', () => {
        this.#spectators += 1;
      });
      // Before the game is there, it is closed at once.
      await Promise.race([heard, closed]);
      await pause(2_000 * this.#random(), undefined, { signal }).catch(() => {});
      socket.terminate();
      await closed;
    }
  }

  async #remove(gameId: string): Promise<void> {
    const { gateway, token } = this.#options;
    const url = `${httpAddress(gateway)}/api/games/${gameId}`;
    const answer = await fetch(url, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) this.#problems.push(`${gameId} could not be removed: ${await answer.text()}`);
  }
}
