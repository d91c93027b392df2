import type { ServerPacket } from '../../proxy/freeciv/brackets.js';
import { PacketStream } from '../../proxy/freeciv/packet-stream.js';
import { Protocol } from '../../proxy/freeciv/protocol.js';
import { applyPacket } from '../../proxy/world/fold.js';
import { createWorld, type World } from '../../proxy/world/world.js';
import { recordedFrames } from './recorded-game.js';

/** A recorded game, decoded as far as a test has read it. */
interface Decoding {
  readonly frames: readonly Buffer[];
  readonly stream: PacketStream<'server'>;
  readonly packets: ServerPacket[];
}

/** The protocol that a game was recorded in: its version stands at the end of the name, if it is not 3.0. */
export function protocolOf(recording: string): Protocol {
  return Protocol.ofServer(`${/-(3\.\d)$/.exec(recording)?.[1] ?? '3.0'}.0`);
}

const decodings = new Map<string, Decoding>();

/**
 * The packets of a recorded game, one after the other. Each is decoded once for all tests of a worker, which takes most
 * of the time of a replay: worlds may be folded from them, but the packets themselves stay as they are.
 */
export function* packetsOf(recording = 'classic-6-ai-100-turns'): Generator<ServerPacket> {
  const { frames, stream, packets } = decodingOf(recording);
  for (const [index, frame] of frames.entries()) {
    const packet = packets[index] ?? stream.decode(frame);
    packets[index] = packet;
    yield packet;
  }
}

function decodingOf(recording: string): Decoding {
  const known = decodings.get(recording);
  if (known !== undefined) return known;
  const stream = new PacketStream(protocolOf(recording), 'server');
  const decoding = { frames: recordedFrames(recording), stream, packets: [] };
  decodings.set(recording, decoding);
  return decoding;
}

export function recordedPackets(): readonly ServerPacket[] {
  return [...packetsOf()];
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
