import { closeCodes } from '#shared/protocol/close-codes.js';
import type { Clock } from '../clock.js';
import type { SpectatorMessage } from './spectator-message.js';
import type { UpdateRing } from './update-ring.js';

/** A spectator's open socket, as a feed needs it. */
export interface ViewerConnection {
  /** Bytes accepted for sending that the peer has not taken yet. */
  readonly bufferedBytes: number;
  send(message: SpectatorMessage): void;
  ping(): void;
  close(code: number, reason: string): void;
}

/** Where a viewer that comes back left off. */
export interface Place {
  readonly stream: string;
  readonly version: number;
}

/** More than this waits for a peer: it is slow, and gets nothing until it has taken most of it. */
const MOST_BUFFERED = 1 << 20;
const FEW_BUFFERED = 64 << 10;
/** A peer that stays slow for so long is closed, and gone within ten seconds; it may come back. */
const SLOW_MS = 7_000;

/** One spectator: what it has been told, and whether it keeps up. */
export class Viewer {
  readonly connection: ViewerConnection;
  readonly #clock: Clock;
  #place: Place | undefined;
  #slowSince: number | undefined;

  constructor(connection: ViewerConnection, clock: Clock, place: Place | undefined) {
    this.connection = connection;
    this.#clock = clock;
    this.#place = place;
  }

  /** Sends what leads to the newest version; one that does not keep up skips to a fresh snapshot later. */
  advance(ring: UpdateRing): void {
    if (ring.version < 0 || this.#isAt(ring) || this.#isSlow()) return;
    const messages = this.#place && ring.after(this.#place.stream || ring.stream, this.#place.version);
    for (const message of messages ?? ring.fromSnapshot()) this.connection.send(message);
    this.#place = { stream: ring.stream, version: ring.version };
  }

  /** To be called now and then: goes on where the peer has caught up, closes it where it does not. */
  look(ring: UpdateRing): void {
    this.advance(ring);
    if (!this.#isSlow() || this.#slowSince === undefined) return;
    if (this.#clock.monotonic() - this.#slowSince < SLOW_MS) return;
    this.connection.close(closeCodes.slow, 'too slow: come back for a snapshot');
  }

  #isAt(ring: UpdateRing): boolean {
    return this.#place?.stream === ring.stream && this.#place.version === ring.version;
  }

  #isSlow(): boolean {
    const limit = this.#slowSince === undefined ? MOST_BUFFERED : FEW_BUFFERED;
    if (this.connection.bufferedBytes <= limit) this.#slowSince = undefined;
    else this.#slowSince ??= this.#clock.monotonic();
    return this.#slowSince !== undefined;
  }
}
