import { open, stat } from 'node:fs/promises';
import { applyUpdate, type SpectatorView, viewOf } from '#shared/spectator/view.js';
import { type Delay, isDue } from './due.js';
import type { Frame, FrameBody, RecordingHeader } from './frame.js';
import { RECORDING_VERSION, readRecords } from './record.js';
import { RecordingIndex, type Stretch } from './recording-index.js';
import { inflateStretch } from './stretch-deflate.js';

/** No header comes near. */
const MOST_HEADER_BYTES = 4096;

/** A recording on disk, also while it is being written. What is torn at its end is not seen. */
export class RecordingReader {
  readonly #file: string;
  #index = new RecordingIndex();
  #header: RecordingHeader | undefined;
  #inode: number | undefined;
  #end = 0;
  #over: { readonly end: number; readonly isOver: boolean } | undefined;
  #refreshing: Promise<boolean> | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  get index(): RecordingIndex {
    return this.#index;
  }

  get header(): RecordingHeader | undefined {
    return this.#header;
  }

  /** Where the last whole record ends; 0 before anything was read. */
  get end(): number {
    return this.#end;
  }

  /** Takes in what was written since. False when there is no recording; rejects when it is of another version. */
  refresh(): Promise<boolean> {
    this.#refreshing ??= this.#takeIn().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #takeIn(): Promise<boolean> {
    await this.#notice();
    const bytes = await this.#read(this.#end);
    if (bytes === undefined) return false;
    let records = bytes;
    if (this.#header === undefined) {
      const lineEnd = bytes.subarray(0, MOST_HEADER_BYTES).indexOf('\n');
      this.#header = lineEnd < 0 ? undefined : readHeader(bytes.toString('utf8', 0, lineEnd));
      if (this.#header === undefined) return false;
      this.#end = lineEnd + 1;
      records = bytes.subarray(this.#end);
    }
    const read = readRecords(records, this.#end);
    for (const record of read.records) this.index.add(record);
    this.#end = read.end;
    return true;
  }

  /** Forgets everything when it is another file by now: the game was deleted and made once more. */
  async #notice(): Promise<void> {
    const found = await stat(this.#file).catch(() => undefined);
    if (found?.ino === this.#inode && (found?.size ?? 0) >= this.#end) return;
    this.#inode = found?.ino;
    this.#index = new RecordingIndex();
    this.#header = undefined;
    this.#end = 0;
  }

  /** The state as a turn began; undefined for a turn that was not recorded. */
  async stateAt(turn: number): Promise<SpectatorView | undefined> {
    const beginning = this.index.beginningOf(turn);
    if (beginning === undefined) return undefined;
    // A keyframe behind a turn is the state as that began.
    const isKept = this.index.stretches[beginning + 1]?.[0].kind === 'keyframe';
    return this.stateAfter(isKept ? beginning + 1 : beginning, 1);
  }

  /** The newest state; undefined when there is none. */
  async lastState(): Promise<SpectatorView | undefined> {
    const last = this.index.stretches.length - 1;
    return last < 0 ? undefined : this.stateAfter(last, Number.POSITIVE_INFINITY);
  }

  /** The turns whose beginning may be shown by now with such a delay, in order; all when the game is over. */
  async turnsShown(delay: Delay, now: number): Promise<readonly number[]> {
    const { turns, stretches } = this.index;
    const moment = { turn: turns.at(-1) ?? 0, now };
    const isOver = await this.isOver();
    return turns.filter((turn) => {
      const first = stretches[this.index.beginningOf(turn) ?? -1]?.[0];
      return turn > 0 && first !== undefined && (isOver || isDue(first, delay, moment));
    });
  }

  /** True when the recording ends with the end of the game. */
  async isOver(): Promise<boolean> {
    const { end } = this;
    if (this.#over?.end === end) return this.#over.isOver;
    const last = (await this.framesIn(this.index.stretches.length - 1)).at(-1)?.body;
    const header = last === undefined || 'update' in last ? last?.update : last.snapshot;
    this.#over = { end, isOver: header?.phase === 'game_over' };
    return this.#over.isOver;
  }

  /** What leads from the state as a turn began to that as the next one did, or to the newest. */
  async framesOf(turn: number): Promise<readonly Frame[]> {
    const { turns } = this.index;
    const first = this.index.beginningOf(turn);
    if (first === undefined) return [];
    const next = turns[turns.indexOf(turn) + 1];
    const end = next === undefined ? undefined : this.index.beginningOf(next);
    const frames: Frame[] = [];
    for (let at = first; at < (end ?? this.index.stretches.length); at += 1) {
      const stretch = await this.framesIn(at);
      const isTold = at === first || stretch[0]?.head.kind === 'keyframe';
      frames.push(...(isTold ? stretch.slice(1) : stretch));
    }
    return end === undefined ? frames : [...frames, ...(await this.framesIn(end)).slice(0, 1)];
  }

  /** The frames of the stretch at that place of the index. */
  async framesIn(at: number): Promise<readonly Frame[]> {
    const stretch = this.index.stretches[at];
    if (stretch === undefined) return [];
    const text = inflateStretch(await this.#payloads(stretch));
    const lines = text.split('\n');
    return stretch.map((head, line) => ({ head, body: readBody(lines[line] ?? '') }));
  }

  /** The state after so many frames of the stretch at that place of the index. */
  async stateAfter(stretch: number, frames: number): Promise<SpectatorView | undefined> {
    const from = this.#snapshotBefore(stretch);
    let view: SpectatorView | undefined;
    for (let at = from; at <= stretch; at += 1) {
      const all = await this.framesIn(at);
      for (const { body } of at === stretch ? all.slice(0, frames) : all) view = advance(view, body);
    }
    return view;
  }

  /** The nearest stretch from which a state can be built. */
  #snapshotBefore(stretch: number): number {
    const { stretches } = this.index;
    return stretches.findLastIndex(([{ kind }], at) => at <= stretch && kind !== 'turn');
  }

  async #payloads(stretch: Stretch): Promise<Buffer> {
    const last = stretch.at(-1) ?? stretch[0];
    const start = stretch[0].offset;
    const bytes = await this.#read(start, last.offset + last.length - start);
    if (bytes === undefined) throw new Error(`the recording ${this.#file} has gone`);
    return Buffer.concat(
      stretch.map(({ offset, length }) => bytes.subarray(offset - start, offset - start + length)),
    );
  }

  /** Bytes from there on; undefined when there is no such file. */
  async #read(from: number, length?: number): Promise<Buffer | undefined> {
    await using file = await openFile(this.#file);
    if (file === undefined) return undefined;
    const wanted = length ?? (await file.handle.stat()).size - from;
    const { buffer, bytesRead } = await file.handle.read(Buffer.alloc(Math.max(0, wanted)), {
      position: from,
    });
    return buffer.subarray(0, bytesRead);
  }
}

/** The state after a frame. Throws when the frame does not fit the state before it: the recording is not one. */
export function advance(view: SpectatorView | undefined, body: FrameBody): SpectatorView {
  if ('snapshot' in body) return viewOf(body.snapshot);
  if (view === undefined || !applyUpdate(view, body.update)) throw new Error('the recording has a gap');
  return view;
}

async function openFile(path: string) {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return handle && { handle, [Symbol.asyncDispose]: () => handle.close() };
}

function readHeader(line: string): RecordingHeader {
  const header = parsedHeader(line);
  if (header?.format === 'freeciv-recording' && header.version === RECORDING_VERSION) return header;
  throw new Error(`not a recording of version ${RECORDING_VERSION}`);
}

function parsedHeader(line: string): RecordingHeader | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function readBody(line: string): FrameBody {
  return JSON.parse(line);
}
