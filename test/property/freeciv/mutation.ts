/** A small seeded random generator (mulberry32), so that a failure can be had again. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A whole number from 0 to `limit - 1`. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) % limit;
  }
}

/** Values that sit on the edges of lengths, counts, bools and ends of arrays. */
const edges = [0, 1, 2, 0x7f, 0x80, 0xfe, 0xff];

/** The most bytes one insertion adds. */
const LONGEST_INSERTION = 16;

/**
 * Writes a damaged copy of `original` into `target` and returns that part of it. The first `spared` bytes stay as
 * they are, and one to four things happen to the others.
 */
export function mutate(original: Buffer, target: Buffer, spared: number, random: Random): Buffer {
  let length = original.copy(target);
  for (let left = 1 + random.below(4); left > 0; left -= 1) {
    const at = Math.min(length, spared) + random.below(Math.max(1, length - spared));
    length = damage(target, length, at, random);
  }
  return target.subarray(0, length);
}

function damage(bytes: Buffer, length: number, at: number, random: Random): number {
  switch (random.below(6)) {
    case 0:
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
      return length;
    case 1:
      bytes[at] = random.below(256);
      return length;
    case 2:
      bytes[at] = edges[random.below(edges.length)] ?? 0;
      return length;
    case 3:
      return at;
    case 4:
      return inserted(bytes, length, at, random);
    default:
      bytes.copyWithin(at, Math.min(length, at + 1 + random.below(8)), length);
      return Math.max(at, length - 1 - random.below(8));
  }
}

function inserted(bytes: Buffer, length: number, at: number, random: Random): number {
  const room = 1 + random.below(LONGEST_INSERTION);
  bytes.copyWithin(at + room, at, length);
  for (let i = 0; i < room; i += 1) bytes[at + i] = random.below(256);
  return length + room;
}
