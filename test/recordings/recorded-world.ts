import type { ServerPacket } from '../../proxy/freeciv/brackets.js';
import { PacketStream } from '../../proxy/freeciv/packet-stream.js';
import { Protocol } from '../../proxy/freeciv/protocol.js';
import { applyPacket } from '../../proxy/world/fold.js';
import { createWorld, type World } from '../../proxy/world/world.js';
import { recordedFrames } from './recorded-game.js';

export function recordedPackets(): readonly ServerPacket[] {
  const stream = new PacketStream(Protocol.load('3.0'), 'server');
  return recordedFrames().map((frame) => stream.decode(frame));
}

/** The world of some packets, growing: `afterPacket` sees it after each one and commits when it likes. */
export function foldPackets(
  packets: readonly ServerPacket[],
  afterPacket: (world: World, count: number) => void,
): World {
  const world = createWorld();
  for (const [i, packet] of packets.entries()) {
    applyPacket(world, packet);
    afterPacket(world, i + 1);
  }
  return world;
}
