import { beforeAll, describe, expect, test } from 'vitest';
import type { PacketOf, ServerPacketName } from '../../../proxy/freeciv/generated/packets.js';
import { PacketStream } from '../../../proxy/freeciv/packet-stream.js';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import { recordedFrames } from '../../recordings/recorded-game.js';
import { promised } from '../../support/promised.js';

interface DecodedFrame {
  readonly frame: Buffer;
  readonly packet: PacketOf<ServerPacketName>;
}

describe('recorded game', () => {
  const protocol = Protocol.load('3.0');
  const stream = new PacketStream(protocol, 'server');
  let decoded: readonly DecodedFrame[] = [];

  beforeAll(() => {
    decoded = recordedFrames().map((frame) => ({ frame, packet: stream.decode(frame) }));
  }, 60_000);

  test('a recorded game decodes to exactly the packets that were sent, with no byte left over', () => {
    const counts = new Map<string, number>();
    for (const { packet } of decoded) counts.set(packet.name, (counts.get(packet.name) ?? 0) + 1);
    expect(decoded).toHaveLength(56_057);
    expect(stream.unreadBytes).toBe(0);
    expect(stream.unreadByPacket).toEqual(new Map());
    expect(counts.size).toBe(83);
    expect(Object.fromEntries(counts)).toMatchObject({
      unit_info: 28_534,
      player_diplstate: 8080,
      tile_info: 7093,
      city_info: 5425,
      player_info: 1435,
      unit_remove: 299,
      game_info: 230,
      begin_turn: 100,
      endgame_player: 6,
      server_join_reply: 1,
    });
  });

  test('promise 22: a recorded game encodes to the bytes sent, but for times below their last digit', {
    timeout: 60_000,
  }, () => {
    const server = new PacketStream(protocol, 'client');
    const different = decoded.filter(
      ({ frame, packet }) => !server.encode(packet.name, packet.fields).equals(frame),
    );
    // The server compares seconds as C floats, so it sends a time anew whose wire form (1/100 s) is the same.
    // That is all that can differ: the field is present, and holds what the delta cache has already.
    const others = different.filter(({ packet }) => packet.name !== 'timeout_info').length;
    promised(
      22,
      { what: 'recorded packets encoded to other bytes', value: others },
      { exactly: 0 },
      { of: decoded.length },
    );
    expect(different).toHaveLength(36);
    for (const { frame, packet } of different) {
      const at = decoded.findIndex((other) => other.packet === packet);
      const before = decoded.slice(0, at).findLast((other) => other.packet.name === 'timeout_info');
      expect(frame.length).toBeGreaterThan(5);
      expect(packet).toEqual(before?.packet);
    }
  });
});
