import { failure } from '#shared/core/failure.js';
import type { Logger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { InOrder } from '#shared/core/serial-queue.js';
import type { SpectatorSnapshot } from '#shared/protocol/spectator/messages.js';
import { type SpectatorView, snapshotFrom } from '#shared/protocol/spectator/view.js';
import { type Delay, isDue } from '../recording/due.js';
import type { PlacedRecord } from '../recording/record.js';
import { advance, type RecordingReader } from '../recording/recording-reader.js';
import type { Listener, Show } from './show.js';

/** Between two looks for what has become due. */
const LOOK_MS = 500;

/** What was shown last: so many frames of a stretch. */
interface Place {
  readonly stretch: number;
  readonly frame: number;
  readonly record: PlacedRecord;
}

/** A game as it was some time ago, from its recording: who looks on here learns nothing that is of use in the game. */
export class DelayedShow implements Show {
  readonly #recording: RecordingReader;
  readonly #delay: Delay;
  readonly #logger: Logger;
  readonly #listeners = new Set<Listener>();
  readonly #order = new InOrder();
  #place: Place | undefined;
  /** Why it could not be shown at the last look. */
  #problem: string | undefined;
  #view: SpectatorView | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(recording: RecordingReader, delay: Delay, logger: Logger) {
    this.#recording = recording;
    this.#delay = delay;
    this.#logger = logger;
  }

  /** E122 while there is nothing that may be shown yet. */
  async watch(listener: Listener): Promise<Result<SpectatorSnapshot>> {
    await this.#goOn();
    if (this.#view === undefined) {
      const { turns, seconds } = this.#delay;
      const delay = seconds > 0 ? `${seconds} seconds` : `${turns} turns`;
      return fail(failure('E122', `Nothing can be shown yet: this view is ${delay} behind the game`));
    }
    this.#listeners.add(listener);
    this.#timer ??= setInterval(() => void this.#goOn(), LOOK_MS);
    return ok(snapshotFrom(this.#view));
  }

  leave(listener: Listener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return;
    this.close();
    // A state is megabytes: who comes next begins with the newest that is due.
    this.#view = undefined;
    this.#place = undefined;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #goOn(): Promise<void> {
    return this.#order
      .run(() => this.#showDue())
      .then(() => {
        this.#problem = undefined;
      })
      .catch((error: Error) => this.#failed(error));
  }

  /** Said once, not at every look. */
  #failed(error: Error): void {
    if (error.message !== this.#problem) this.#logger.error({ err: error }, 'a recording cannot be shown');
    this.#problem = error.message;
  }

  /** Shows what has become due since; where the game was taken back, from the newest place that is due. */
  async #showDue(): Promise<void> {
    if (!(await this.#recording.refresh())) return;
    const { index } = this.#recording;
    const last = this.#place;
    const isThere =
      last !== undefined && index.stretches[last.stretch]?.[last.frame]?.offset === last.record.offset;
    if (!isThere) await this.#begin();
    const isOver = await this.#recording.isOver();
    for (let place = this.#place; place !== undefined; ) {
      place = this.#next(place);
      if (place === undefined || !(isOver || this.#mayShow(place))) return;
      await this.#show(place);
    }
  }

  /** At the newest beginning of a stretch that is due. */
  async #begin(): Promise<void> {
    const { stretches } = this.#recording.index;
    const isOver = await this.#recording.isOver();
    const stretch = stretches.findLastIndex(([record]) => isOver || this.#isDue(record));
    const record = stretches[stretch]?.[0];
    this.#view = record && (await this.#recording.stateAfter(stretch, 1));
    this.#place = record && { stretch, frame: 0, record };
  }

  #next({ stretch, frame }: Place): Place | undefined {
    const { stretches } = this.#recording.index;
    const record = stretches[stretch]?.[frame + 1];
    if (record !== undefined) return { stretch, frame: frame + 1, record };
    const first = stretches[stretch + 1]?.[0];
    return first && { stretch: stretch + 1, frame: 0, record: first };
  }

  async #show(place: Place): Promise<void> {
    const frame = (await this.#recording.framesIn(place.stretch))[place.frame];
    if (frame === undefined) throw new Error('the recording has lost a frame');
    this.#place = place;
    // A keyframe is the state that is shown already.
    if (place.record.kind === 'keyframe') return;
    this.#view = advance(this.#view, frame.body);
    const { stream, version, header } = this.#view;
    // A snapshot is another stream: who hears of that asks for it.
    const news = 'update' in frame.body ? frame.body.update : { stream, since: version, version, ...header };
    for (const listener of this.#listeners) listener(news);
  }

  /** What leads to the beginning of a turn that is due is due: the server counts on before that turn begins. */
  #mayShow({ stretch, record }: Place): boolean {
    const next = this.#recording.index.stretches[stretch + 1]?.[0];
    return this.#isDue(record) || (next !== undefined && this.#isDue(next));
  }

  #isDue(record: PlacedRecord): boolean {
    const turn = this.#recording.index.turns.at(-1) ?? 0;
    return isDue(record, this.#delay, { turn, now: Date.now() });
  }
}
