import type { RecordedFrame, RecordedTurn } from '#shared/protocol/spectator/recording.js';

/** Where frames come from and go to. */
export interface PlaybackOptions {
  /** The frames of a turn. */
  fetchTurn(turn: number): Promise<RecordedTurn>;
  /** The next frame. */
  onFrame(frame: RecordedFrame): void;
  /** The recording was played to its end. */
  onEnd(): void;
}

/** Turns fetched before they are needed. */
const PREFETCHED_TURNS = 3;

/** Plays a recording turn by turn. Each turn takes the same time, with its frames spread evenly. */
export class Playback {
  /** Turns for each second. */
  speed: number;
  readonly #options: PlaybackOptions;
  readonly #fetched = new Map<number, Promise<RecordedTurn>>();
  #request = 0;
  #stopped = false;

  constructor(from: number, speed: number, options: PlaybackOptions) {
    this.speed = speed;
    this.#options = options;
    void this.#play(from);
  }

  stop(): void {
    this.#stopped = true;
    cancelAnimationFrame(this.#request);
  }

  async #play(from: number): Promise<void> {
    for (let turn: number | null = from; turn !== null && !this.#stopped; ) {
      const played: RecordedTurn = await this.#fetch(turn);
      if (played.next !== null)
        for (let ahead = 0; ahead < PREFETCHED_TURNS; ahead += 1) void this.#fetch(played.next + ahead);
      await this.#show(played.frames);
      this.#fetched.delete(turn);
      turn = played.next;
    }
    if (!this.#stopped) this.#options.onEnd();
  }

  #fetch(turn: number): Promise<RecordedTurn> {
    const known = this.#fetched.get(turn) ?? this.#options.fetchTurn(turn);
    this.#fetched.set(turn, known);
    return known;
  }

  /** Resolves when the time of the turn is over. */
  #show(frames: readonly RecordedFrame[]): Promise<void> {
    let shown = 0;
    let progress = 0;
    let last = performance.now();
    return new Promise((resolve) => {
      const step = (now: number) => {
        progress += ((now - last) / 1000) * this.speed;
        last = now;
        const due = Math.min(frames.length, Math.ceil(progress * frames.length));
        for (const frame of frames.slice(shown, due)) this.#options.onFrame(frame);
        shown = Math.max(shown, due);
        if (progress >= 1) resolve();
        else this.#request = requestAnimationFrame(step);
      };
      if (frames.length === 0) resolve();
      else this.#request = requestAnimationFrame(step);
    });
  }
}
