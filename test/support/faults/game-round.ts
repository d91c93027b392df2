import { seededRandom } from '../seeded-random.js';
import type { Data } from './agent-connection.js';
import { playOn } from './agent-play.js';
import { type AgentObserver, GameAgent } from './game-agent.js';
import type { Installation } from './installation.js';

const AGENTS = ['ann', 'ben'] as const;
export const TURN_LIMIT_S = 10;

/** A game under way with its agents, from its first login to its end or loss. */
export class GameRound {
  readonly gameId: string;
  /** The last turn any of its agents has seen. */
  turn = 0;
  /** Why it cannot be played on, in the words of the gateway. */
  lost: string | undefined;
  /** Acknowledged things that are not there: violations unless the game says so by itself. */
  readonly suspicions: string[] = [];
  readonly named: string[] = [];
  readonly violations: string[] = [];
  readonly agents: readonly GameAgent[];
  readonly #playing: Promise<unknown>;
  readonly #waiting = new Set<{ readonly is: () => boolean; readonly go: () => void }>();
  #endings = 0;

  /** `prefix` begins its agents' ids; `config` goes before what games are made with here. */
  constructor(
    installation: Installation,
    gameId: string,
    seed: number,
    prefix: string = gameId,
    config: Data = {},
  ) {
    this.gameId = gameId;
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
          token: installation.token,
          gameConfig,
          port: () => installation.gatewayPort,
          observer: this.#observer(),
        }),
    );
    this.#playing = Promise.all(
      this.agents.map((agent, index) => playOn(agent, seededRandom(seed * 10 + index))),
    );
  }

  /** Resolves when it has come to that turn or is lost. */
  reached(turn: number): Promise<void> {
    return this.#until(() => this.turn >= turn || this.lost !== undefined);
  }

  /** Resolves when it cannot be played on. */
  isLost(): Promise<void> {
    return this.#until(() => this.lost !== undefined);
  }

  /** Resolves when an agent of it sends the next end of a turn. */
  nextEndTurn(): Promise<void> {
    const before = this.#endings;
    return this.#until(() => this.#endings > before || this.lost !== undefined);
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
      turn: (_, turn) => this.#note(() => (this.turn = Math.max(this.turn, turn))),
      violation: (agentId, sentence) => this.violations.push(`${agentId}: ${sentence}`),
      suspicion: (agentId, sentence) => this.suspicions.push(`${agentId}: ${sentence}`),
      named: (agentId, sentence) => this.named.push(`${agentId}: ${sentence}`),
      gameLost: (_, sentence) => this.#note(() => (this.lost ??= sentence)),
      endTurnSent: () => this.#note(() => (this.#endings += 1)),
    };
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
