import { randomBytes } from 'node:crypto';
import { failure } from '#shared/failure.js';
import type { Logger } from '#shared/log.js';
import { fail, ok, type Result } from '#shared/result.js';
import type { SpectatorSnapshot, SpectatorUpdate } from '#shared/spectator/messages.js';
import type { Protocol } from '../freeciv/protocol.js';
import type { Game } from '../games/game.js';
import type { World } from '../world/world.js';
import { type Observer, openObserver } from './observer.js';
import { snapshotOf, type Told, toldNow, updateOf } from './picture.js';

/** Changes are told together after this: an AI's turn is hundreds of them. */
const TOGETHER_MS = 100;
/** The observer stays for those who come back, a reloaded page for example. */
const LINGER_MS = 15_000;
/** Between two attempts to watch a game again whose server was lost. */
const RETURN_MS = 1_000;

export type Listener = (update: SpectatorUpdate) => void;

export interface SpectacleOptions {
  readonly game: Game;
  readonly protocol: Protocol;
  readonly logger: Logger;
}

/** One game as it is watched: an observer connection while there is anyone to tell. */
export class Spectacle {
  readonly #options: SpectacleOptions;
  readonly #listeners = new Set<Listener>();
  #observer: Promise<Result<Observer>> | undefined;
  #current: Observer | undefined;
  #stream = '';
  #told: Told | undefined;
  #flushing: NodeJS.Timeout | undefined;
  #leaving: NodeJS.Timeout | undefined;
  #return: NodeJS.Timeout | undefined;

  constructor(options: SpectacleOptions) {
    this.#options = options;
  }

  get game(): Game {
    return this.#options.game;
  }

  /** The observer's world while the game is being watched. */
  get world(): World | undefined {
    return this.#current?.world;
  }

  /** What an observer sees now; undefined where there can be none. */
  async glance(): Promise<World | undefined> {
    const glance: Listener = () => undefined;
    await this.watch(glance);
    this.leave(glance);
    return this.world;
  }

  /** The game as it is now; from then on the listener hears every update, until it leaves. */
  async watch(listener: Listener): Promise<Result<SpectatorSnapshot>> {
    clearTimeout(this.#leaving);
    this.#leaving = undefined;
    this.#listeners.add(listener);
    this.#observer ??= this.#open();
    const opened = await this.#observer;
    if (!opened.ok) {
      this.#observer = undefined;
      this.leave(listener);
      return opened;
    }
    const observer = this.#current ?? opened.value;
    // All are told the same versions, so that updates fit every snapshot.
    this.#flush();
    return ok(snapshotOf(observer.world, observer.chronicle, this.#stream));
  }

  leave(listener: Listener): void {
    if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return;
    this.#leaving = setTimeout(() => this.close(), LINGER_MS);
  }

  close(): void {
    clearTimeout(this.#leaving);
    clearTimeout(this.#flushing);
    clearTimeout(this.#return);
    this.#flushing = undefined;
    this.#current?.close();
    this.#current = undefined;
    this.#observer = undefined;
  }

  async #open(): Promise<Result<Observer>> {
    const { game, protocol, logger } = this.#options;
    if (game.state.kind === 'lost') return fail(game.state.failure);
    if (game.state.kind === 'over') return fail(failure('E143', `The game ${game.id} is over`));
    // While a game is being restored its seats are played again packet by packet: nobody looks on.
    if (game.serverPort === 0 || game.state.kind === 'recovering')
      return fail(failure('E123', `The game ${game.id} is not running at the moment`));
    const opened = await openObserver({ game, protocol, onChange: () => this.#flushSoon() });
    if (!opened.ok) return opened;
    const observer = opened.value;
    this.#current = observer;
    this.#stream = randomBytes(6).toString('base64url');
    this.#told = toldNow(observer.world, observer.chronicle);
    logger.info('a game is being watched');
    void observer.closed.then(() => this.#lost(observer));
    return opened;
  }

  /** The last picture stays for those who look at it; who comes when the game goes on gets a new observer. */
  #lost(observer: Observer): void {
    if (this.#current !== observer) return;
    this.#flush();
    this.#options.logger.info('a game is not being watched any more');
    if (this.game.state.kind === 'over') return;
    this.#observer = undefined;
    this.#return = setTimeout(() => void this.#again(), RETURN_MS);
  }

  /** A game server that was lost may have come back: viewers see another stream and take a new snapshot. */
  async #again(): Promise<void> {
    if (this.#listeners.size === 0) return;
    this.#observer ??= this.#open();
    const opened = await this.#observer;
    if (opened.ok) {
      this.#tell();
      return;
    }
    this.#observer = undefined;
    this.#return = setTimeout(() => void this.#again(), RETURN_MS);
  }

  #flushSoon(): void {
    this.#flushing ??= setTimeout(() => this.#flush(), TOGETHER_MS);
  }

  #flush(): void {
    clearTimeout(this.#flushing);
    this.#flushing = undefined;
    const observer = this.#current;
    if (observer !== undefined && observer.world.version !== this.#told?.version) this.#tell();
  }

  #tell(): void {
    const observer = this.#current;
    if (observer === undefined || this.#told === undefined) return;
    const { world, chronicle } = observer;
    // A game that is watched is not idle.
    if (this.#listeners.size > 0) this.game.touch();
    const update = updateOf(world, chronicle, this.#stream, this.#told);
    this.#told = toldNow(world, chronicle);
    for (const listener of this.#listeners) listener(update);
  }
}
