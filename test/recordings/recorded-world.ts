import { PacketStream } from '../../proxy/freeciv/packet-stream.js';
import { Protocol } from '../../proxy/freeciv/protocol.js';
import { applyPacket } from '../../proxy/world/fold.js';
import { createWorld, type World } from '../../proxy/world/world.js';
import { recordedFrames } from './recorded-game.js';

/** The world of the recorded game, growing: `afterPacket` sees it after each packet and commits when it likes. */
export function foldRecording(afterPacket: (world: World, packets: number) => void): World {
  const stream = new PacketStream(Protocol.load('3.0'), 'server');
  const world = createWorld();
  for (const [i, frame] of recordedFrames().entries()) {
    applyPacket(world, stream.decode(frame));
    afterPacket(world, i + 1);
  }
  return world;
}
