import { describe, expect, test } from 'vitest';
import { PacketStream } from '../../../proxy/freeciv/packet-stream.js';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import { joinedStreams, OWN_CONNECTION, ownConnection } from '../../property/freeciv/joined-streams.js';
import { recordedFrames } from '../../recordings/recorded-game.js';

const protocol = Protocol.load('3.0');
const NOBODY = 160;
const PRESENCE_BYTES_OF_GAME_INFO = 15;

function streams(capabilities: readonly string[] = []) {
  const { server, client } = joinedStreams(protocol, capabilities);
  return {
    /** The bytes of a packet behind its header, in hex; the other side takes it in. */
    sent: (...packet: Parameters<typeof server.encode>) => {
      const frame = server.encode(...packet);
      client.decode(frame);
      return frame.subarray(4).toString('hex');
    },
    client,
    server,
  };
}

function unitRemoved(id: number) {
  return ['unit_remove', { unitId: id }] as const;
}

/** unit_short_info: two presence bytes, the id as key. */
function shortInfo(id: number, hp = 10) {
  return [
    'unit_short_info',
    {
      id,
      owner: 2,
      tile: 258,
      facing: 'DIR8_NORTHWEST',
      type: 7,
      veteran: 0,
      hp,
      occupied: false,
      transported: false,
      transportedBy: 0,
      activity: 'ACTIVITY_IDLE',
      activityTgt: 0,
      packetUse: 0,
      infoCityId: 0,
    },
  ] as const;
}

describe('delta protocol', () => {
  const whole = '8b00 0005 02 00000102 07 0a'.replaceAll(' ', '');

  test('the delta protocol sends what differs from nothing at first, then what differs from before', () => {
    const { sent } = streams();
    expect(sent(...shortInfo(5))).toBe(whole);
    expect(sent(...shortInfo(5))).toBe('00000005');
    expect(sent(...shortInfo(5, 9))).toBe('8000000509');
  });

  test('the delta protocol remembers packets by their key', () => {
    const { sent } = streams();
    sent(...shortInfo(5));
    expect(sent(...shortInfo(6))).toBe(whole.replace('0005', '0006'));
    expect(sent(...shortInfo(5))).toBe('00000005');
  });

  test('the delta protocol folds plain bools into their presence bits', () => {
    const { sent, client } = streams();
    const [name, fields] = shortInfo(5);
    sent(name, fields);
    expect(sent(name, { ...fields, occupied: true })).toBe('20000005');
    expect(sent(name, { ...fields, occupied: true })).toBe('20000005');
    expect(client.decode(Buffer.from('0008004000000005', 'hex')).fields).toMatchObject({ occupied: false });
  });

  test('the delta protocol forgets what a packet cancels, under the same key', () => {
    const { sent } = streams();
    sent(...shortInfo(5));
    sent(...shortInfo(6));
    sent(...unitRemoved(5));
    expect(sent(...shortInfo(5))).toBe(whole);
    expect(sent(...shortInfo(6))).toBe('00000006');
  });

  test('the delta protocol sends only the changed elements of a diff array', () => {
    const { sent } = streams(protocol.capabilities);
    const recorded = new PacketStream(protocol, 'server');
    const infos = recordedFrames().map((frame) => recorded.decode(frame));
    const info = infos.find((packet) => packet.name === 'game_info');
    if (info === undefined) throw new Error('no game_info');
    sent('game_info', info.fields);
    const greatWonderOwners = info.fields.greatWonderOwners.with(42, 3).with(199, 4);
    const bytes = sent('game_info', { ...info.fields, greatWonderOwners });
    expect(bytes.slice(-10)).toBe('2a03c704ff');
    expect(bytes.length / 2).toBe(PRESENCE_BYTES_OF_GAME_INFO + 5);
  });
});

describe('game part of the caches', () => {
  const role = (player: number, observer = false) => {
    const { name, fields } = ownConnection(player, observer);
    return [name, fields] as const;
  };

  test.each([
    ['gets a player', role(3)],
    ['becomes an observer', role(NOBODY, true)],
  ])('the game part of the caches is dropped when our connection %s', (_what, change) => {
    const { sent } = streams();
    sent(...shortInfo(5));
    sent(...change);
    expect(sent(...shortInfo(5))).not.toBe('00000005');
    sent(...change);
    expect(sent(...shortInfo(5))).toBe('00000005');
  });

  test('the game part of the caches stays when our connection loses its player, and goes with the next', () => {
    const { sent } = streams();
    sent(...role(3));
    sent(...shortInfo(5));
    sent(...role(NOBODY));
    expect(sent(...shortInfo(5))).toBe('00000005');
    sent(...role(3));
    expect(sent(...shortInfo(5))).not.toBe('00000005');
  });

  test('the game part of the caches stays when a packet is about another connection', () => {
    const { sent } = streams();
    sent(...shortInfo(5));
    const { fields } = ownConnection(3, false);
    sent('conn_info', { ...fields, id: OWN_CONNECTION + 1 });
    expect(sent(...shortInfo(5))).toBe('00000005');
  });

  test('the game part of the caches is all that is dropped', () => {
    const { sent } = streams();
    sent('team_name_info', { teamId: 1, teamName: 'Red' });
    sent(...role(3));
    expect(sent('team_name_info', { teamId: 1, teamName: 'Red' })).toBe('0001');
  });
});

test('capabilities decide which fields travel', () => {
  const year = { turn: 1, fragments: 0 };
  const narrow = streams();
  expect(narrow.sent('new_year', { ...year, year16: -4000 })).toBe('05f0600001');
  const wide = streams(['year32']);
  expect(wide.sent('new_year', { ...year, year32: -4000 })).toBe('05fffff0600001');
});

test('capabilities count only when both sides have them', () => {
  const { sent } = streams(['year32', 'time_travel', '+levitation']);
  expect(sent('new_year', { turn: 1, fragments: 0, year32: 1 })).toBe('05000000010001');
});

test('bytes behind the last field are counted, also by packet', () => {
  const { client } = streams();
  client.decode(Buffer.from('0006000000ff', 'hex'));
  client.decode(Buffer.from('0005000100', 'hex'));
  client.decode(Buffer.from('0005000000', 'hex'));
  expect(client.unreadBytes).toBe(4);
  expect(client.unreadByPacket).toEqual(
    new Map([
      ['processing_started', 3],
      ['processing_finished', 1],
    ]),
  );
});
