import type { SegmentSource } from '#shared/protocol/spectator/recorded-turns.js';
import {
  type FrameBody,
  type PlacedRecord,
  RECORD_HEAD_BYTES,
  type RecordingFrame,
  recordKinds,
} from '#shared/protocol/spectator/recording-format.js';
import { RecordingIndex } from '#shared/protocol/spectator/recording-index.js';

/** The end of a raw deflate stream (RFC 1951): an empty last block. */
const END_OF_STREAM = new Uint8Array([3, 0]);

/** A recording that was loaded as a whole. */
export class LoadedRecording implements SegmentSource {
  readonly index: RecordingIndex;
  readonly #bytes: Uint8Array<ArrayBuffer>;

  private constructor(bytes: Uint8Array<ArrayBuffer>, index: RecordingIndex) {
    this.#bytes = bytes;
    this.index = index;
  }

  /** Loads a recording; rejects with words for people when there is none. */
  static async load(address: string): Promise<LoadedRecording> {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`There is no recording at ${address}.`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const index = new RecordingIndex();
    for (const record of recordsIn(bytes)) index.add(record);
    if (index.turns.length === 0) throw new Error(`${address} is no recording of a game.`);
    return new LoadedRecording(bytes, index);
  }

  async framesIn(at: number): Promise<readonly RecordingFrame[]> {
    const segment = this.index.segments[at];
    if (segment === undefined) return [];
    const parts = segment.map(({ offset, length }) => this.#bytes.subarray(offset, offset + length));
    const lines = (await inflated(parts)).split('\n');
    return segment.map((head, line) => ({ head, body: parseBody(lines[line] ?? '') }));
  }
}

/** The whole records behind the first line, in their order. */
function recordsIn(bytes: Uint8Array<ArrayBuffer>): readonly PlacedRecord[] {
  const numbers = new DataView(bytes.buffer);
  const records: PlacedRecord[] = [];
  let at = bytes.indexOf('\n'.charCodeAt(0)) + 1;
  while (at + RECORD_HEAD_BYTES <= bytes.length) {
    const kind = recordKinds[numbers.getUint8(at)];
    const length = numbers.getUint32(at + 13, true);
    const offset = at + RECORD_HEAD_BYTES;
    if (kind === undefined || offset + length > bytes.length) break;
    const head = { kind, turn: numbers.getUint32(at + 1, true), at: numbers.getFloat64(at + 5, true) };
    records.push({ ...head, offset, length });
    at = offset + length;
  }
  return records;
}

/** The text of a segment: its payloads are one stream that was not ended. */
function inflated(parts: readonly Uint8Array<ArrayBuffer>[]): Promise<string> {
  const stream = new Blob([...parts, END_OF_STREAM]).stream();
  return new Response(stream.pipeThrough(new DecompressionStream('deflate-raw'))).text();
}

function parseBody(line: string): FrameBody {
  return JSON.parse(line);
}
