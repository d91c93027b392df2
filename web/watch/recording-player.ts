import type { RecordedFrame, RecordedTurn } from '#shared/protocol/spectator/recording.js';
import { Playback } from './playback.js';
import type { WatchRequest } from './watch-message.js';

/** The connection of a recording player, and what it reports to. */
export interface RecordingPlayerOptions {
  send(request: WatchRequest): void;
  /** The next frame that is played. */
  onFrame(frame: RecordedFrame): void;
  /** The recording was played to its end. */
  onEnd(): void;
}

/** Requests recorded states and turns, and plays them. */
export class RecordingPlayer {
  readonly #options: RecordingPlayerOptions;
  readonly #requestedTurns = new Map<number, (turn: RecordedTurn) => void>();
  #playback: Playback | undefined;
  /** The turn whose state was requested, and the one to request next. */
  #seeking: { readonly turn: number; next: number | undefined } | undefined;

  constructor(options: RecordingPlayerOptions) {
    this.#options = options;
  }

  get isPlaying(): boolean {
    return this.#playback !== undefined;
  }

  get isSeeking(): boolean {
    return this.#seeking !== undefined;
  }

  /** Requests the state at the start of a turn. While one is requested only the latest further turn is kept, as a slider is dragged. */
  seek(turn: number): void {
    this.stop();
    if (this.#seeking !== undefined) this.#seeking.next = turn;
    else this.#requestState(turn);
  }

  /** True when a state of that turn was requested, and not sent live before. */
  isAwaiting(turn: number): boolean {
    return this.#seeking === undefined || this.#seeking.turn === turn;
  }

  /** Call it when the requested state has arrived. True when another one was requested meanwhile. */
  stateArrived(): boolean {
    const next = this.#seeking?.next;
    this.#seeking = undefined;
    if (next !== undefined) this.#requestState(next);
    return next !== undefined;
  }

  /** Plays from a turn on, or changes the speed of what is playing. `speed` in turns for each second. */
  play(from: number, speed: number): void {
    if (this.#playback !== undefined) {
      this.#playback.speed = speed;
      return;
    }
    const { onFrame, onEnd } = this.#options;
    this.#playback = new Playback(from, speed, {
      fetchTurn: (turn) => this.#fetchTurn(turn),
      onFrame,
      onEnd,
    });
  }

  /** Call it when the frames of a turn have arrived. */
  turnArrived(turn: RecordedTurn): void {
    this.#requestedTurns.get(turn.turn)?.(turn);
    this.#requestedTurns.delete(turn.turn);
  }

  /** Stops playing. */
  stop(): void {
    this.#playback?.stop();
    this.#playback = undefined;
    this.#requestedTurns.clear();
  }

  /** Stops playing and drops all requests. */
  reset(): void {
    this.stop();
    this.#seeking = undefined;
  }

  #requestState(turn: number): void {
    this.#seeking = { turn, next: undefined };
    this.#options.send({ type: 'spectator_seek', data: { turn } });
  }

  #fetchTurn(turn: number): Promise<RecordedTurn> {
    this.#options.send({ type: 'spectator_turn', data: { turn } });
    return new Promise((resolve) => this.#requestedTurns.set(turn, resolve));
  }
}
