import { afterAll, beforeAll, expect, test } from 'vitest';
import { PacketStream } from '../../../proxy/freeciv/packet-stream.js';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import { DamagedPackets, fuzzSeed } from '../../property/freeciv/damaged-packets.js';
import { joinedStreams } from '../../property/freeciv/joined-streams.js';
import { mutate, Random } from '../../property/freeciv/mutation.js';
import { recordedFrames } from '../../recordings/recorded-game.js';
import { promised } from '../../support/promised.js';

const MUTANTS_OF_RECORDED = 18;

const LENGTH_BYTES = 2;
/** Length and type. */
const HEADER_BYTES = 4;

const protocol = Protocol.load('3.0');
const frames = recordedFrames();
const target = Buffer.alloc(20_000);
const damaged = new DamagedPackets();

function replayed(past: readonly Buffer[]): PacketStream<'server'> {
  const stream = new PacketStream(protocol, 'server');
  for (const frame of past) stream.decode(frame);
  return stream;
}

const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

test('damaged packets of a recorded game, each in its own state, give only packets and ProtocolErrors', {
  timeout: 120_000,
}, () => {
  const random = new Random(fuzzSeed);
  const { server: echo } = joinedStreams(protocol, protocol.capabilities);
  let stream = replayed([]);
  for (const [i, frame] of frames.entries()) {
    // What damaged packets leave in the caches stays for a while: a state like any other, but not for ever.
    if (i % 20_000 === 0) stream = replayed(frames.slice(0, i));
    for (let n = 0; n < MUTANTS_OF_RECORDED; n += 1) {
      const spared = n % 3 === 0 ? LENGTH_BYTES : HEADER_BYTES;
      damaged.tryOut(stream, echo, mutate(frame, target, spared, random));
    }
    damaged.onlyProtocolErrors(() => stream.decode(frame), frame);
  }
  // Damage that is always noticed, or never, would not be worth a million tries.
  expect(damaged.packets / damaged.mutants).toBeGreaterThan(0.1);
  expect(damaged.packets / damaged.mutants).toBeLessThan(0.9);
});

test('promise 22: a million damaged packets gave only packets and ProtocolErrors', () => {
  promised(
    22,
    { what: 'damaged packets that ended as packets or ProtocolErrors', value: damaged.mutants },
    { atLeast: 1_000_000 },
  );
});
