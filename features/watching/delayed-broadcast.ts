import { failure } from '#shared/core/failure.js';
import type { Logger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { SerialQueue } from '#shared/core/serial-queue.js';
import type { SpectatorSnapshot } from '#shared/protocol/spectator/messages.js';
import { applyFrame } from '#shared/protocol/spectator/recorded-turns.js';
import type { PlacedRecord } from '#shared/protocol/spectator/recording-format.js';
import { type SpectatorView, snapshotFrom } from '#shared/protocol/spectator/view.js';
import { type Delay, isDue, type RecordingReader } from './recording/recording-reader.js';
import type { UpdateListener, WatchSource } from './watch-source.js';

/** How often the recording is checked for frames that have become due. */
const POLL_MS = 500;

/** The frame that was published last. */
interface PlaybackPosition {
  readonly segment: number;
  readonly frame: number;
  readonly record: PlacedRecord;
}

/** A game some turns or seconds ago, from its recording, so that spectators learn nothing that helps in the game. */
export class DelayedBroadcast implements WatchSource {
  readonly #recording: RecordingReader;
  readonly #delay: Delay;
  readonly #log: Logger;
  readonly #listeners = new Set<UpdateListener>();
  readonly #order = new SerialQueue();
  #position: PlaybackPosition | undefined;
  /** Why the last check failed; undefined when it did not. */
  #problem: string | undefined;
  #view: SpectatorView | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(recording: RecordingReader, delay: Delay, log: Logger) {
    this.#recording = recording;
    this.#delay = delay;
    this.#log = log;
  }

  /** E122 while nothing is due yet. */
  async subscribe(listener: UpdateListener): Promise<Result<SpectatorSnapshot>> {
    await this.#catchUp();
    if (this.#view === undefined) {
      const { turns, seconds } = this.#delay;
      const delay = seconds > 0 ? `${seconds} seconds` : `${turns} turns`;
      return fail(failure('E122', `Nothing can be shown yet: this view is ${delay} behind the game`));
    }
    this.#listeners.add(listener);
    this.#timer ??= setInterval(() => void this.#catchUp(), POLL_MS);
    return ok(snapshotFrom(this.#view));
  }

  unsubscribe(listener: UpdateListener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return;
    this.close();
    // A state takes megabytes; the next subscriber begins with the newest one that is due.
    this.#view = undefined;
    this.#position = undefined;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #catchUp(): Promise<void> {
    return this.#order
      .run(() => this.#publishDue())
      .then(() => {
        this.#problem = undefined;
      })
      .catch((error: Error) => this.#logOnce(error));
  }

  /** Logs a problem once, not at every check. */
  #logOnce(error: Error): void {
    if (error.message !== this.#problem) this.#log.error({ err: error }, 'a recording cannot be shown');
    this.#problem = error.message;
  }

  /** Publishes what has become due; after the game was taken back, from the newest position that is due. */
  async #publishDue(): Promise<void> {
    if (!(await this.#recording.refresh())) return;
    const { index } = this.#recording;
    const last = this.#position;
    const isThere =
      last !== undefined && index.segments[last.segment]?.[last.frame]?.offset === last.record.offset;
    if (!isThere) await this.#seekNewestDue();
    const isOver = await this.#recording.isOver();
    for (let position = this.#position; position !== undefined; ) {
      position = this.#next(position);
      if (position === undefined || !(isOver || this.#isReleased(position))) return;
      await this.#publish(position);
    }
  }

  /** Goes to the newest segment whose first record is due. */
  async #seekNewestDue(): Promise<void> {
    const { segments } = this.#recording.index;
    const isOver = await this.#recording.isOver();
    const segment = segments.findLastIndex(([record]) => isOver || this.#isDue(record));
    const record = segments[segment]?.[0];
    this.#view = record && (await this.#recording.stateAfter(segment, 1));
    this.#position = record && { segment, frame: 0, record };
  }

  #next({ segment, frame }: PlaybackPosition): PlaybackPosition | undefined {
    const { segments } = this.#recording.index;
    const record = segments[segment]?.[frame + 1];
    if (record !== undefined) return { segment, frame: frame + 1, record };
    const first = segments[segment + 1]?.[0];
    return first && { segment: segment + 1, frame: 0, record: first };
  }

  async #publish(position: PlaybackPosition): Promise<void> {
    const frame = (await this.#recording.framesIn(position.segment))[position.frame];
    if (frame === undefined) throw new Error('the recording has lost a frame');
    this.#position = position;
    // A keyframe is the state that was published already.
    if (position.record.kind === 'keyframe') return;
    this.#view = applyFrame(this.#view, frame.body);
    const { stream, version, header } = this.#view;
    // A snapshot begins another stream: subscribers that see its name ask for the snapshot.
    const news = 'update' in frame.body ? frame.body.update : { stream, since: version, version, ...header };
    for (const listener of this.#listeners) listener(news);
  }

  /** Records just before a due start of a turn are due, too: the server raises the turn number before the turn begins. */
  #isReleased({ segment, record }: PlaybackPosition): boolean {
    const next = this.#recording.index.segments[segment + 1]?.[0];
    return this.#isDue(record) || (next !== undefined && this.#isDue(next));
  }

  #isDue(record: PlacedRecord): boolean {
    const turn = this.#recording.index.turns.at(-1) ?? 0;
    return isDue(record, this.#delay, { turn, now: Date.now() });
  }
}
