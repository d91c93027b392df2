import type { RecordedFrame, RecordedTurn } from '#shared/protocol/spectator/requests.js';

export interface PlaybackOptions {
  /** What happened in that turn. */
  turn(turn: number): Promise<RecordedTurn>;
  /** The next step. */
  onFrame(frame: RecordedFrame): void;
  /** All that there is has been shown. */
  onEnd(): void;
}

/** Turns fetched before they are needed. */
const AHEAD = 3;

/** Plays a recording turn by turn, each in the same time, its steps spread over it. */
export class Playback {
  /** Turns a second. */
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
        for (let ahead = 0; ahead < AHEAD; ahead += 1) void this.#fetch(played.next + ahead);
      await this.#show(played.frames);
      this.#fetched.delete(turn);
      turn = played.next;
    }
    if (!this.#stopped) this.#options.onEnd();
  }

  #fetch(turn: number): Promise<RecordedTurn> {
    const known = this.#fetched.get(turn) ?? this.#options.turn(turn);
    this.#fetched.set(turn, known);
    return known;
  }

  /** Resolves when the time for it is over. */
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
