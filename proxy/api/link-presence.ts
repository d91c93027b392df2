import type { Presence } from '#shared/protocol/agent-answers.js';
import type { Games } from '../games/lifecycle/games.js';

/** How long the agents of a gateway that is lost may take to come back before their games do without them. */
const GRACE_MS = 30_000;

/** Which agents are there, as one gateway tells. Those of a gateway that does not come back are gone. */
export class LinkPresence {
  readonly #games: Games;
  readonly #told = new Map<string, { readonly gameId: string; readonly agentId: string }>();

  constructor(games: Games) {
    this.#games = games;
  }

  tell(gameId: string, agentId: string, presence: Presence): void {
    const key = `${gameId} ${agentId}`;
    if (presence === 'gone') this.#told.delete(key);
    else this.#told.set(key, { gameId, agentId });
    this.#games.get(gameId)?.setPresence(agentId, presence);
  }

  /** The link is over. */
  end(): void {
    const told = [...this.#told.values()];
    for (const { gameId, agentId } of told) this.#games.get(gameId)?.setPresence(agentId, 'away');
    const forget = (): void => {
      for (const { gameId, agentId } of told) {
        const game = this.#games.get(gameId);
        if (game?.presenceOf(agentId) === 'away') game.setPresence(agentId, 'gone');
      }
    };
    setTimeout(forget, GRACE_MS).unref();
  }
}
