import { SpectatorMessage } from './spectator-message.js';

interface StoredUpdate {
  readonly since: number;
  readonly version: number;
  readonly message: SpectatorMessage;
}

/** How many bytes of updates before the snapshot are kept, for spectators that lost their connection for a moment. */
const MAX_OLD_BYTES = 1 << 20;
/** Up to this many bytes of updates, sending them is always preferred to a new snapshot. */
const MIN_STALE_BYTES = 64 << 10;

/** A snapshot and the encoded updates around it, which bring any spectator to the newest version. */
export class UpdateRing {
  #stream = '';
  #snapshot = new SpectatorMessage('');
  #snapshotVersion = -1;
  #version = -1;
  #updates: StoredUpdate[] = [];
  #bytesSince = 0;

  /** The id of the proxy's stream of updates; empty while there is none. */
  get stream(): string {
    return this.#stream;
  }

  /** The newest version; -1 while there is none. */
  get version(): number {
    return this.#version;
  }

  /** Whether the updates since the snapshot are so large that a new snapshot is better for new spectators. */
  get isStale(): boolean {
    return this.#bytesSince > Math.max(MIN_STALE_BYTES, this.#snapshot.bytes.length / 2);
  }

  /** Replaces the snapshot. The stored updates stay if they lead up to it. */
  setSnapshot(stream: string, version: number, snapshot: SpectatorMessage): void {
    if (stream !== this.#stream || version !== this.#version) this.#updates = [];
    this.#stream = stream;
    this.#snapshot = snapshot;
    this.#snapshotVersion = version;
    this.#version = version;
    this.#bytesSince = 0;
    this.#removeOld();
  }

  /** Adds an update from version `since` to `version`; false when it does not follow the newest, so a snapshot is needed. */
  add(stream: string, since: number, version: number, message: SpectatorMessage): boolean {
    if (stream !== this.#stream || since !== this.#version) return false;
    this.#updates.push({ since, version, message });
    this.#version = version;
    this.#bytesSince += message.bytes.length;
    return true;
  }

  /** The messages that lead from that version to the newest; undefined when a snapshot is needed or is smaller. */
  updatesSince(stream: string, version: number): readonly SpectatorMessage[] | undefined {
    if (stream !== this.#stream) return undefined;
    if (version === this.#version) return [];
    const first = this.#updates.findIndex((update) => update.since === version);
    if (first < 0) return undefined;
    const messages = this.#updates.slice(first).map(({ message }) => message);
    const bytes = messages.reduce((sum, message) => sum + message.bytes.length, 0);
    return bytes > Math.max(MIN_STALE_BYTES, this.#snapshot.bytes.length) ? undefined : messages;
  }

  snapshotAndUpdates(): readonly SpectatorMessage[] {
    if (this.#version < 0) return [];
    const later = this.#updates.filter(({ since }) => since >= this.#snapshotVersion);
    return [this.#snapshot, ...later.map(({ message }) => message)];
  }

  #removeOld(): void {
    let bytes = 0;
    const tooOld = this.#updates.findLastIndex(({ message }) => {
      bytes += message.bytes.length;
      return bytes > MAX_OLD_BYTES;
    });
    if (tooOld >= 0) this.#updates = this.#updates.slice(tooOld + 1);
  }
}
