import type { Result } from '#shared/core/result.js';
import type { Game } from '../games/lifecycle/game.js';
import type { World } from '../world/world.js';
import type { Chronicle } from './chronicle.js';

/** What a game is watched with: a world, as an observer or as one seat is told it. */
export interface Eyes {
  readonly world: World;
  /** Settles when nothing more will be seen. */
  readonly closed: Promise<unknown>;
  close(): void;
}

export interface EyesOptions {
  readonly game: Game;
  /** Takes down what happens. */
  readonly chronicle: Chronicle;
  /** Whenever the world has a new version. */
  onChange(): void;
}

/** Fails while the game cannot be seen so. */
export type OpenEyes = (options: EyesOptions) => Promise<Result<Eyes>>;
