import { seededRandom } from '../seeded-random.js';
import { playOn } from './agent-play.js';
import { type AgentObserver, GameAgent } from './game-agent.js';

type Data = Readonly<Record<string, unknown>>;

const AGENTS = ['ann', 'ben'] as const;
export const TURN_LIMIT_S = 10;

export interface GameRoundOptions {
  /** Where its agents connect to. */
  readonly port: number;
  readonly token: string;
  readonly gameId: string;
  readonly seed: number;
  /** What its agents' ids begin with. */
  readonly prefix?: string;
  /** Goes before what games are made with here. */
  readonly config?: Data;
  /** The turn that a game from the disk was in. */
  readonly turn?: number;
}

/** A game under way with its agents, from its first login to its end or loss. */
export class GameRound {
  readonly gameId: string;
  /** The last turn any of its agents has seen. */
  turn: number;
  /** Whether it has come to its end, or to that of a seat, as games do. */
  isOver = false;
  /** Why it cannot be played on, in the words of the gateway. */
  lost: string | undefined;
  /** Why it could not be restored when that was last tried; undefined once it goes on. */
  away: string | undefined;
  /** Acknowledged things that are not there: violations unless the game says so by itself. */
  readonly suspicions: string[] = [];
  readonly named: string[] = [];
  readonly violations: string[] = [];
  readonly agents: readonly GameAgent[];
  readonly #playing: Promise<unknown>;
  readonly #waiting = new Set<{ readonly is: () => boolean; readonly go: () => void }>();
  #endings = 0;

  constructor({ port, token, gameId, seed, prefix = gameId, config = {}, turn = 0 }: GameRoundOptions) {
    this.gameId = gameId;
    this.turn = turn;
    const gameConfig = {
      players: AGENTS.length + 2,
      min_agents: AGENTS.length,
      ai_skill: 'novice',
      map: { xsize: 40, ysize: 30 },
      seeds: { game: seed, map: seed },
      turn_time_limit: TURN_LIMIT_S,
      ...config,
    };
    this.agents = AGENTS.map(
      (name) =>
        new GameAgent({
          agentId: `${prefix}-${name}`,
          gameId,
          token,
          gameConfig,
          port: () => port,
          observer: this.#observer(),
        }),
    );
    this.#playing = Promise.all(
      this.agents.map((agent, index) => playOn(agent, seededRandom(seed * 10 + index))),
    );
  }

  /** Resolves when it has come to that turn or is lost. */
  reached(turn: number): Promise<void> {
    return this.#until(() => this.turn >= turn || this.isGone);
  }

  /** Resolves when it has come to that turn, is lost, or says that it cannot be restored now. */
  reachedOrAway(turn: number): Promise<void> {
    return this.#until(() => this.turn >= turn || this.isGone || this.away !== undefined);
  }

  /** Resolves when it cannot be played on. */
  gone(): Promise<void> {
    return this.#until(() => this.isGone);
  }

  /** Resolves when an agent of it sends the next end of a turn. */
  nextEndTurn(): Promise<void> {
    const before = this.#endings;
    return this.#until(() => this.#endings > before || this.isGone);
  }

  /** Whether it is not played any more. */
  get isGone(): boolean {
    return this.isOver || this.lost !== undefined;
  }

  /** The agents leave. */
  async stop(): Promise<void> {
    for (const agent of this.agents) agent.stop();
    await this.#playing;
  }

  /** What has been said to be lost takes the suspicions with it; the rest were violations. */
  judge(): void {
    if (this.named.length === 0) this.violations.push(...this.suspicions.map((each) => `not named: ${each}`));
    this.suspicions.length = 0;
  }

  #observer(): AgentObserver {
    return {
      turn: (_, turn) => this.#note(() => this.#goOn(turn)),
      violation: (agentId, sentence) => this.violations.push(`${agentId}: ${sentence}`),
      suspicion: (agentId, sentence) => this.suspicions.push(`${agentId}: ${sentence}`),
      named: (agentId, sentence) => this.named.push(`${agentId}: ${sentence}`),
      gameAway: (_, sentence) =>
        this.#note(() => {
          this.away = sentence;
        }),
      gameOver: () =>
        this.#note(() => {
          this.isOver = true;
        }),
      gameLost: (_, sentence) => this.#note(() => (this.lost ??= sentence)),
      endTurnSent: () => this.#note(() => (this.#endings += 1)),
    };
  }

  #goOn(turn: number): void {
    if (turn > this.turn) this.away = undefined;
    // A loss within a turn change may take back the turn that has just begun.
    if (turn < this.turn - 1) this.suspicions.push(`it went back from turn ${this.turn} to ${turn}`);
    this.turn = Math.max(this.turn, turn);
  }

  #note(change: () => void): void {
    change();
    for (const waiting of [...this.#waiting]) {
      if (!waiting.is()) continue;
      this.#waiting.delete(waiting);
      waiting.go();
    }
  }

  #until(is: () => boolean): Promise<void> {
    if (is()) return Promise.resolve();
    return new Promise((go) => this.#waiting.add({ is, go }));
  }
}
