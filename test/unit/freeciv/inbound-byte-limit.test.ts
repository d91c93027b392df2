import { describe, expect, test } from 'vitest';
import { ByteWriter } from '../../../proxy/freeciv/bytes.js';
import { InboundByteLimit } from '../../../proxy/freeciv/inbound-byte-limit.js';
import { ManualClock } from '../../support/manual-clock.js';

describe('bytes of a server', () => {
  function limitOn(clock: ManualClock) {
    return new InboundByteLimit(() => clock.monotonic(), { burstBytes: 1000, bytesPerSecond: 100 });
  }

  test('the bytes that a game server sends are taken up to the burst, and then at the rate', () => {
    const clock = new ManualClock();
    const limit = limitOn(clock);
    limit.debit(600);
    limit.debit(400);
    expect(() => limit.debit(1)).toThrow('more than 100 bytes a second are told');
    clock.pass(1000);
    expect(() => limit.debit(99)).not.toThrow();
    expect(() => limit.debit(1)).toThrow(expect.objectContaining({ code: 'too_large' }));
  });

  test('the bytes that are taken never become more than the burst, however long nothing comes', () => {
    const clock = new ManualClock();
    const limit = limitOn(clock);
    limit.debit(1000);
    clock.pass(3_600_000);
    limit.debit(1);
    limit.debit(999);
    expect(() => limit.debit(2)).toThrow();
  });
});

test('a writer of bytes grows by doubling, or to what it needs, and keeps what is written', () => {
  const writer = new ByteWriter();
  const parts = Array.from({ length: 3000 }, (_, n) => n % 251);
  for (const part of parts) writer.u8(part);
  expect([...writer.copy()]).toEqual(parts);
  const large = Buffer.alloc(100_000, 7);
  writer.bytes(large);
  expect(writer.copy()).toEqual(Buffer.concat([Buffer.from(parts), large]));
  writer.clear();
  expect(writer.copy()).toHaveLength(0);
  writer.u16(0x1234);
  expect([...writer.copy()]).toEqual([0x12, 0x34]);
});

test.each([
  ['u8', [0, 255], [-1, 256, 0.5]],
  ['i8', [-128, 127], [-129, 128, Number.NaN]],
  ['u16', [0, 65_535], [-1, 65_536, 1.5]],
  ['i16', [-32_768, 32_767], [-32_769, 32_768, Number.POSITIVE_INFINITY]],
  ['u32', [0, 4_294_967_295], [-1, 4_294_967_296, 0.1]],
  ['i32', [-2_147_483_648, 2_147_483_647], [-2_147_483_649, 2_147_483_648, 0.1]],
] as const)('a writer of bytes takes whole numbers of %s and no others', (method, taken, refused) => {
  const writer = new ByteWriter();
  for (const value of taken) expect(() => writer[method](value)).not.toThrow();
  const [min, max] = taken;
  for (const value of refused)
    expect(() => writer[method](value)).toThrow(`${value} is not a whole number from ${min} to ${max}`);
});

test('a writer of bytes ends a string with a zero, within its limit in bytes', () => {
  const writer = new ByteWriter();
  writer.string('né', 4);
  expect([...writer.copy()]).toEqual([0x6e, 0xc3, 0xa9, 0]);
  expect(() => writer.string('né', 3)).toThrow('a string of 3 bytes where 2 are allowed');
  expect(() => writer.string('a\0b', 10)).toThrow('a string with a NUL inside');
});
