import { withDeadline } from '#shared/core/clock.js';
import { fail, ok } from '#shared/core/result.js';
import { type Disk, diskSchema } from '#shared/protocol/disk.js';
import { gameOperations } from '#shared/protocol/game-operations.js';
import type { LinkAnswer, LinkPush } from '#shared/protocol/link.js';
import type { GameLink, Link } from './game-link.js';
import { GameRouter } from './game-router.js';
import type { LinkOutcome, LinkQuestion } from './link-messages.js';
import { LinkSet, type LinkSetOptions, type ProxyState } from './link-set.js';
import type { ProxyLink, ProxyLinkEvents } from './proxy-link.js';
import { RoutedGame } from './routed-game.js';

/** Tells whether a game is at the proxy of a link. */
export type IsOf = (gameId: string) => boolean;

/** What the links report. */
export interface ProxyLinksEvents {
  /** A connection is open, or a game is at another proxy now: the seats of these games rejoin. */
  onUp(isOf: IsOf): void;
  /** An open connection was lost. */
  onLost(isOf: IsOf): void;
  /** The proxy of a game has sent a message that answers no request. */
  onPush(push: LinkPush): void;
}

/** Before a request that was refused because its game moves is sent again. */
const MOVING_MS = 250;

/** One link for each proxy. Requests go to the proxy that has their game; a new game goes where there is room. */
export class ProxyLinks implements Link {
  readonly #options: LinkSetOptions;
  readonly #links: LinkSet;
  readonly #router: GameRouter;
  #events: ProxyLinksEvents = { onUp() {}, onLost() {}, onPush() {} };
  #stop = () => {};

  constructor(options: LinkSetOptions) {
    const { directory, random, isFixed } = options;
    this.#options = options;
    const links = new LinkSet(options);
    this.#links = links;
    const onMoved = (gameId: string) => this.#events.onUp((other) => other === gameId);
    this.#router = new GameRouter({ directory, random, asksProxies: isFixed, links, onMoved });
  }

  get isUp(): boolean {
    return this.#links.up.length > 0;
  }

  get retryAfter(): number {
    return this.#links.retryAfter;
  }

  /** Whether a game may come to another proxy. */
  get canMove(): boolean {
    return this.#links.only === undefined;
  }

  /** All proxies. */
  get states(): readonly ProxyState[] {
    return this.#links.states;
  }

  /** Opens the first connections; resolves when the directory has been read. */
  async start(events: ProxyLinksEvents): Promise<void> {
    this.#events = events;
    this.#stop = this.#options.directory.onChange((gameId) => {
      if (this.#router.hasHeardOf(gameId)) void this.#router.refresh(gameId);
    });
    await this.#links.start((link) => this.#eventsOf(link));
  }

  /** How a game is reached, now and after it has moved. */
  forGame(gameId: string): GameLink {
    const { clock, timeouts } = this.#options;
    const [router, links] = [this.#router, this.#links];
    return new RoutedGame({ gameId, router, clock, linkWaitMs: timeouts.linkWait, links });
  }

  /** The WebSocket URL of the proxy that has a game or will have it; undefined while it cannot be reached, at the latest after `timeouts.linkWait`. */
  async urlOf(gameId: string): Promise<string | undefined> {
    const { clock, timeouts } = this.#options;
    await this.forGame(gameId).whenUp(timeouts.linkWait);
    const link = await withDeadline(clock, this.#router.find(gameId), timeouts.linkWait);
    return link === undefined || link === 'deadline' || !link.isUp ? undefined : link.url;
  }

  whenUp(maxWaitMs: number): Promise<boolean> {
    return this.#links.whenUp(Math.min(maxWaitMs, this.#options.timeouts.linkWait));
  }

  async request(question: LinkQuestion, deadline: number): Promise<LinkOutcome> {
    const { clock } = this.#options;
    const { type, game_id: gameId } = question;
    if (type === 'game_list' || type === 'disk') return this.#askAll(question, deadline);
    if (gameId === 'all') return (await this.#links.up[0]?.request(question, deadline)) ?? fail('down');
    const expires = clock.monotonic() + deadline;
    for (;;) {
      const link = await withDeadline(clock, this.#router.find(gameId), expires - clock.monotonic());
      if (link === undefined || link === 'deadline') return fail('down');
      const outcome = await link.request(question, expires - clock.monotonic());
      const isMoved = this.#router.noteAnswer(gameId, link, outcome);
      if (!isMoved || expires - clock.monotonic() < MOVING_MS) return outcome;
      await new Promise<void>((resolve) => clock.after(MOVING_MS, resolve));
    }
  }

  async requestWhenUp(question: LinkQuestion, deadline: number): Promise<LinkOutcome> {
    if (question.game_id === 'all') await this.whenUp(deadline);
    else await this.forGame(question.game_id).whenUp(deadline);
    return this.request(question, deadline);
  }

  /** Closes all links for good; requests in flight end as lost. */
  close(): void {
    this.#stop();
    this.#links.close();
  }

  /** The answers of all proxies that are there, as one. */
  async #askAll(question: LinkQuestion, deadline: number): Promise<LinkOutcome> {
    const outcomes = await Promise.all(this.#links.up.map((link) => link.request(question, deadline)));
    const merged = mergedAnswer(outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : [])));
    return merged === undefined ? (outcomes[0] ?? fail('down')) : ok(merged);
  }

  #eventsOf(link: ProxyLink): ProxyLinkEvents {
    const isHere: IsOf = (gameId) => (this.#router.known(gameId) ?? link) === link;
    return {
      onUp: () => this.#events.onUp(isHere),
      onLost: () => this.#events.onLost(isHere),
      // A proxy that has lost a game may still send its pushes.
      onPush: (push) => {
        if (isHere(push.game_id)) this.#events.onPush(push);
      },
    };
  }
}

/** States of a game that no server runs: another proxy that has one knows better. */
const STORED_STATES: ReadonlySet<string> = new Set(['idle', 'archived', 'ended']);

/** One answer of the answers of several proxies to the same question. Undefined without any. */
export function mergedAnswer(answers: readonly LinkAnswer[]): LinkAnswer | undefined {
  const [first, ...others] = answers.filter(({ type }) => type !== 'error');
  if (first === undefined || others.length === 0) return first ?? answers[0];
  const all = [first, ...others].map(({ data }) => data);
  if (first.type === 'game_list') return { ...first, data: { games: mergedGames(all) } };
  return { ...first, data: mergedDisk(all) };
}

/** Proxies with the same storage all list the games in it. */
function mergedGames(lists: readonly unknown[]): readonly unknown[] {
  const schema = gameOperations.game_list.answer;
  const games = lists.flatMap((list) => schema.safeParse(list).data?.games ?? []);
  const byId = new Map<string, (typeof games)[number]>();
  for (const game of games) {
    const known = byId.get(game.game_id);
    if (known === undefined || STORED_STATES.has(known.state)) byId.set(game.game_id, game);
  }
  return [...byId.values()];
}

function mergedDisk(disks: readonly unknown[]): Disk {
  const read = disks.flatMap((disk) => diskSchema.safeParse(disk).data ?? []);
  const free = read.flatMap(({ free_bytes: bytes }) => bytes ?? []);
  return {
    free_bytes: free.length === 0 ? null : Math.min(...free),
    problem: read.find(({ problem }) => problem !== null)?.problem ?? null,
    troubles: read.flatMap(({ troubles }) => troubles),
    damaged: read.flatMap(({ damaged }) => damaged),
  };
}
