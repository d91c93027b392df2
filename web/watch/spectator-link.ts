import { backoffDelay } from '#shared/core/backoff.js';
import type { WatchMessage, WatchRequest } from './watch-message.js';

/** `lost`: the page reconnects; `needs_token`: it does not. */
export type SpectatorLinkStatus = 'lost' | 'needs_token';

/** The game and where its messages go. */
export interface SpectatorLinkOptions {
  readonly gameId: string;
  readonly token: string | undefined;
  /** The query parameters of the next connection: which view, and from which version on. */
  query(): Readonly<Record<string, string>>;
  onMessage(message: WatchMessage): void;
  onStatus(status: SpectatorLinkStatus): void;
}

/** What a watch is connected with. */
export interface WatchLink {
  readonly isOpen: boolean;
  /** Sends a request; dropped unless the connection is open, as the next one has the current query. */
  send(request: WatchRequest): void;
  /** Replaces the connection by one with the current query. */
  reconnect(): void;
  /** Call it when the connection works: the next reconnect is fast again. */
  resetBackoff(): void;
  close(): void;
}

/** Connects a watch. */
export type OpenLink = (options: SpectatorLinkOptions) => WatchLink;

const RETRY = { first: 500, max: 10_000 };

/** Connects a watch with the gateway that serves the page. */
export const openSpectatorLink: OpenLink = (options) => new SpectatorLink(options);

/** The spectator socket, reconnected when it is lost. Messages are inflated and reported in order. */
class SpectatorLink implements WatchLink {
  readonly #options: SpectatorLinkOptions;
  #socket: WebSocket | undefined;
  #inflating: Promise<void> = Promise.resolve();
  #failures = 0;
  #timer = 0;
  #ended = false;

  constructor(options: SpectatorLinkOptions) {
    this.#options = options;
    this.#connect();
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Sends a request; dropped unless the connection is open, as the next one has the current query. */
  send(request: WatchRequest): void {
    if (this.isOpen) this.#socket?.send(JSON.stringify(request));
  }

  /** Replaces the connection by one with the current query. */
  reconnect(): void {
    this.#failures = 0;
    // A connection that is being opened compares the query itself.
    if (this.#socket?.readyState === WebSocket.CONNECTING) return;
    this.#socket?.close();
    this.#socket = undefined;
    clearTimeout(this.#timer);
    this.#connect();
  }

  /** Call it when the connection works: the next reconnect is fast again. */
  resetBackoff(): void {
    this.#failures = 0;
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #connect(): void {
    const { gameId, token } = this.#options;
    const { protocol, host } = location;
    const scheme = protocol === 'https:' ? 'wss:' : 'ws:';
    const asked = this.#search();
    const socket = new WebSocket(`${scheme}//${host}/ws/spectator/${gameId}?${asked}`);
    socket.binaryType = 'blob';
    this.#socket = socket;
    socket.onopen = () => {
      // The query has changed while the connection opened.
      if (asked !== this.#search()) this.reconnect();
      else if (token !== undefined) this.send({ type: 'spectator_connect', data: { api_token: token } });
    };
    socket.onmessage = ({ data }) => {
      if (!(data instanceof Blob)) return;
      this.#inflating = this.#inflating.then(async () => {
        const message: WatchMessage = await inflateMessage(data);
        if (this.#socket === socket && !this.#ended) this.#options.onMessage(message);
      });
    };
    socket.onclose = ({ code }) => {
      if (this.#socket === socket) this.#closed(code);
    };
  }

  #search(): string {
    return new URLSearchParams({ ...this.#options.query(), encoding: 'deflate-raw' }).toString();
  }

  #closed(code: number): void {
    if (this.#ended) return;
    // 4501 and 4502: the token is missing or was not sent in time.
    if (code === 4502 || code === 4501) {
      this.#ended = true;
      this.#options.onStatus('needs_token');
      return;
    }
    this.#options.onStatus('lost');
    this.#timer = setTimeout(() => this.#connect(), backoffDelay(this.#failures, RETRY));
    this.#failures += 1;
  }
}

function inflateMessage(data: Blob): Promise<WatchMessage> {
  return new Response(data.stream().pipeThrough(new DecompressionStream('deflate-raw'))).json();
}
