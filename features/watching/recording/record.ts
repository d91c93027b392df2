import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  type PlacedRecord,
  RECORD_HEAD_BYTES,
  type RecordHead,
  recordKinds,
} from '#shared/protocol/spectator/recording-format.js';

/** The last part of the head: CRC-32 of what is before it and of the payload. */
const CRC_AT = 17;
/** Far above the size of any real payload. */
const MAX_PAYLOAD_BYTES = 64 << 20;
/** Far above the size of any header line, of recordings and of files of decisions. */
export const MAX_HEADER_BYTES = 4096;

/** A record as bytes of the file. */
export function encodeRecord({ kind, turn, at }: RecordHead, payload: Uint8Array): Buffer {
  const bytes = Buffer.alloc(RECORD_HEAD_BYTES + payload.length);
  bytes.writeUInt8(recordKinds.indexOf(kind), 0);
  bytes.writeUInt32LE(turn, 1);
  bytes.writeDoubleLE(at, 5);
  bytes.writeUInt32LE(payload.length, 13);
  bytes.set(payload, RECORD_HEAD_BYTES);
  bytes.writeUInt32LE(checksum(bytes), CRC_AT);
  return bytes;
}

/**
 * The whole records at the start of `bytes`, which begin at offset `base` of the file, and the offset where they end.
 * `isTorn`: the rest may be the start of a record that is torn or still being written.
 */
export function readRecords(
  bytes: Buffer,
  base: number,
): { records: readonly PlacedRecord[]; end: number; isTorn: boolean } {
  const records: PlacedRecord[] = [];
  let at = 0;
  for (;;) {
    const rest = bytes.subarray(at);
    if (rest.length < RECORD_HEAD_BYTES) return { records, end: base + at, isTorn: true };
    const length = rest.readUInt32LE(13);
    const kind = recordKinds[rest.readUInt8(0)];
    const record = rest.subarray(0, RECORD_HEAD_BYTES + length);
    const isWhole = record.length === RECORD_HEAD_BYTES + length;
    if (kind === undefined || !isWhole || checksum(record) !== rest.readUInt32LE(CRC_AT)) {
      const isTorn = kind !== undefined && !isWhole && length <= MAX_PAYLOAD_BYTES;
      return { records, end: base + at, isTorn };
    }
    const head = { kind, turn: rest.readUInt32LE(1), at: rest.readDoubleLE(5) };
    records.push({ ...head, offset: base + at + RECORD_HEAD_BYTES, length });
    at += record.length;
  }
}

function checksum(record: Buffer): number {
  return crc32(record.subarray(RECORD_HEAD_BYTES), crc32(record.subarray(0, CRC_AT)));
}

/** Bytes of text that the next text of a segment is compressed with. Twice as much saves one per cent, and takes longer to load. */
const WINDOW_BYTES = 16 << 10;

/**
 * The next part of a raw deflate stream (RFC 1951), and the window for the part after it. `window` is that of the part before,
 * empty at the start of a stream. Nothing is kept in between: a stream of each file would take 256 KB.
 */
export function deflatePart(text: Buffer, window: Buffer): { payload: Buffer; window: Buffer } {
  const known = window.length > 0 ? { dictionary: window } : {};
  const payload = deflateRawSync(text, { ...known, finishFlush: constants.Z_SYNC_FLUSH });
  const end = text.length < WINDOW_BYTES ? Buffer.concat([window, text]) : text;
  return { payload, window: Buffer.from(end.subarray(-WINDOW_BYTES)) };
}

/** The concatenated texts of a segment, from its concatenated payloads. */
export function inflateSegment(payloads: Uint8Array): string {
  return inflateRawSync(payloads, { finishFlush: constants.Z_SYNC_FLUSH }).toString();
}
