import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProtocolError } from '../../../proxy/freeciv/errors.js';
import { PacketStream } from '../../../proxy/freeciv/packet-stream.js';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import { commit, createWorld } from '../../../proxy/world/world.js';
import { recordedFrames } from '../../recordings/recorded-game.js';
import { mutate, Random } from '../freeciv/mutation.js';

const { stackTraceLimit } = Error;

// Most of the damage is found by an error, of which nobody reads the stack.
beforeAll(() => {
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

test('a world takes every packet that decodes, however little sense it makes', { timeout: 60_000 }, () => {
  const random = new Random(20_260);
  const stream = new PacketStream(Protocol.load('3.0'), 'server');
  const world = createWorld();
  const target = Buffer.alloc(20_000);
  let folded = 0;
  const take = (frame: Buffer) => {
    try {
      applyPacket(world, stream.decode(frame));
      commit(world);
      folded += 1;
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw new Error(frame.toString('hex'), { cause: error });
    }
  };
  for (const frame of recordedFrames()) {
    for (let n = 0; n < 3; n += 1) take(mutate(frame, target, 4, random));
    take(frame);
  }
  expect(folded).toBeGreaterThan(100_000);
});
