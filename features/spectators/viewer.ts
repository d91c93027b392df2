import type { Clock } from '#shared/core/clock.js';
import { closeCodes } from '#shared/protocol/close-codes.js';
import type { StreamPosition } from '#shared/protocol/spectator/messages.js';
import type { SpectatorMessage } from './spectator-message.js';
import type { UpdateRing } from './update-ring.js';

/** The open socket of a spectator. */
export interface ViewerConnection {
  /** Bytes accepted for sending that the peer has not read yet. */
  readonly bufferedBytes: number;
  send(message: SpectatorMessage): void;
  ping(): void;
  close(code: number, reason: string): void;
}

/** A spectator with more unread bytes is slow: it gets nothing until it has read most of them. */
const SLOW_ABOVE_BYTES = 1 << 20;
const CAUGHT_UP_BELOW_BYTES = 64 << 10;
/** A spectator that stays slow for this long is closed, and gone within ten seconds. It may reconnect. */
const MAX_SLOW_MS = 7_000;

/** One spectator of a feed: which updates it has got, and whether it reads them in time. */
export class Viewer {
  readonly connection: ViewerConnection;
  readonly #progress: ReadProgress;
  #position: StreamPosition | undefined;

  constructor(connection: ViewerConnection, clock: Clock, position: StreamPosition | undefined) {
    this.connection = connection;
    this.#progress = new ReadProgress(connection, clock);
    this.#position = position;
  }

  /** Sends what brings the spectator to the newest version. A slow spectator gets nothing now, and a snapshot later. */
  catchUp(ring: UpdateRing): void {
    if (ring.version < 0 || this.#isAt(ring) || this.#progress.isSlow()) return;
    const messages =
      this.#position && ring.updatesSince(this.#position.stream || ring.stream, this.#position.version);
    for (const message of messages ?? ring.snapshotAndUpdates()) this.connection.send(message);
    this.#position = { stream: ring.stream, version: ring.version };
  }

  /** To be called periodically: resumes sending to a spectator that has caught up, closes one that stays slow. */
  checkProgress(ring: UpdateRing): void {
    this.catchUp(ring);
    if (!this.#progress.isSlowFor(MAX_SLOW_MS)) return;
    this.connection.close(closeCodes.slow, 'too slow: come back for a snapshot');
  }

  #isAt(ring: UpdateRing): boolean {
    return this.#position?.stream === ring.stream && this.#position.version === ring.version;
  }
}

/** Since when the peer of a connection has had much unread. */
export class ReadProgress {
  readonly #connection: ViewerConnection;
  readonly #clock: Clock;
  #slowSince: number | undefined;

  constructor(connection: ViewerConnection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  /** Whether the peer has much unread, or has had and has not read most of it. To be called whenever that may have changed. */
  isSlow(): boolean {
    const limit = this.#slowSince === undefined ? SLOW_ABOVE_BYTES : CAUGHT_UP_BELOW_BYTES;
    if (this.#connection.bufferedBytes <= limit) this.#slowSince = undefined;
    else this.#slowSince ??= this.#clock.monotonic();
    return this.#slowSince !== undefined;
  }

  /** Whether the peer has been slow for that many milliseconds. */
  isSlowFor(milliseconds: number): boolean {
    if (!this.isSlow() || this.#slowSince === undefined) return false;
    return this.#clock.monotonic() - this.#slowSince >= milliseconds;
  }
}
