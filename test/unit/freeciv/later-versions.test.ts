import { describe, expect, test } from 'vitest';
import { WireStream } from '../../../proxy/freeciv/wire-stream.js';
import { recordedFrames } from '../../recordings/recorded-game.js';
import { protocolOf } from '../../recordings/recorded-world.js';
import type { LaterRecording } from '../../support/recorded-world.js';

const recordings: readonly LaterRecording[] = ['civ2civ3-4-ai-40-turns-3.1', 'civ2civ3-4-ai-40-turns-3.2'];

describe.each(recordings)('the game %s', (recording) => {
  const protocol = protocolOf(recording);
  const stream = new WireStream(protocol, 'server');
  const decoded = recordedFrames(recording).map((frame) => ({ frame, packet: stream.decode(frame) }));

  test('a recorded game decodes with no byte left over, from the login to the final report', () => {
    const names = new Set(decoded.map(({ packet }) => packet.name));
    expect(stream.unreadByPacket).toEqual(new Map());
    expect(decoded.length).toBeGreaterThan(10_000);
    for (const name of ['server_join_reply', 'city_info', 'city_nationalities', 'endgame_player'])
      expect(names).toContain(name);
  });

  test('a recorded game encodes to the bytes the server sent, but for times below their last digit', () => {
    const server = new WireStream(protocol, 'client');
    const different = decoded.filter(({ frame, packet }) => !server.encode(packet).equals(frame));
    expect(different.filter(({ packet }) => packet.name !== 'timeout_info')).toEqual([]);
  });
});
