import type { GameRound } from './game-round.js';
import type { Installation } from './installation.js';

/** The processes of an installation, by what they are: `gateway`, `proxy`, or the id of a game, for its server. */
type Pids = ReadonlyMap<string, number | undefined>;

/** Tells which processes have ended, and how often each was started again. */
export class ProcessWatch {
  readonly #installation: Installation;
  #pids: Pids;
  /** How many processes have been replaced by others. */
  restarts = 0;

  constructor(installation: Installation, rounds: readonly GameRound[]) {
    this.#installation = installation;
    this.#pids = this.#look(rounds);
  }

  /** What ended since the last time, of what may not end, as sentences. */
  ended(mayEnd: readonly string[], rounds: readonly GameRound[]): readonly string[] {
    const before = this.#pids;
    this.#pids = this.#look(rounds);
    const ended = [...this.#pids].filter(
      ([name, pid]) => before.get(name) !== undefined && before.get(name) !== pid,
    );
    this.restarts += ended.length;
    return ended
      .filter(([name]) => !mayEnd.includes(name))
      .map(([name]) => `${name} (process ${before.get(name)}) ended, which nobody had killed`);
  }

  #look(rounds: readonly GameRound[]): Pids {
    const { service, server } = {
      service: this.#installation.service.bind(this.#installation),
      server: this.#installation.server.bind(this.#installation),
    };
    return new Map([
      ['gateway', service('gateway')],
      ['proxy', service('proxy')],
      ...rounds.map(({ gameId }) => [gameId, server(gameId)] as const),
    ]);
  }
}
