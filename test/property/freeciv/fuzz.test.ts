import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { FrameSplitter } from '../../../proxy/freeciv/frame-splitter.js';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import { recordedBytes, recordedFrames } from '../../recordings/recorded-game.js';
import { promised } from '../../support/promised.js';
import { arbitraryPacket } from './arbitrary-packet.js';
import { DamagedPackets, fuzzSeed } from './damaged-packets.js';
import { joinedStreams } from './joined-streams.js';
import { mutate, Random } from './mutation.js';

const MUTANTS_OF_GENERATED = 100;
const GENERATED_OF_EACH_TYPE = 10;
const DAMAGED_STREAMS = 10_000;

const LENGTH_BYTES = 2;
/** Length and type. */
const HEADER_BYTES = 4;

const protocol = Protocol.load('3.0');
const frames = recordedFrames();
const target = Buffer.alloc(20_000);
const damaged = new DamagedPackets();

const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

test('damaged packets of every type, from both sides, give only packets and ProtocolErrors', () => {
  const random = new Random(fuzzSeed + 1);
  for (const spec of protocol.table.packets) {
    const { server, client } = joinedStreams(protocol, protocol.capabilities);
    const [sender, receiver] = spec.from === 'client' ? [client, server] : [server, client];
    const { server: echo } = joinedStreams(protocol, protocol.capabilities);
    const arbitrary = arbitraryPacket(spec, protocol.table, protocol.capabilities);
    for (const packet of fc.sample(arbitrary, { numRuns: GENERATED_OF_EACH_TYPE, seed: fuzzSeed })) {
      damaged.onlyProtocolErrors(() => {
        const frame = sender.encode(packet.name, packet.fields);
        for (let n = 0; n < MUTANTS_OF_GENERATED; n += 1)
          damaged.tryOut(receiver, echo, mutate(frame, target, HEADER_BYTES, random));
      }, Buffer.alloc(0));
    }
  }
});

test('promise 22: whole streams with lying lengths and broken blocks give only frames and ProtocolErrors', () => {
  const random = new Random(fuzzSeed + 2);
  const raw = recordedBytes();
  let whole = 0;
  const take = (frame: Buffer) => {
    whole += 1;
    if (frame.readUInt16BE(0) !== frame.length) throw new Error('a frame of another length than it says');
  };
  for (let n = 0; n < DAMAGED_STREAMS; n += 1) {
    const from = random.below(frames.length - 40);
    const plain = Buffer.concat(frames.slice(from, from + 1 + random.below(40))).subarray(0, 8000);
    const stream = [
      () => mutate(raw.subarray(from, from + 4000), target, 0, random),
      () => mutate(plain, target, 0, random),
      () => mutate(blockOf(plain), target, 0, random),
      () => blockOf(mutate(plain, target, 0, random)),
    ][n % 4]?.();
    if (stream === undefined) continue;
    const cut = random.below(stream.length + 1);
    const splitter = new FrameSplitter();
    damaged.onlyProtocolErrors(() => {
      splitter.push(stream.subarray(0, cut), take);
      splitter.push(stream.subarray(cut), take);
    }, stream);
  }
  const intact = { what: 'whole frames out of damaged streams', value: whole };
  promised(22, intact, { atLeast: DAMAGED_STREAMS }, { streams: DAMAGED_STREAMS });
});

function blockOf(content: Buffer): Buffer {
  const compressed = deflateSync(content, { level: 1 });
  const head = Buffer.alloc(LENGTH_BYTES);
  head.writeUInt16BE(compressed.length + LENGTH_BYTES + 16_385, 0);
  return Buffer.concat([head, compressed]);
}
