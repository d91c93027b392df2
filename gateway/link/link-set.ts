import { every } from '#shared/core/clock.js';
import type { Directory, ProxyEntry } from '#shared/store/directory.js';
import { ProxyLink, type ProxyLinkEvents, type ProxyLinkOptions } from './proxy-link.js';

/** What the links work with. */
export interface LinkSetOptions extends Omit<ProxyLinkOptions, 'url' | 'firstEpoch'> {
  readonly directory: Directory;
  /** The proxies are a list that never changes, and the directory knows no owners. */
  readonly isFixed: boolean;
}

/** A proxy as `/health` names it. */
export interface ProxyState {
  readonly id: string;
  readonly url: string;
  readonly isUp: boolean;
  /** Null where the directory does not know. */
  readonly games: number | null;
  readonly isDraining: boolean;
}

/** Between two syncs with the directory. */
const SYNC_MS = 1_000;
/** A link to a proxy that has left the directory is kept for this long: the directory may have forgotten. */
const GONE_MS = 30_000;
/** No link has as many connections. */
const EPOCHS_OF_A_LINK = 2 ** 32;

/** The links to all proxies that the directory names. */
export class LinkSet {
  readonly #options: LinkSetOptions;
  readonly #links = new Map<string, ProxyLink>();
  readonly #seenAt = new Map<string, number>();
  #entries: readonly ProxyEntry[] = [];
  #eventsOf: (link: ProxyLink) => ProxyLinkEvents = () => ({ onUp() {}, onLost() {}, onPush() {} });
  #opened = 0;
  #isClosed = false;
  #stop = () => {};

  constructor(options: LinkSetOptions) {
    this.#options = options;
  }

  /** By URL. */
  get byUrl(): ReadonlyMap<string, ProxyLink> {
    return this.#links;
  }

  /** The proxies as the directory named them last. */
  get entries(): readonly ProxyEntry[] {
    return this.#entries;
  }

  /** The one link there will ever be; undefined where there are several, or may be. */
  get only(): ProxyLink | undefined {
    if (!this.#options.isFixed || this.#links.size !== 1) return undefined;
    const [only] = this.#links.values();
    return only;
  }

  /** Whether `close` was called: no link comes up again. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The links that are up. */
  get up(): readonly ProxyLink[] {
    return [...this.#links.values()].filter(({ isUp }) => isUp);
  }

  /** Whole seconds until the next attempt of any link to connect, at least 1. */
  get retryAfter(): number {
    const waits = [...this.#links.values()].map(({ retryAfter }) => retryAfter);
    return waits.length === 0 ? 1 : Math.min(...waits);
  }

  /** All proxies. */
  get states(): readonly ProxyState[] {
    const { isFixed } = this.#options;
    return this.#entries.map(({ id, url, games, isDraining }) => ({
      id,
      url,
      isDraining,
      games: isFixed ? null : games,
      isUp: this.#links.get(url)?.isUp === true,
    }));
  }

  /** Opens links; resolves when the directory has been read. `eventsOf` makes what hears the events of a link. */
  async start(eventsOf: (link: ProxyLink) => ProxyLinkEvents): Promise<void> {
    this.#eventsOf = eventsOf;
    this.#stop = every(this.#options.clock, SYNC_MS, () => void this.#sync());
    await this.#sync();
  }

  /** Resolves with whether a link is up: at once, when one comes, or after `maxWaitMs` milliseconds. */
  async whenUp(maxWaitMs: number): Promise<boolean> {
    const { clock } = this.#options;
    const expires = clock.monotonic() + maxWaitMs;
    while (!this.#isClosed && this.up.length === 0 && clock.monotonic() < expires) {
      const slice = Math.min(expires - clock.monotonic(), SYNC_MS);
      const pause = new Promise<boolean>((resolve) => clock.after(slice, () => resolve(false)));
      // One that is not up in this time must not hide another one that will be.
      const waits = [...this.#links.values()].map(async (link) => (await link.whenUp(slice)) || pause);
      await Promise.race([pause, ...waits]);
    }
    return this.up.length > 0;
  }

  /** Closes all links for good; requests in flight end as lost. */
  close(): void {
    this.#isClosed = true;
    this.#stop();
    for (const link of this.#links.values()) link.close();
  }

  /** Reads the directory: links to new proxies are opened, those to proxies that are gone are closed. */
  async #sync(): Promise<void> {
    const { directory, clock } = this.#options;
    const entries = await directory.proxies();
    if (!entries.ok || this.#isClosed) return;
    this.#entries = entries.value;
    const now = clock.monotonic();
    for (const { url } of entries.value) {
      this.#seenAt.set(url, now);
      if (!this.#links.has(url)) this.#open(url);
    }
    for (const [url, link] of this.#links) {
      if (link.isUp || now - (this.#seenAt.get(url) ?? now) < GONE_MS) continue;
      link.close();
      this.#links.delete(url);
      this.#seenAt.delete(url);
    }
    this.#countUp();
  }

  #open(url: string): void {
    this.#opened++;
    const link = new ProxyLink({ ...this.#options, url, firstEpoch: this.#opened * EPOCHS_OF_A_LINK });
    this.#links.set(url, link);
    const events = this.#eventsOf(link);
    const onUp = () => {
      this.#countUp();
      events.onUp();
    };
    const onLost = () => {
      this.#countUp();
      events.onLost();
    };
    link.start({ ...events, onUp, onLost });
  }

  /** Notes for the metrics whether there are links and all are up. */
  #countUp(): void {
    const { size } = this.#links;
    this.#options.metrics.linkUp.set(size > 0 && this.up.length === size ? 1 : 0);
  }
}
