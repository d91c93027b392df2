import type { Logger } from '#shared/core/log.js';
import { SerialQueue } from '#shared/core/serial-queue.js';
import type { SpectatorSnapshot, SpectatorUpdate } from '#shared/protocol/spectator/messages.js';
import type {
  FrameBody,
  RecordedView,
  RecordHead,
  RecordKind,
} from '#shared/protocol/spectator/recording-format.js';
import { viewOf } from '#shared/protocol/spectator/view.js';
import type { DiskReporter } from '../games/disk/disk-monitor.js';
import { RecordFileWriter } from './record-file-writer.js';
import { newRecordingHeader, readRecordingHeader, stateHash, upgradeVersion } from './recording-format.js';

/** Turns between two keyframes. */
const KEYFRAME_TURNS = 10;
/** Frames that may wait for the disk. When there are more, frames are lost and the next one is a snapshot. */
const MAX_WAITING_FRAMES = 500;

/** The file of a recording and what it records. */
export interface RecorderOptions {
  readonly file: string;
  readonly gameId: string;
  readonly view: RecordedView;
  readonly log: Logger;
  /** Is told whether the recording can be written, and whether it is damaged. */
  readonly disk: DiskReporter;
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
    const { file, gameId, view, disk } = options;
    const header = newRecordingHeader({ game_id: gameId, view });
    const records = { file, what: 'recording', disk, checkHeader: readRecordingHeader } as const;
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
  writeSnapshot(snapshot: SpectatorSnapshot): void {
    this.#hasGap = false;
    this.#lastKeyframe = snapshot.turn;
    this.#add('snapshot', snapshot.turn, { snapshot, hash: stateHash(viewOf(snapshot)) });
  }

  /** Writes what has changed since the last frame. */
  writeUpdate(update: SpectatorUpdate): void {
    if (!this.#hasGap) this.#add('update', update.turn, { update });
  }

  /** Writes the first update of a turn; `snapshot` is the state after it. */
  writeTurn(update: SpectatorUpdate, snapshot: SpectatorSnapshot): void {
    if (this.#hasGap) return;
    const hash = stateHash(viewOf(snapshot));
    this.#add('turn', update.turn, { update, hash });
    if (update.turn - this.#lastKeyframe < KEYFRAME_TURNS) return;
    this.#lastKeyframe = update.turn;
    this.#add('keyframe', update.turn, { snapshot, hash });
  }

  /** Resolves when all frames are written, or could not be. The recording may be continued later. */
  async close(): Promise<void> {
    this.#hasGap = true;
    await this.#order.run(() => this.#writer.release().catch(() => undefined));
  }

  #add(kind: RecordKind, turn: number, body: FrameBody): void {
    const head = { kind, turn, at: Date.now() };
    this.#waitingFrames += 1;
    if (this.#waitingFrames > MAX_WAITING_FRAMES) this.#hasGap = true;
    const text = `${JSON.stringify(body)}\n`;
    void this.#order.run(async () => {
      this.#waitingFrames -= 1;
      await this.#write(head, text).catch((error: Error) => this.#noteFailure(error));
    });
  }

  async #write(head: RecordHead, text: string): Promise<void> {
    // After a failed write the updates that follow do not fit what the file has.
    if (!this.#writer.isInSegment && head.kind !== 'snapshot') return;
    await this.#writer.append(head, text);
    this.#options.disk.writeSucceeded('recording');
  }

  async #noteFailure(error: Error): Promise<void> {
    this.#options.disk.writeFailed('recording', error);
    this.#hasGap = true;
    await this.#writer.release().catch(() => undefined);
  }
}
