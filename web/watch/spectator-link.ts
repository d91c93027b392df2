import type { Message, Question } from './message.js';

export type LinkStatus = 'lost' | 'needs_token';

export interface SpectatorLinkOptions {
  readonly gameId: string;
  readonly token: string | undefined;
  /** The options of the next connection: what is to be seen, and from where on. */
  query(): Readonly<Record<string, string>>;
  onMessage(message: Message): void;
  onStatus(status: LinkStatus): void;
}

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 10_000;

/** The spectator socket over as many connections as it takes. Messages come deflated, in their order. */
export class SpectatorLink {
  readonly #options: SpectatorLinkOptions;
  #socket: WebSocket | undefined;
  #inflating: Promise<void> = Promise.resolve();
  #retry = FIRST_RETRY_MS;
  #timer = 0;
  #ended = false;

  constructor(options: SpectatorLinkOptions) {
    this.#options = options;
    this.#connect();
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Lost unless the connection is open: what is to be seen is an option of the next one. */
  send(question: Question): void {
    if (this.isOpen) this.#socket?.send(JSON.stringify(question));
  }

  /** Drops this connection for one with the options of now. */
  startOver(): void {
    this.#retry = FIRST_RETRY_MS;
    // One that is being opened compares the options itself.
    if (this.#socket?.readyState === WebSocket.CONNECTING) return;
    this.#socket?.close();
    this.#socket = undefined;
    clearTimeout(this.#timer);
    this.#connect();
  }

  /** What was wished for has come: the connection is good. */
  works(): void {
    this.#retry = FIRST_RETRY_MS;
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
      // Something else was asked for while it opened.
      if (asked !== this.#search()) this.startOver();
      else if (token !== undefined) this.send({ type: 'spectator_connect', data: { api_token: token } });
    };
    socket.onmessage = ({ data }) => {
      if (!(data instanceof Blob)) return;
      this.#inflating = this.#inflating.then(async () => {
        const message: Message = await inflated(data);
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
    // Nobody asked us for a token until the time for it was over.
    if (code === 4502 || code === 4501) {
      this.#ended = true;
      this.#options.onStatus('needs_token');
      return;
    }
    this.#options.onStatus('lost');
    this.#timer = setTimeout(() => this.#connect(), this.#retry * (0.5 + Math.random() / 2));
    this.#retry = Math.min(LAST_RETRY_MS, this.#retry * 2);
  }
}

function inflated(data: Blob): Promise<Message> {
  return new Response(data.stream().pipeThrough(new DecompressionStream('deflate-raw'))).json();
}
