import type { Logger } from '#shared/core/log.js';
import { InOrder } from '#shared/core/serial-queue.js';
import type { SpectatorSnapshot, SpectatorUpdate } from '#shared/protocol/spectator/messages.js';
import { viewOf } from '#shared/protocol/spectator/view.js';
import type { DiskNotes } from '../games/disk/disk-alarm.js';
import type { FrameBody, RecordedView } from './frame.js';
import { newHeader, raiseVersion, readHeader } from './header.js';
import type { RecordHead, RecordKind } from './record.js';
import { RecordAppender } from './record-appender.js';
import { stateHash } from './state-hash.js';

/** Turns between two states from which reading can begin. */
const KEYFRAME_TURNS = 10;
/** Frames that wait for the disk; beyond it is not there, and what is lost is made good with a snapshot. */
const MOST_WAITING = 500;

export interface RecorderOptions {
  readonly file: string;
  readonly gameId: string;
  readonly view: RecordedView;
  readonly logger: Logger;
  /** Hears whether the recording can be written, and of damage in what is there. */
  readonly disk: DiskNotes;
}

/**
 * Writes what is told of a game to its recording, as it is told. Only ever appends: what a crash tore at the end is cut
 * when the recording goes on. A disk that takes nothing costs the recording a gap, never the game anything.
 */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #order = new InOrder();
  readonly #appender: RecordAppender;
  #waiting = 0;
  #lastKeyframe = Number.NEGATIVE_INFINITY;
  /** Updates cannot be recorded before the next snapshot. */
  #hasGap = true;

  constructor(options: RecorderOptions) {
    this.#options = options;
    const { file, gameId, view, disk } = options;
    const header = newHeader({ game_id: gameId, view });
    const records = { file, what: 'recording', disk, checkHeader: readHeader } as const;
    this.#appender = new RecordAppender({ ...records, header, prepare: raiseVersion });
  }

  /** True when nothing can be recorded but a snapshot. */
  get hasGap(): boolean {
    return this.#hasGap;
  }

  /** Puts a damaged recording aside, so that what is left of it can be read and gone on with. */
  async prepare(): Promise<void> {
    await this.#order.run(() => this.#appender.prepare()).catch((error: Error) => this.#failed(error));
  }

  /** The recording begins here, or goes on here after a gap. */
  begin(snapshot: SpectatorSnapshot): void {
    this.#hasGap = false;
    this.#lastKeyframe = snapshot.turn;
    this.#add('snapshot', snapshot.turn, { snapshot, hash: stateHash(viewOf(snapshot)) });
  }

  /** What changed since the last call. */
  update(update: SpectatorUpdate): void {
    if (!this.#hasGap) this.#add('update', update.turn, { update });
  }

  /** A turn has begun with this update; `snapshot` is the state after it. */
  turn(update: SpectatorUpdate, snapshot: SpectatorSnapshot): void {
    if (this.#hasGap) return;
    const hash = stateHash(viewOf(snapshot));
    this.#add('turn', update.turn, { update, hash });
    if (update.turn - this.#lastKeyframe < KEYFRAME_TURNS) return;
    this.#lastKeyframe = update.turn;
    this.#add('keyframe', update.turn, { snapshot, hash });
  }

  /** Resolves when all that was told is written, or could not be. The recording may go on later. */
  async close(): Promise<void> {
    this.#hasGap = true;
    await this.#order.run(() => this.#appender.release().catch(() => undefined));
  }

  #add(kind: RecordKind, turn: number, body: FrameBody): void {
    const head = { kind, turn, at: Date.now() };
    this.#waiting += 1;
    if (this.#waiting > MOST_WAITING) this.#hasGap = true;
    const text = `${JSON.stringify(body)}\n`;
    void this.#order.run(async () => {
      this.#waiting -= 1;
      await this.#write(head, text).catch((error: Error) => this.#failed(error));
    });
  }

  async #write(head: RecordHead, text: string): Promise<void> {
    // What follows a failed write would not fit what was written before.
    if (!this.#appender.isInStretch && head.kind !== 'snapshot') return;
    await this.#appender.append(head, text);
    this.#options.disk.worked('recording');
  }

  async #failed(error: Error): Promise<void> {
    this.#options.disk.failed('recording', error);
    this.#hasGap = true;
    await this.#appender.release().catch(() => undefined);
  }
}
