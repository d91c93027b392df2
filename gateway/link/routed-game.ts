import type { Clock } from '#shared/core/clock.js';
import { fail } from '#shared/core/result.js';
import type { GameLink } from './game-link.js';
import type { GameRouter } from './game-router.js';
import type { LinkOutcome, LinkQuestion } from './link-messages.js';
import type { LinkSet } from './link-set.js';

/** What a routed game works with. */
export interface RoutedGameOptions {
  readonly gameId: string;
  readonly router: GameRouter;
  readonly clock: Clock;
  /** The longest that anybody waits for a link. */
  readonly linkWaitMs: number;
  /** All links, for messages that are sent while no proxy is known to have the game. */
  readonly links: Pick<LinkSet, 'retryAfter' | 'isClosed'>;
}

/** Between two searches for the proxy of a game. */
const SEARCH_MS = 500;

/** After a refusal because the game moves, until it is worth another attempt. */
const MOVING_MS = 100;

/** One game at whatever proxy has it. */
export class RoutedGame implements GameLink {
  readonly #options: RoutedGameOptions;

  constructor(options: RoutedGameOptions) {
    this.#options = options;
  }

  get isUp(): boolean {
    return this.#link?.isUp === true;
  }

  get epoch(): number {
    return this.#link?.epoch ?? 0;
  }

  get retryAfter(): number {
    return (this.#link ?? this.#options.links).retryAfter;
  }

  get lostWaitMs(): number {
    return this.#link?.lostWaitMs ?? this.#options.linkWaitMs;
  }

  async whenUp(maxWaitMs: number): Promise<boolean> {
    const { gameId, router, clock, linkWaitMs, links } = this.#options;
    const expires = clock.monotonic() + Math.min(maxWaitMs, linkWaitMs);
    while (!links.isClosed) {
      if (this.isUp) return true;
      const link = await router.find(gameId);
      const left = expires - clock.monotonic();
      if (link?.isUp === true) return true;
      if (left <= 0) return false;
      const slice = Math.min(left, SEARCH_MS);
      // The game may come to another proxy while this one is away; a link that is closed never comes up, and says so at once.
      if (link === undefined || link.isClosed)
        await new Promise<void>((resolve) => clock.after(slice, resolve));
      else await link.whenUp(slice);
    }
    return false;
  }

  async request(question: LinkQuestion, deadline: number): Promise<LinkOutcome> {
    const { gameId, router, clock } = this.#options;
    const link = this.#link;
    if (link === undefined) return fail('down');
    const outcome = await link.request(question, deadline);
    if (!router.noteAnswer(gameId, link, outcome)) return outcome;
    await new Promise<void>((resolve) => clock.after(MOVING_MS, resolve));
    return fail('moved');
  }

  get #link() {
    return this.#options.router.known(this.#options.gameId);
  }
}
