import type { Cancel, Clock } from '../clock.js';
import type { GlobalSendBuffer, SlowReader } from '../limits/global-send-buffer.js';
import type { Timing } from '../timing.js';
import { agentBounds } from './agent-services.js';

export interface UnreadOptions {
  readonly clock: Clock;
  readonly backlog: GlobalSendBuffer;
  readonly timing: Timing;
  /** Bytes accepted for sending that the peer has not taken yet. */
  bytes(): number;
  /** Called when the peer has kept us waiting for too long, or too much waits for all peers together. */
  tooSlow(): void;
}

/** Whoever takes a megabyte in this time over a slow line is slow, not gone. */
const bytesPerMillisecond = 64;

/** Watches what one peer leaves unread: while it is behind it gets no pushes, and in the end it is given up. */
export class Unread implements SlowReader {
  readonly #options: UnreadOptions;
  #behindSince: number | undefined;
  #most = 0;
  #cancel: Cancel = () => {};

  constructor(options: UnreadOptions) {
    this.#options = options;
  }

  get bytes(): number {
    return this.#options.bytes();
  }

  get isBehind(): boolean {
    return this.bytes > agentBounds.unreadForPushes;
  }

  /** To be called when something was sent, and when the peer has taken something. */
  look(): void {
    const { backlog, clock } = this.#options;
    const { bytes } = this;
    backlog.set(this, bytes);
    if (bytes <= agentBounds.unreadForPushes) {
      this.#caughtUp();
      return;
    }
    this.#most = Math.max(this.#most, bytes);
    if (this.#behindSince !== undefined) return;
    this.#behindSince = clock.monotonic();
    this.#wait(this.#behindSince);
  }

  disconnectSlow(): void {
    this.#options.tooSlow();
  }

  /** The socket is gone. */
  end(): void {
    this.#caughtUp();
    this.#options.backlog.set(this, 0);
  }

  #caughtUp(): void {
    this.#cancel();
    this.#behindSince = undefined;
    this.#most = 0;
  }

  #wait(since: number): void {
    const { clock, timing } = this.#options;
    const patience = timing.readers + this.#most / bytesPerMillisecond;
    const left = since + patience - clock.monotonic();
    if (left <= 0) this.disconnectSlow();
    else this.#cancel = clock.after(left, () => this.#wait(since));
  }
}
