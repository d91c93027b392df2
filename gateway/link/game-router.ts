import { BoundedMap } from '#shared/core/bounded-map.js';
import { isJsonObject } from '#shared/core/json.js';
import { gameOperations } from '#shared/protocol/game-operations.js';
import type { Directory, ProxyEntry } from '#shared/store/directory.js';
import type { LinkOutcome } from './link-messages.js';
import type { LinkSet } from './link-set.js';
import type { ProxyLink } from './proxy-link.js';

/** Games whose proxies are remembered; others are looked for again. */
const MAX_ROUTES = 20_000;
const LIST_DEADLINE_MS = 2_000;

/** States of games that have a server, or soon will. */
const IDLE_STATES: ReadonlySet<string> = new Set(['idle', 'ended', 'archived', 'lost', 'deleted']);

/** What the router works with. */
export interface GameRouterOptions {
  readonly directory: Directory;
  /** The directory knows no owners: the proxies themselves are asked who has a game. */
  readonly asksProxies: boolean;
  /** Gives [0, 1). */
  readonly random: () => number;
  readonly links: Pick<LinkSet, 'byUrl' | 'entries' | 'only'>;
  /** Another proxy has the game now. */
  onMoved(gameId: string): void;
}

/** Where a game is, or was when it was last heard of. */
interface Route {
  readonly link: ProxyLink;
  /** That proxy has lost the game, and its new owner is not known. */
  readonly isLost: boolean;
}

/** Knows which proxy has a game: from the directory, from the proxies, or because a new game was put there. */
export class GameRouter {
  readonly #options: GameRouterOptions;
  readonly #routes = new BoundedMap<string, Route>(MAX_ROUTES);
  readonly #underWay = new Map<string, Promise<ProxyLink | undefined>>();

  constructor(options: GameRouterOptions) {
    this.#options = options;
  }

  /** The link to the proxy that has a game, as far as that is known. */
  known(gameId: string): ProxyLink | undefined {
    const { only } = this.#options.links;
    if (only !== undefined) return only;
    const route = this.#routes.get(gameId);
    // The link to a proxy that left the directory is closed; it has another one when it comes back.
    return route === undefined || route.isLost || route.link.isClosed ? undefined : route.link;
  }

  /** Whether the game was ever heard of here. */
  hasHeardOf(gameId: string): boolean {
    return this.#routes.get(gameId) !== undefined;
  }

  /** Finds the proxy that has a game or will have it; the known one while it is up. Undefined while none can be reached. */
  find(gameId: string): Promise<ProxyLink | undefined> {
    const known = this.known(gameId);
    if (known?.isUp === true) return Promise.resolve(known);
    const finding =
      this.#underWay.get(gameId) ?? this.#locate(gameId).finally(() => this.#underWay.delete(gameId));
    this.#underWay.set(gameId, finding);
    return finding;
  }

  /** Asks the directory again who has a game. */
  async refresh(gameId: string): Promise<void> {
    const owner = await this.#owner(gameId);
    if (owner !== undefined) this.#learn(gameId, owner);
  }

  /**
   * Reads in an answer of a proxy where a game is. True when the proxy has not got it: the request was not begun, and may be
   * sent to the proxy that has it.
   */
  noteAnswer(gameId: string, link: ProxyLink, outcome: LinkOutcome): boolean {
    if (!outcome.ok || outcome.value.type !== 'error') return false;
    const { error_code: code, details } = outcome.value.data;
    // A game that is nowhere may be made at another proxy.
    if (code === 'E140') this.#lose(gameId, link);
    const movedTo = isJsonObject(details) ? details.moved_to : undefined;
    if (code !== 'E123' || movedTo === undefined) return false;
    const owner = typeof movedTo === 'string' ? this.#options.links.byUrl.get(movedTo) : undefined;
    if (owner !== undefined && owner !== link) this.#learn(gameId, owner);
    else this.#lose(gameId, link);
    return true;
  }

  async #locate(gameId: string): Promise<ProxyLink | undefined> {
    const owner = await this.#owner(gameId);
    const found = owner ?? (await this.#choose(gameId));
    // A proxy that does not answer keeps its game while no other proxy has it.
    const link = found ?? this.known(gameId);
    if (link !== undefined) this.#learn(gameId, link);
    return link;
  }

  async #owner(gameId: string): Promise<ProxyLink | undefined> {
    const owner = await this.#options.directory.owner(gameId);
    return owner.ok && owner.value !== undefined ? this.#options.links.byUrl.get(owner.value.url) : undefined;
  }

  /** The proxy for a game that no proxy is known to have. */
  async #choose(gameId: string): Promise<ProxyLink | undefined> {
    const { asksProxies, random } = this.#options;
    const { entries, byUrl, only } = this.#options.links;
    if (only !== undefined) return only;
    const up = entries.filter(({ url }) => byUrl.get(url)?.isUp === true);
    if (!asksProxies) return byUrl.get(placeFor(up, random)?.url ?? '');
    const asked = await Promise.all(up.map((entry) => this.#ask(entry, gameId)));
    const holders = asked.filter(({ state }) => state !== undefined);
    const holder = holders.find(({ state }) => !IDLE_STATES.has(state ?? '')) ?? holders[0];
    if (holder !== undefined) return byUrl.get(holder.url);
    if (this.known(gameId) !== undefined) return undefined;
    return byUrl.get(placeFor(asked, random)?.url ?? '');
  }

  /** The proxy with the number of its games, and the state of a game that it has. */
  async #ask(
    entry: ProxyEntry,
    gameId: string,
  ): Promise<ProxyEntry & { readonly state: string | undefined }> {
    const question = { type: 'game_list', agent_id: 'gateway', game_id: 'all', data: {} } as const;
    const outcome = await this.#options.links.byUrl.get(entry.url)?.request(question, LIST_DEADLINE_MS);
    const answer = outcome?.ok === true ? outcome.value.data : undefined;
    const games = gameOperations.game_list.answer.safeParse(answer).data?.games ?? [];
    const state = games.find(({ game_id: id }) => id === gameId)?.state;
    const active = games.filter((game) => !IDLE_STATES.has(game.state)).length;
    return { ...entry, games: active, state };
  }

  #learn(gameId: string, link: ProxyLink): void {
    const before = this.#routes.get(gameId);
    this.#routes.set(gameId, { link, isLost: false });
    // Seats that only wait for their next turn hear of it only here.
    if (before !== undefined && (before.isLost || before.link !== link)) this.#options.onMoved(gameId);
  }

  #lose(gameId: string, link: ProxyLink): void {
    if (this.known(gameId) === link) this.#routes.set(gameId, { link, isLost: true });
  }
}

/** The proxy for a new game: the one that is fullest last, of several at random. Undefined where all are full or are ending. */
export function placeFor(entries: readonly ProxyEntry[], random: () => number): ProxyEntry | undefined {
  const open = entries.filter(({ isDraining, games, maxGames }) => !isDraining && games < maxGames);
  const loads = open.map(loadOf);
  const least = Math.min(...loads);
  const best = open.filter((_entry, at) => loads[at] === least);
  return best[Math.floor(random() * best.length)] ?? entries.find(({ isDraining }) => !isDraining);
}

/** The part of its room that a proxy has taken; where that is not known, the number of its games. */
function loadOf({ games, maxGames }: ProxyEntry): number {
  return Number.isFinite(maxGames) ? games / maxGames : games;
}
