import { expect, test } from 'vitest';
import { startFixture } from '../gateway/support/gateway-fixture.js';
import { heapAfterCollection } from './support/collect-garbage.js';
import { figures, sized } from './support/form.js';
import { binary, continuation, frame, text } from './support/frames.js';
import { metric } from './support/metric.js';
import { RawClient } from './support/raw-client.js';

const half = 'x'.repeat(700 << 10);

const attacks: readonly (readonly [what: string, code: number, bytes: readonly Buffer[]])[] = [
  ['one frame too large', 1009, [frame({ opcode: text, told: 100n << 20n })]],
  [
    'fragments too large together',
    1009,
    [frame({ opcode: text, payload: half, fin: false }), frame({ opcode: continuation, payload: half })],
  ],
  [
    'fragments without end',
    1008,
    [
      frame({ opcode: text, fin: false }),
      ...Array.from({ length: 1100 }, () => frame({ opcode: continuation, payload: 'x', fin: false })),
    ],
  ],
  ['binary', 1003, [frame({ opcode: binary, payload: half })]],
];

test('promise 10: oversized, fragmented and binary messages are closed 1009, 1008 and 1003 and keep no memory', async () => {
  await using fixture = await startFixture();
  const { port } = fixture;
  const rounds = sized(10, 200);
  const before = heapAfterCollection();
  for (const [what, code, bytes] of attacks) {
    for (let round = 0; round < rounds; round++) {
      const client = await RawClient.open(port, 'attacker');
      for (const part of bytes) client.write(part);
      let last = await client.frames.take();
      while (last.opcode !== 8) last = await client.frames.take();
      expect([what, last.payload.readUInt16BE(0)]).toEqual([what, code]);
      client.destroy();
    }
  }
  await expect.poll(() => metric(port, 'freeciv_gateway_agent_sockets')).toBe(0);
  const growth = heapAfterCollection() - before;
  expect(growth / attacks.length).toBeLessThan(1);
  figures(10, { attacks: attacks.length * rounds, heapGrowthMB: growth });
});
