import type { SpectatorSnapshot, SpectatorUpdate } from '#shared/spectator/messages.js';
import { applyUpdate, type SpectatorView, viewOf } from '#shared/spectator/view.js';

export interface WatchEvents {
  onView(view: SpectatorView): void;
  onUpdate(view: SpectatorView, update: SpectatorUpdate): void;
  onStatus(status: WatchStatus): void;
}

export type WatchStatus =
  | { readonly name: 'connecting' }
  | { readonly name: 'live' }
  /** The connection is gone; it is tried again. */
  | { readonly name: 'lost' }
  | { readonly name: 'needs_token' }
  | { readonly name: 'refused'; readonly reason: string };

type Message =
  | { readonly type: 'snapshot'; readonly data: SpectatorSnapshot }
  | { readonly type: 'update'; readonly data: SpectatorUpdate }
  | { readonly type: 'error'; readonly data: { readonly code: string; readonly message: string } }
  | { readonly type: 'status'; readonly data: { readonly status: string } }
  | { readonly type: 'pong' };

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 10_000;

/** One game as it goes, over as many connections as it takes; begins where the one before ended. */
export class Watch {
  readonly #gameId: string;
  readonly #token: string | undefined;
  readonly #events: WatchEvents;
  #socket: WebSocket | undefined;
  #view: SpectatorView | undefined;
  #retry = FIRST_RETRY_MS;
  #timer = 0;
  #ended = false;

  constructor(gameId: string, token: string | undefined, events: WatchEvents) {
    this.#gameId = gameId;
    this.#token = token;
    this.#events = events;
    this.#connect();
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #connect(): void {
    const { protocol, host } = location;
    const view = this.#view;
    const place =
      view === undefined ? '' : `?since=${view.version}&stream=${encodeURIComponent(view.stream)}`;
    const scheme = protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(`${scheme}//${host}/ws/spectator/${this.#gameId}${place}`);
    this.#socket = socket;
    socket.onopen = () => {
      if (this.#token === undefined) return;
      socket.send(JSON.stringify({ type: 'spectator_connect', data: { api_token: this.#token } }));
    };
    socket.onmessage = ({ data }) => this.#take(JSON.parse(String(data)));
    socket.onclose = ({ code }) => this.#closed(code);
  }

  #take(message: Message): void {
    switch (message.type) {
      case 'snapshot':
        this.#view = viewOf(message.data);
        this.#isLive();
        this.#events.onView(this.#view);
        return;
      case 'update':
        if (this.#view === undefined) return;
        this.#isLive();
        if (applyUpdate(this.#view, message.data)) this.#events.onUpdate(this.#view, message.data);
        else this.#startOver();
        return;
      case 'status':
        if (message.data.status === 'recovering') this.#events.onStatus({ name: 'lost' });
        return;
      case 'error':
        this.#refused(message.data.code, message.data.message);
        return;
      case 'pong':
        return;
    }
  }

  #isLive(): void {
    this.#retry = FIRST_RETRY_MS;
    this.#events.onStatus({ name: 'live' });
  }

  #refused(code: string, reason: string): void {
    // Said to everybody where a token is needed; ours is under way, if we have one.
    if (code === 'E120' && this.#token !== undefined) return;
    // Seen after a restart too, before the game is there again: only a page that never saw it gives up.
    if (code === 'E140' && this.#view !== undefined) return;
    this.#ended = true;
    const isToken = code === 'E102' || code === 'E120';
    this.#events.onStatus(isToken ? { name: 'needs_token' } : { name: 'refused', reason });
  }

  #startOver(): void {
    this.#view = undefined;
    this.#socket?.close();
  }

  #closed(code: number): void {
    if (this.#ended) return;
    // Nobody asked us for a token until the time for it was over.
    if (code === 4502 || code === 4501) {
      this.#ended = true;
      this.#events.onStatus({ name: 'needs_token' });
      return;
    }
    this.#events.onStatus({ name: 'lost' });
    this.#timer = setTimeout(() => this.#connect(), this.#retry * (0.5 + Math.random() / 2));
    this.#retry = Math.min(LAST_RETRY_MS, this.#retry * 2);
  }
}
