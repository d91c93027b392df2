import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProtocolError } from '../../../proxy/freeciv/errors.js';
import { FrameSplitter } from '../../../proxy/freeciv/frame-splitter.js';
import { PacketStream } from '../../../proxy/freeciv/packet-stream.js';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import type { Side } from '../../../proxy/freeciv/wire-stream.js';
import { recordedBytes, recordedFrames } from '../../recordings/recorded-game.js';
import { promised } from '../../support/promised.js';
import { arbitraryPacket } from './arbitrary-packet.js';
import { type AnyPacket, joinedStreams } from './joined-streams.js';
import { mutate, Random } from './mutation.js';

const { FUZZ_SEED } = process.env;
/** Another seed is another million: FUZZ_SEED=7 npm run test:unit. */
const seed = Number(FUZZ_SEED ?? 20_260);
const MUTANTS_OF_RECORDED = 15;
const MUTANTS_OF_GENERATED = 100;
const GENERATED_OF_EACH_TYPE = 10;
const DAMAGED_STREAMS = 10_000;

const LENGTH_BYTES = 2;
/** Length and type. */
const HEADER_BYTES = 4;

const protocol = Protocol.load('3.0');
const frames = recordedFrames();
const target = Buffer.alloc(20_000);
let mutants = 0;
let packets = 0;

/** Runs what may fail in one way only. */
function onlyProtocolErrors(run: () => void, subject: Buffer): void {
  try {
    run();
  } catch (error) {
    if (error instanceof ProtocolError) return;
    throw new Error(`seed ${seed}, mutant ${mutants}: ${subject.toString('hex')}`, { cause: error });
  }
}

/** Decodes a damaged frame; when a packet comes out, it must be one that can be sent or refused. */
function tryOut(stream: PacketStream<Side>, echo: PacketStream<Side>, frame: Buffer): void {
  mutants += 1;
  onlyProtocolErrors(() => {
    const packet: AnyPacket = stream.decode(frame);
    packets += 1;
    echo.encode(packet.name, packet.fields);
  }, frame);
}

function replayed(past: readonly Buffer[]): PacketStream<'server'> {
  const stream = new PacketStream(protocol, 'server');
  for (const frame of past) stream.decode(frame);
  return stream;
}

describe('damaged packets', () => {
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
    const random = new Random(seed);
    const { server: echo } = joinedStreams(protocol, protocol.capabilities);
    let stream = replayed([]);
    for (const [i, frame] of frames.entries()) {
      // What damaged packets leave in the caches stays for a while: a state like any other, but not for ever.
      if (i % 20_000 === 0) stream = replayed(frames.slice(0, i));
      for (let n = 0; n < MUTANTS_OF_RECORDED; n += 1) {
        const spared = n % 3 === 0 ? LENGTH_BYTES : HEADER_BYTES;
        tryOut(stream, echo, mutate(frame, target, spared, random));
      }
      onlyProtocolErrors(() => stream.decode(frame), frame);
    }
    // Damage that is always noticed, or never, would not be worth a million tries.
    expect(packets / mutants).toBeGreaterThan(0.1);
    expect(packets / mutants).toBeLessThan(0.9);
  });

  test('damaged packets of every type, from both sides, give only packets and ProtocolErrors', {
    timeout: 120_000,
  }, () => {
    const random = new Random(seed + 1);
    for (const spec of protocol.table.packets) {
      const { server, client } = joinedStreams(protocol, protocol.capabilities);
      const [sender, receiver] = spec.from === 'client' ? [client, server] : [server, client];
      const { server: echo } = joinedStreams(protocol, protocol.capabilities);
      const arbitrary = arbitraryPacket(spec, protocol.table, protocol.capabilities);
      for (const packet of fc.sample(arbitrary, { numRuns: GENERATED_OF_EACH_TYPE, seed })) {
        onlyProtocolErrors(() => {
          const frame = sender.encode(packet.name, packet.fields);
          for (let n = 0; n < MUTANTS_OF_GENERATED; n += 1)
            tryOut(receiver, echo, mutate(frame, target, HEADER_BYTES, random));
        }, Buffer.alloc(0));
      }
    }
  });

  test('promise 22: a million damaged packets gave only packets and ProtocolErrors', () => {
    promised(
      22,
      { what: 'damaged packets that ended as packets or ProtocolErrors', value: mutants },
      { atLeast: 1_000_000 },
    );
  });

  test('promise 22: whole streams with lying lengths and broken blocks give only frames and ProtocolErrors', {
    timeout: 120_000,
  }, () => {
    const random = new Random(seed + 2);
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
      onlyProtocolErrors(() => {
        splitter.push(stream.subarray(0, cut), take);
        splitter.push(stream.subarray(cut), take);
      }, stream);
    }
    const intact = { what: 'whole frames out of damaged streams', value: whole };
    promised(22, intact, { atLeast: DAMAGED_STREAMS }, { streams: DAMAGED_STREAMS });
  });
});

function blockOf(content: Buffer): Buffer {
  const compressed = deflateSync(content, { level: 1 });
  const head = Buffer.alloc(LENGTH_BYTES);
  head.writeUInt16BE(compressed.length + LENGTH_BYTES + 16_385, 0);
  return Buffer.concat([head, compressed]);
}
