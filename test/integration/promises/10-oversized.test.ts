import { expect, test } from 'vitest';
import { promised } from '../../support/promised.js';
import { startFixture } from '../gateway/support/gateway-fixture.js';
import { transportNames } from '../gateway/support/transports.js';
import { heapAfterCollection } from './support/collect-garbage.js';
import { sized } from './support/form.js';
import { binary, continuation, frame, text } from './support/frames.js';
import { metric } from './support/metric.js';
import { RawClient } from './support/raw-client.js';

const half = 'x'.repeat(700 << 10);

interface Attack {
  readonly what: string;
  readonly bytes: readonly Buffer[];
  /** The close code. */
  readonly ws: number;
  /** uWebSockets.js cuts what is far too large, and fragments cost it nothing: it waits for their end. */
  readonly uws: number | 'cut' | 'waits';
}

const attacks: readonly Attack[] = [
  { what: 'one frame too large', ws: 1009, uws: 'cut', bytes: [frame({ opcode: text, told: 100n << 20n })] },
  {
    what: 'fragments too large together',
    ws: 1009,
    uws: 'cut',
    bytes: [
      frame({ opcode: text, payload: half, fin: false }),
      frame({ opcode: continuation, payload: half }),
    ],
  },
  {
    what: 'a frame a little too large',
    ws: 1009,
    uws: 1009,
    bytes: [frame({ opcode: text, payload: Buffer.alloc((1 << 20) + 1, 'x') })],
  },
  {
    what: 'fragments without end',
    ws: 1008,
    uws: 'waits',
    bytes: [
      frame({ opcode: text, fin: false }),
      ...Array.from({ length: 1100 }, () => frame({ opcode: continuation, payload: 'x', fin: false })),
    ],
  },
  { what: 'binary', ws: 1003, uws: 1003, bytes: [frame({ opcode: binary, payload: half })] },
];

/** Attacks once; ends when the socket has been closed as it should be. */
async function attack(port: number, { what, bytes }: Attack, outcome: Attack['uws']): Promise<void> {
  const client = await RawClient.open(port, 'attacker');
  for (const part of bytes) client.write(part);
  if (outcome === 'cut') await client.ended;
  if (typeof outcome === 'number') {
    let last = await client.frames.take();
    while (last.opcode !== 8) last = await client.frames.take();
    expect([what, last.payload.readUInt16BE(0)]).toEqual([what, outcome]);
  }
  client.destroy();
}

test.each(transportNames)(
  'promise 10: on %s oversized, fragmented and binary messages end their sockets and keep no memory',
  async (transport) => {
    await using fixture = await startFixture({ TRANSPORT: transport });
    const { port } = fixture;
    const rounds = sized(10, 200);
    const before = heapAfterCollection();
    for (const each of attacks)
      for (let round = 0; round < rounds; round++) await attack(port, each, each[transport]);
    await expect.poll(() => metric(port, 'freeciv_gateway_agent_sockets')).toBe(0);
    const growth = heapAfterCollection() - before;
    const each = { what: 'MB of heap kept of each kind of attack', value: growth / attacks.length };
    promised(10, each, { atMost: 1 }, { transport, attacks: attacks.length * rounds });
  },
);
