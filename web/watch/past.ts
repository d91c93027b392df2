import type { RecordedFrame, RecordedTurn } from '#shared/protocol/spectator/requests.js';
import type { Question } from './message.js';
import { Playback } from './playback.js';

export interface PastOptions {
  send(question: Question): void;
  /** The next step of what is played. */
  onFrame(frame: RecordedFrame): void;
  /** All that there is has been played. */
  onEnd(): void;
}

/** What is asked of a game's past: the state of one turn, or turn after turn to play them. */
export class Past {
  readonly #options: PastOptions;
  readonly #asked = new Map<number, (turn: RecordedTurn) => void>();
  #playback: Playback | undefined;
  /** The turn whose state is on its way, and the one wanted after it. */
  #seeking: { readonly turn: number; next: number | undefined } | undefined;

  constructor(options: PastOptions) {
    this.#options = options;
  }

  get isPlaying(): boolean {
    return this.#playback !== undefined;
  }

  get isSeeking(): boolean {
    return this.#seeking !== undefined;
  }

  /** Asks for the state as that turn began. Who drags a slider is not shown every turn on the way. */
  seek(turn: number): void {
    this.stop();
    if (this.#seeking !== undefined) this.#seeking.next = turn;
    else this.#ask(turn);
  }

  /** Whether a state of that turn is what was asked for: others were sent live before. */
  awaits(turn: number): boolean {
    return this.#seeking === undefined || this.#seeking.turn === turn;
  }

  /** The state has come; true when another one was asked for meanwhile, which is on its way now. */
  arrived(): boolean {
    const next = this.#seeking?.next;
    this.#seeking = undefined;
    if (next !== undefined) this.#ask(next);
    return next !== undefined;
  }

  /** Plays from that turn on, `speed` turns a second; what is being played goes on in that speed. */
  play(from: number, speed: number): void {
    if (this.#playback !== undefined) {
      this.#playback.speed = speed;
      return;
    }
    const { onFrame, onEnd } = this.#options;
    this.#playback = new Playback(from, speed, { turn: (turn) => this.#turn(turn), onFrame, onEnd });
  }

  take(turn: RecordedTurn): void {
    this.#asked.get(turn.turn)?.(turn);
    this.#asked.delete(turn.turn);
  }

  /** Stands still. */
  stop(): void {
    this.#playback?.stop();
    this.#playback = undefined;
    this.#asked.clear();
  }

  /** What was asked for is not coming, or not wanted any more. */
  forget(): void {
    this.stop();
    this.#seeking = undefined;
  }

  #ask(turn: number): void {
    this.#seeking = { turn, next: undefined };
    this.#options.send({ type: 'spectator_seek', data: { turn } });
  }

  #turn(turn: number): Promise<RecordedTurn> {
    this.#options.send({ type: 'spectator_turn', data: { turn } });
    return new Promise((resolve) => this.#asked.set(turn, resolve));
  }
}
