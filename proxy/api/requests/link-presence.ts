import type { Presence } from '#shared/protocol/agent-answers.js';
import type { Games } from '../../games/lifecycle/games.js';

/** Agents of a lost gateway count as `away` for this long, and as `gone` after that. */
const GRACE_MS = 30_000;

/** The presence of agents as one gateway reports it. */
export class LinkPresence {
  readonly #games: Games;
  readonly #reported = new Map<string, { readonly gameId: string; readonly agentId: string }>();

  constructor(games: Games) {
    this.#games = games;
  }

  update(gameId: string, agentId: string, presence: Presence): void {
    const key = `${gameId} ${agentId}`;
    if (presence === 'gone') this.#reported.delete(key);
    else this.#reported.set(key, { gameId, agentId });
    this.#games.get(gameId)?.setPresence(agentId, presence, this);
  }

  /** Marks the agents of a closed link as away, and later as gone. */
  close(): void {
    const reported = [...this.#reported.values()];
    for (const { gameId, agentId } of reported) this.#games.get(gameId)?.setPresence(agentId, 'away', this);
    const giveUp = (): void => {
      for (const { gameId, agentId } of reported) {
        const game = this.#games.get(gameId);
        if (game?.presenceOf(agentId) === 'away') game.setPresence(agentId, 'gone', this);
      }
    };
    setTimeout(giveUp, GRACE_MS).unref();
  }
}
