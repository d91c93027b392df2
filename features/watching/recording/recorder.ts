import type { Logger } from '#shared/core/log.js';
import { SerialQueue } from '#shared/core/serial-queue.js';
import type { SpectatorUpdate } from '#shared/protocol/spectator/messages.js';
import type {
  RecordedView,
  RecordHead,
  RecordingFacts,
  RecordKind,
} from '#shared/protocol/spectator/recording-format.js';
import type { DiskReporter } from '../../../proxy/games/disk/disk-monitor.js';
import { detach } from '../../../proxy/games/faults/game-bug.js';
import { RecordFileWriter } from './record-file-writer.js';
import type { RecordWriting } from './record-thread.js';
import { newRecordingHeader, readRecordingHeader, upgradeVersion } from './recording-format.js';

/** Turns between two keyframes. */
const KEYFRAME_TURNS = 10;
/** Frames that may wait for the disk. When there are more, frames are lost and the next one is a snapshot. */
const MAX_WAITING_FRAMES = 500;

/** The file of a recording and what it records. */
export interface RecorderOptions {
  readonly file: string;
  readonly gameId: string;
  readonly view: RecordedView;
  /** What the first line says of the game. */
  readonly facts: RecordingFacts;
  readonly log: Logger;
  /** Is told whether the recording can be written, and whether it is damaged. */
  readonly disk: DiskReporter;
  readonly writing: RecordWriting;
}

/** A whole state, as it is recorded. */
export interface RecordedState {
  readonly turn: number;
  /** What its hash is of, see factsOf. */
  readonly facts: string;
  /** The JSON of its snapshot. */
  snapshot(): string;
}

/**
 * Writes what is published of a game to its recording. The recording only grows; a record torn by a crash is cut off when
 * it is continued. A disk that refuses writes causes a gap in the recording and never delays the game.
 */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #order = new SerialQueue();
  readonly #writer: RecordFileWriter;
  #waitingFrames = 0;
  #lastKeyframe = Number.NEGATIVE_INFINITY;
  /** True when the next frame must be a snapshot. */
  #hasGap = true;

  constructor(options: RecorderOptions) {
    this.#options = options;
    const { file, gameId, view, facts, disk, writing } = options;
    const header = newRecordingHeader({ game_id: gameId, view, ...facts });
    const records = { file, what: 'recording', disk, writing, checkHeader: readRecordingHeader } as const;
    this.#writer = new RecordFileWriter({ ...records, header, upgrade: upgradeVersion });
  }

  /** True when only a snapshot can be recorded next. */
  get hasGap(): boolean {
    return this.#hasGap;
  }

  /** Opens the recording; a damaged one is put aside and continued from its whole records. */
  async open(): Promise<void> {
    await this.#order.run(() => this.#writer.open()).catch((error: Error) => this.#noteFailure(error));
  }

  /** Writes a whole state: the recording begins, or continues after a gap. */
  writeSnapshot(state: RecordedState): void {
    this.#hasGap = false;
    this.#lastKeyframe = state.turn;
    this.#addState('snapshot', state);
  }

  /** Writes what has changed since the last frame. */
  writeUpdate(update: SpectatorUpdate): void {
    if (!this.#hasGap) this.#add('update', update.turn, lineOf('update', JSON.stringify(update)));
  }

  /**
   * Writes the first update of a turn; `stateAfter` makes the state after it. That of a seat is made for keyframes alone: a game
   * has many seats, and a keyframe also compares what the turns before it have led to.
   */
  writeTurn(update: SpectatorUpdate, stateAfter: () => RecordedState): void {
    if (this.#hasGap) return;
    const isKeyframe = update.turn - this.#lastKeyframe >= KEYFRAME_TURNS;
    const isHashed = isKeyframe || this.#options.view === 'whole';
    const state = isHashed ? stateAfter() : undefined;
    this.#add('turn', update.turn, lineOf('update', JSON.stringify(update)), state?.facts);
    if (state === undefined || !isKeyframe) return;
    this.#lastKeyframe = update.turn;
    this.#addState('keyframe', state);
  }

  /** Resolves when the frames that were given until now are written, or could not be. */
  written(): Promise<void> {
    return this.#order.run(async () => undefined);
  }

  /** Resolves when all frames are written, or could not be. The recording may be continued later. */
  async close(): Promise<void> {
    this.#hasGap = true;
    await this.#order.run(() => this.#writer.release().catch(() => undefined));
  }

  #addState(kind: RecordKind, { turn, facts, snapshot }: RecordedState): void {
    this.#add(kind, turn, lineOf('snapshot', snapshot()), facts);
  }

  #add(kind: RecordKind, turn: number, text: string, hashed?: string): void {
    const head = { kind, turn, at: Date.now() };
    this.#waitingFrames += 1;
    if (this.#waitingFrames > MAX_WAITING_FRAMES) this.#hasGap = true;
    const written = this.#order.run(async () => {
      this.#waitingFrames -= 1;
      await this.#write(head, text, hashed).catch((error: Error) => this.#noteFailure(error));
    });
    detach(this.#options.gameId, written);
  }

  async #write(head: RecordHead, text: string, hashed: string | undefined): Promise<void> {
    // After a failed write the updates that follow do not fit what the file has.
    if (!this.#writer.isInSegment && head.kind !== 'snapshot') return;
    await this.#writer.append(head, text, hashed);
    this.#options.disk.writeSucceeded('recording');
  }

  async #noteFailure(error: Error): Promise<void> {
    this.#options.disk.writeFailed('recording', error);
    this.#hasGap = true;
    await this.#writer.release().catch(() => undefined);
  }
}

/** The line of a frame, see FrameBody; its hash is added where it is computed. */
function lineOf(part: 'update' | 'snapshot', json: string): string {
  return `{"${part}":${json}}\n`;
}
