import type { Logger } from '#shared/log.js';
import type { Protocol } from '../freeciv/protocol.js';
import type { Game } from '../games/game.js';
import { Spectacle } from './spectacle.js';

/** The games that are being watched, or were. */
export class Spectacles {
  readonly #protocol: Protocol;
  readonly #logger: Logger;
  readonly #byGame = new WeakMap<Game, Spectacle>();

  constructor(protocol: Protocol, logger: Logger) {
    this.#protocol = protocol;
    this.#logger = logger;
  }

  of(game: Game): Spectacle {
    let spectacle = this.#byGame.get(game);
    if (spectacle === undefined) {
      const logger = this.#logger.child({ game: game.id });
      spectacle = new Spectacle({ game, protocol: this.#protocol, logger });
      this.#byGame.set(game, spectacle);
    }
    return spectacle;
  }

  /** Ends the watching of these games. */
  close(games: Iterable<Game>): void {
    for (const game of games) this.#byGame.get(game)?.close();
  }
}
