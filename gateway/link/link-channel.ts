import { randomBytes } from 'node:crypto';
import { WebSocket } from 'ws';
import { batchWrites } from '#shared/core/batch-writes.js';
import type { Cancel, Clock } from '#shared/core/clock.js';
import { keepLinkAlive } from '#shared/core/link-heartbeat.js';
import { loopScheduler } from '#shared/core/loop-scheduler.js';
import { fail } from '#shared/core/result.js';
import type { LinkFault, LinkOutcome } from './link-messages.js';

/** One WebSocket to the proxy. */
export interface LinkChannel {
  send(text: string): void;
  close(): void;
}

/** What a channel reports. */
export interface LinkChannelEvents {
  onOpen(): void;
  /** A text message in UTF-8. The bytes may be part of a larger buffer. */
  onText(bytes: Buffer): void;
  /** The last event, exactly once. `silentMs`: for how long the proxy was silent, when that is why the channel was cut. */
  onDown(reason: string, silentMs: number): void;
}

/** Where the proxy is, and how a channel is watched. */
export interface LinkChannelOptions {
  readonly url: string;
  readonly secret: () => string;
  /** Milliseconds between two pings. */
  readonly pingMs: number;
  /** Milliseconds without a sign of life until the channel is cut. */
  readonly silenceMs: number;
  readonly clock: Clock;
}

/** States of a large late game are a few MB; anything far larger is a fault. */
const MAX_MESSAGE_BYTES = 64 << 20;
const HANDSHAKE_TIMEOUT_MS = 5_000;

/** Opens a WebSocket to the proxy. It never reconnects. */
export function openLinkChannel(options: LinkChannelOptions, events: LinkChannelEvents): LinkChannel {
  const socket = new WebSocket(options.url, {
    headers: { authorization: `Bearer ${options.secret()}` },
    perMessageDeflate: false,
    // The mask stays zero and nothing is masked: it is for browsers that caches on the way could misread.
    generateMask: () => {},
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    maxPayload: MAX_MESSAGE_BYTES,
  });
  let reason = 'closed';
  let silentMs = 0;
  let bytesRead = () => 0;
  let beforeSend = () => {};
  socket.on('upgrade', ({ socket: stream }) => {
    bytesRead = () => stream.bytesRead;
    beforeSend = batchWrites(stream, setImmediate);
  });
  socket.on('open', () => {
    const { clock, pingMs, silenceMs } = options;
    const lost = () => {
      reason = 'no sign of life';
      silentMs = silenceMs;
    };
    keepLinkAlive({ socket, clock, pingMs, silenceMs, bytesRead: () => bytesRead(), lost });
    events.onOpen();
  });
  // One read can hold the views of ten games: the socket is paused while some of it waits.
  let waiting = 0;
  const receive = (bytes: Buffer) => {
    waiting -= 1;
    events.onText(bytes);
    if (waiting === 0 && socket.isPaused) socket.resume();
  };
  socket.on('message', (bytes) => {
    if (!Buffer.isBuffer(bytes)) return;
    waiting += 1;
    if (!loopScheduler.run(() => receive(bytes))) socket.pause();
  });
  socket.on('error', (error) => {
    reason = error.message;
  });
  socket.on('close', (code) => {
    // After what waits.
    loopScheduler.run(() => events.onDown(`${reason} (${code})`, silentMs));
  });
  return {
    send: (text) => {
      beforeSend();
      socket.send(text);
    },
    close: () => socket.close(1000),
  };
}

interface Pending {
  readonly id: string;
  readonly resolve: (outcome: LinkOutcome) => void;
  readonly onEnd: () => void;
  readonly cancelDeadline: Cancel;
}

/**
 * The requests in flight on the link, each under a correlation id of the gateway's own. They are held in slots that are
 * reused: a Map that is added to and deleted from all the time leaves old copies of its table, and each copy keeps the
 * next and all it held in memory until the next major garbage collection.
 */
export class PendingLinkRequests {
  readonly #clock: Clock;
  readonly #slots: (Pending | undefined)[] = [];
  readonly #free: number[] = [];
  /** Two gateways on one proxy never share an id. */
  readonly #prefix = `${randomBytes(6).toString('base64url')}.`;
  #count = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds a request that fails with `deadline` after this many milliseconds. `onEnd` is called when it ends. */
  open(deadline: number, onEnd: () => void): { readonly id: string; readonly outcome: Promise<LinkOutcome> } {
    this.#count++;
    const slot = this.#free.pop() ?? this.#slots.length;
    const id = `${this.#prefix}${slot.toString(36)}.${this.#count.toString(36)}`;
    const outcome = new Promise<LinkOutcome>((resolve) => {
      const cancelDeadline = this.#clock.after(deadline, () => this.settle(id, fail('deadline')));
      this.#slots[slot] = { id, resolve, cancelDeadline, onEnd };
    });
    return { id, outcome };
  }

  /** Ends a request with its outcome; false when it has ended already. */
  settle(id: string, outcome: LinkOutcome): boolean {
    const slot = Number.parseInt(id.slice(this.#prefix.length), 36);
    const pending = this.#slots[slot];
    // Another request may have the slot by now.
    if (pending?.id !== id) return false;
    this.#slots[slot] = undefined;
    this.#free.push(slot);
    pending.cancelDeadline();
    pending.onEnd();
    pending.resolve(outcome);
    return true;
  }

  /** Ends all requests. */
  failAll(fault: LinkFault): void {
    for (const pending of [...this.#slots]) if (pending !== undefined) this.settle(pending.id, fail(fault));
  }
}
