interface KeptUpdate {
  readonly since: number;
  readonly version: number;
  readonly text: string;
}

/** How much is kept of what came before the snapshot, for those who lost their connection for a moment. */
const MOST_OLD_BYTES = 1 << 20;
/** Below this nobody minds getting updates after a snapshot. */
const FEW_BYTES = 64 << 10;

/** A snapshot and the updates around it, as text ready to send: what brings any viewer to the newest version. */
export class UpdateRing {
  #stream = '';
  #snapshot = '';
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

  get snapshotBytes(): number {
    return this.#snapshot.length;
  }

  /** The updates since the snapshot weigh more than is good for those who come now. */
  get isStale(): boolean {
    return this.#bytesSince > Math.max(FEW_BYTES, this.#snapshot.length / 2);
  }

  /** A newer snapshot. Updates stay when they lead up to it. */
  renew(stream: string, version: number, text: string): void {
    if (stream !== this.#stream || version !== this.#version) this.#updates = [];
    this.#stream = stream;
    this.#snapshot = text;
    this.#snapshotVersion = version;
    this.#version = version;
    this.#bytesSince = 0;
    this.#forget();
  }

  /** Adds the next update; false when it is not the next one, and a new snapshot is needed. */
  add(stream: string, since: number, version: number, text: string): boolean {
    if (stream !== this.#stream || since !== this.#version) return false;
    this.#updates.push({ since, version, text });
    this.#version = version;
    this.#bytesSince += text.length;
    return true;
  }

  /** What brings a viewer from that version to the newest; undefined when it needs the snapshot. */
  after(stream: string, version: number): readonly string[] | undefined {
    if (stream !== this.#stream) return undefined;
    if (version === this.#version) return [];
    const first = this.#updates.findIndex((update) => update.since === version);
    if (first < 0) return undefined;
    const texts = this.#updates.slice(first).map(({ text }) => text);
    const bytes = texts.reduce((sum, text) => sum + text.length, 0);
    return bytes > Math.max(FEW_BYTES, this.#snapshot.length) ? undefined : texts;
  }

  /** What a new viewer gets. */
  fromSnapshot(): readonly string[] {
    if (this.#version < 0) return [];
    const later = this.#updates.filter(({ since }) => since >= this.#snapshotVersion);
    return [this.#snapshot, ...later.map(({ text }) => text)];
  }

  #forget(): void {
    let bytes = 0;
    const tooOld = this.#updates.findLastIndex(({ text }) => {
      bytes += text.length;
      return bytes > MOST_OLD_BYTES;
    });
    if (tooOld >= 0) this.#updates = this.#updates.slice(tooOld + 1);
  }
}
