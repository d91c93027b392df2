import { describe, expect, test } from 'vitest';
import { DeltaCache } from '../../../proxy/freeciv/delta-cache.js';
import type { PacketCodec } from '../../../proxy/freeciv/packet-codec.js';
import { Protocol } from '../../../proxy/freeciv/protocol.js';

const protocol = Protocol.load('3.0');
const codecs = protocol.codecs(protocol.capabilities);

function codec(name: string): PacketCodec {
  const found = codecs.byName.get(name);
  if (found === undefined) throw new Error(`no packet ${name}`);
  return found;
}

describe('the delta cache', () => {
  test('endless keys end the connection, keys that come again do not', () => {
    const cache = new DeltaCache({ maxPackets: 3, maxLargeBytes: 100_000 });
    for (const tile of [1, 2, 3, 2, 1, 3]) cache.remember(codec('tile_info'), { tile }, codecs, 20);
    expect(cache.size).toBe(3);
    expect(() => cache.remember(codec('tile_info'), { tile: 4 }, codecs, 20)).toThrow(
      'tile_info: more than 3 packets with keys of their own',
    );
  });

  test('what is cancelled or forgotten makes room', () => {
    const cache = new DeltaCache({ maxPackets: 2, maxLargeBytes: 10_000 });
    for (let id = 1; id < 20; id += 1) {
      cache.remember(codec('unit_info'), { id }, codecs, 9_000);
      cache.remember(codec('unit_remove'), { unitId: id }, codecs, 6);
      cache.forget(codec('unit_remove'));
    }
    cache.remember(codec('unit_info'), { id: 20 }, codecs, 9_000);
    cache.forget(codec('unit_info'));
    cache.remember(codec('unit_info'), { id: 21 }, codecs, 9_000);
    expect(cache.size).toBe(1);
  });

  test('large packets are bounded by their bytes, each key by its largest one', () => {
    const cache = new DeltaCache({ maxPackets: 100, maxLargeBytes: 10_000 });
    for (const bytes of [4_000, 5_000, 60, 5_000])
      cache.remember(codec('unit_info'), { id: 1 }, codecs, bytes);
    cache.remember(codec('unit_info'), { id: 2 }, codecs, 5_000);
    expect(() => cache.remember(codec('unit_info'), { id: 3 }, codecs, 2_000)).toThrow(
      'unit_info: more than 10000 bytes in large packets',
    );
  });
});
