import { SpectatorMessage } from './spectator-message.js';

interface KeptUpdate {
  readonly since: number;
  readonly version: number;
  readonly message: SpectatorMessage;
}

/** How much is kept of what came before the snapshot, for those who lost their connection for a moment. */
const MOST_OLD_BYTES = 1 << 20;
/** Below this nobody minds getting updates after a snapshot. */
const FEW_BYTES = 64 << 10;

/** A snapshot and the updates around it, encoded and ready to send: what brings any viewer to the newest version. */
export class UpdateRing {
  #stream = '';
  #snapshot = new SpectatorMessage('');
  #snapshotVersion = -1;
  #version = -1;
  #updates: KeptUpdate[] = [];
  #bytesSince = 0;

  get stream(): string {
    return this.#stream;
  }

  /** The newest version; -1 while there is none. */
  get version(): number {
    return this.#version;
  }

  /** The updates since the snapshot weigh more than is good for those who come now. */
  get isStale(): boolean {
    return this.#bytesSince > Math.max(FEW_BYTES, this.#snapshot.bytes.length / 2);
  }

  /** A newer snapshot. Updates stay when they lead up to it. */
  renew(stream: string, version: number, snapshot: SpectatorMessage): void {
    if (stream !== this.#stream || version !== this.#version) this.#updates = [];
    this.#stream = stream;
    this.#snapshot = snapshot;
    this.#snapshotVersion = version;
    this.#version = version;
    this.#bytesSince = 0;
    this.#forget();
  }

  /** Adds the next update; false when it is not the next one, and a new snapshot is needed. */
  add(stream: string, since: number, version: number, message: SpectatorMessage): boolean {
    if (stream !== this.#stream || since !== this.#version) return false;
    this.#updates.push({ since, version, message });
    this.#version = version;
    this.#bytesSince += message.bytes.length;
    return true;
  }

  /** What brings a viewer from that version to the newest; undefined when it needs the snapshot. */
  after(stream: string, version: number): readonly SpectatorMessage[] | undefined {
    if (stream !== this.#stream) return undefined;
    if (version === this.#version) return [];
    const first = this.#updates.findIndex((update) => update.since === version);
    if (first < 0) return undefined;
    const messages = this.#updates.slice(first).map(({ message }) => message);
    const bytes = messages.reduce((sum, message) => sum + message.bytes.length, 0);
    return bytes > Math.max(FEW_BYTES, this.#snapshot.bytes.length) ? undefined : messages;
  }

  /** What a new viewer gets. */
  fromSnapshot(): readonly SpectatorMessage[] {
    if (this.#version < 0) return [];
    const later = this.#updates.filter(({ since }) => since >= this.#snapshotVersion);
    return [this.#snapshot, ...later.map(({ message }) => message)];
  }

  #forget(): void {
    let bytes = 0;
    const tooOld = this.#updates.findLastIndex(({ message }) => {
      bytes += message.bytes.length;
      return bytes > MOST_OLD_BYTES;
    });
    if (tooOld >= 0) this.#updates = this.#updates.slice(tooOld + 1);
  }
}
