/** One WebSocket frame as a client writes it, right or wrong. */
export interface FrameSpec {
  readonly opcode: number;
  readonly payload?: Uint8Array | string;
  readonly fin?: boolean;
  /** The three reserved bits, 0 to 7. */
  readonly rsv?: number;
  readonly masked?: boolean;
  /** How the length is written: the shortest form unless said. */
  readonly lengthForm?: 7 | 16 | 64;
  /** The length that is told, whatever follows. */
  readonly told?: bigint;
}

export const text = 0x1;
export const binary = 0x2;
export const continuation = 0x0;
export const close = 0x8;
export const ping = 0x9;
export const pong = 0xa;

export function frame(spec: FrameSpec): Buffer {
  const { opcode, fin = true, rsv = 0, masked = true } = spec;
  const payload = Buffer.from(spec.payload ?? '');
  const first = (fin ? 0x80 : 0) | (rsv << 4) | opcode;
  const header = Buffer.concat([Buffer.from([first]), lengthBytes(spec, payload.length, masked)]);
  // A mask of zeros leaves the payload as it is.
  return Buffer.concat([header, masked ? Buffer.alloc(4) : Buffer.alloc(0), payload]);
}

export function closeFrame(code: number, reason: Uint8Array | string = ''): Buffer {
  const codeBytes = Buffer.alloc(2);
  codeBytes.writeUInt16BE(code);
  return frame({ opcode: close, payload: Buffer.concat([codeBytes, Buffer.from(reason)]) });
}

function lengthBytes({ told, lengthForm }: FrameSpec, actual: number, masked: boolean): Buffer {
  const length = told ?? BigInt(actual);
  const form = lengthForm ?? (length < 126n ? 7 : length < 65_536n ? 16 : 64);
  const mask = masked ? 0x80 : 0;
  if (form === 7) return Buffer.from([mask | Number(length)]);
  const bytes = Buffer.alloc(form === 16 ? 3 : 9);
  bytes[0] = mask | (form === 16 ? 126 : 127);
  if (form === 16) bytes.writeUInt16BE(Number(length), 1);
  else bytes.writeBigUInt64BE(length, 1);
  return bytes;
}
