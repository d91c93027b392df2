import { deflateSync } from 'node:zlib';
import type { Protocol } from '../../../proxy/freeciv/protocol.js';

const HEADER_BYTES = 4;
const COMPRESSION_BORDER = 16_385;
const JUMBO_LENGTH = 65_535;
const JUMBO_HEADER_BYTES = 6;

/** A frame as a server that has let its client in sends it, with any body. `length` lies where it is given. */
export function rawFrame(
  { table }: Protocol,
  name: string,
  body: readonly number[] = [],
  length?: number,
): Buffer {
  const id = table.packets.find((packet) => packet.name === name)?.id;
  if (id === undefined) throw new Error(`no packet ${name}`);
  const frame = Buffer.alloc(HEADER_BYTES + body.length);
  frame.writeUInt16BE(length ?? frame.length, 0);
  frame.writeUInt16BE(id, 2);
  frame.set(body, HEADER_BYTES);
  return frame;
}

/** A compressed block of some bytes, in the short form or, where it is too long for that, as a jumbo. */
export function compressedBlock(content: Buffer): Buffer {
  const compressed = deflateSync(content, { level: 1 });
  const length = compressed.length + 2 + COMPRESSION_BORDER;
  if (length >= JUMBO_LENGTH) return jumboBlock(compressed, compressed.length + JUMBO_HEADER_BYTES);
  const head = Buffer.alloc(2);
  head.writeUInt16BE(length, 0);
  return Buffer.concat([head, compressed]);
}

/** A jumbo that says it has `length` bytes, whatever follows. */
export function jumboBlock(content: Buffer, length: number): Buffer {
  const head = Buffer.alloc(JUMBO_HEADER_BYTES);
  head.writeUInt16BE(JUMBO_LENGTH, 0);
  head.writeUInt32BE(length, 2);
  return Buffer.concat([head, content]);
}

/** The four bytes of a number, as fields of the network have it. */
export function uint32(value: number): readonly number[] {
  return [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}
