import { crc32 } from 'node:zlib';

/**
 * What a record holds, see docs/recording.md. `snapshot`: the recording begins, or goes on after a gap; `turn`: the
 * update with which a turn has begun; `keyframe`: the state after the `turn` before it, so that nobody has to begin at
 * the beginning; `update`: what changed since the record before. All but updates begin a stretch of their own.
 */
const recordKinds = ['snapshot', 'turn', 'keyframe', 'update'] as const;
export type RecordKind = (typeof recordKinds)[number];

export interface RecordHead {
  readonly kind: RecordKind;
  /** The turn of the state after it. */
  readonly turn: number;
  /** When it was recorded, as Date.now tells. */
  readonly at: number;
}

/** A record as it lies in the file. */
export interface PlacedRecord extends RecordHead {
  /** Of its payload. */
  readonly offset: number;
  readonly length: number;
}

/** Kind 1 byte, turn 4, time 8 (float64), payload length 4, CRC-32 of all that and of the payload 4; little-endian. */
const HEAD_BYTES = 21;
const CRC_AT = 17;
/** No record comes near. */
const MAX_PAYLOAD_BYTES = 64 << 20;

export function writeRecord({ kind, turn, at }: RecordHead, payload: Uint8Array): Buffer {
  const bytes = Buffer.alloc(HEAD_BYTES + payload.length);
  bytes.writeUInt8(recordKinds.indexOf(kind), 0);
  bytes.writeUInt32LE(turn, 1);
  bytes.writeDoubleLE(at, 5);
  bytes.writeUInt32LE(payload.length, 13);
  bytes.set(payload, HEAD_BYTES);
  bytes.writeUInt32LE(checksum(bytes), CRC_AT);
  return bytes;
}

/**
 * The whole records at the beginning of `bytes`, which begin at `base` in the file, and where they end. `isTorn`: what
 * follows can be the beginning of a record that is torn, or still being written.
 */
export function readRecords(
  bytes: Buffer,
  base: number,
): { records: readonly PlacedRecord[]; end: number; isTorn: boolean } {
  const records: PlacedRecord[] = [];
  let at = 0;
  for (;;) {
    const rest = bytes.subarray(at);
    if (rest.length < HEAD_BYTES) return { records, end: base + at, isTorn: true };
    const length = rest.readUInt32LE(13);
    const kind = recordKinds[rest.readUInt8(0)];
    const record = rest.subarray(0, HEAD_BYTES + length);
    const isWhole = record.length === HEAD_BYTES + length;
    if (kind === undefined || !isWhole || checksum(record) !== rest.readUInt32LE(CRC_AT)) {
      const isTorn = kind !== undefined && !isWhole && length <= MAX_PAYLOAD_BYTES;
      return { records, end: base + at, isTorn };
    }
    const head = { kind, turn: rest.readUInt32LE(1), at: rest.readDoubleLE(5) };
    records.push({ ...head, offset: base + at + HEAD_BYTES, length });
    at += record.length;
  }
}

function checksum(record: Buffer): number {
  return crc32(record.subarray(HEAD_BYTES), crc32(record.subarray(0, CRC_AT)));
}
