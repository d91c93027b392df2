import { describe, expect, test } from 'vitest';
import { ProtocolError } from '../../../proxy/freeciv/errors.js';
import { PacketStream } from '../../../proxy/freeciv/packet-stream.js';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import { joinedStreams } from '../../property/freeciv/joined-streams.js';

const protocol = Protocol.load('3.0');

/** A frame of two-byte type, its body in hex. */
function frame(name: string, ...body: string[]): Buffer {
  const spec = protocol.table.packets.find((packet) => packet.name === name);
  if (spec === undefined) throw new Error(`no packet ${name}`);
  return frameOfType(spec.id, ...body);
}

function frameOfType(id: number, ...body: string[]): Buffer {
  const bytes = Buffer.from(body.join('').replaceAll(' ', ''), 'hex');
  const head = Buffer.alloc(4);
  head.writeUInt16BE(4 + bytes.length, 0);
  head.writeUInt16BE(id, 2);
  return Buffer.concat([head, bytes]);
}

function errorOf(run: () => unknown): ProtocolError {
  try {
    run();
  } catch (error) {
    if (error instanceof ProtocolError) return error;
    throw error;
  }
  throw new Error('nothing was wrong with it');
}

const text = (length: number) => Buffer.alloc(length, 'x').toString('hex');

const received = [
  ['a packet of no known type', frameOfType(999), 'unknown_packet', undefined, undefined],
  ['a type cut off', Buffer.from('00031f', 'hex'), 'truncated', undefined, undefined],
  ['a packet only clients send', frame('unit_orders'), 'unexpected_packet', 'unit_orders', undefined],
  ['no presence bits', frame('unit_info'), 'truncated', 'unit_info', 'presence bits'],
  ['a key cut off', frame('unit_remove', '01 05'), 'truncated', 'unit_remove', 'unit_id'],
  ['an 8-bit number cut off', frame('team_name_info', '00'), 'truncated', 'team_name_info', 'team_id'],
  ['a 16-bit number cut off', frame('map_info', '01 05'), 'truncated', 'map_info', 'xsize'],
  ['a 32-bit number cut off', frame('nuke_tile_info', '01 000000'), 'truncated', 'nuke_tile_info', 'tile'],
  [
    'a scaled number cut off',
    frame('timeout_info', '02 0000'),
    'truncated',
    'timeout_info',
    'last_turn_change_time',
  ],
  [
    'a string without its NUL',
    frame('team_name_info', '01 05', text(3)),
    'truncated',
    'team_name_info',
    'team_name',
  ],
  [
    'a string that is too long',
    frame('team_name_info', '01 05', text(48), '00'),
    'bad_string',
    'team_name_info',
    'team_name',
  ],
  ['bits cut off', frame('tile_info', '8000 00000001', '0000'), 'truncated', 'tile_info', 'extras'],
  ['flags cut off', frame('ruleset_disaster', '40'), 'truncated', 'ruleset_disaster', 'effects'],
  [
    'an array cut off',
    frame('unit_actions', '20', '00000000'),
    'truncated',
    'unit_actions',
    'action_probabilities',
  ],
  ['a bool of 2', frame('server_join_reply', '02'), 'bad_value', 'server_join_reply', 'you_can_join'],
  [
    'a count over the most there can be',
    frame('endgame_report', '21'),
    'bad_value',
    'endgame_report',
    'category_name',
  ],
  [
    'an array shorter than its count',
    frame('endgame_report', '02', text(1), '00'),
    'truncated',
    'endgame_report',
    'category_name',
  ],
  [
    'a count without its array',
    frame('player_attribute_chunk', '02', '00000000 0003'),
    'bad_value',
    'player_attribute_chunk',
    'data',
  ],
  [
    'a memory block cut off',
    frame('player_attribute_chunk', '06', '00000000 0003 00'),
    'truncated',
    'player_attribute_chunk',
    'data',
  ],
] as const;

test.each(received)(
  'a malformed packet is a ProtocolError that names packet and field: %s',
  (_what, bytes, code, packet, field) => {
    const { client } = joinedStreams(protocol, []);
    expect(errorOf(() => client.decode(bytes))).toMatchObject({ code, packet, field });
  },
);

test('a diff array with an index past its end is a ProtocolError that names packet and field', () => {
  const { client, server } = joinedStreams(protocol, protocol.capabilities);
  const names = protocol.table.packets.find(({ name }) => name === 'edit_player')?.fields ?? [];
  const body = names.filter((field) => field.key !== true);
  const at = body.findIndex(({ name }) => name === 'inventions');
  const present = Buffer.alloc((body.length + 7) >> 3);
  present[at >> 3] = 1 << (at & 7);
  const bytes = frame('edit_player', present.toString('hex'), '0001', 'c901', 'ff');
  expect(errorOf(() => server.decode(bytes))).toMatchObject({
    code: 'bad_value',
    packet: 'edit_player',
    field: 'inventions',
  });
  expect(errorOf(() => client.decode(bytes)).code).toBe('unexpected_packet');
});

test('the type of a packet is one byte before the join reply', () => {
  const fresh = new PacketStream(protocol, 'server');
  expect(fresh.decode(Buffer.from('000300', 'hex')).name).toBe('processing_started');
  expect(errorOf(() => fresh.decode(Buffer.from('000302', 'hex'))).code).toBe('unknown_packet');
});

describe('packets that cannot be sent', () => {
  const request = { unitId: 1, activity: 'ACTIVITY_IDLE', target: 0 } as const;
  const cases = [
    ['a number out of range', { ...request, unitId: 65_536 }, 'unit_id'],
    ['a number that is no integer', { ...request, unitId: 1.5 }, 'unit_id'],
    ['a name that is none', { ...request, activity: '#700' }, 'activity'],
  ] as const;

  test.each(cases)(
    'a packet that cannot be sent is a ProtocolError that names packet and field: %s',
    (_what, fields, field) => {
      const { client } = joinedStreams(protocol, []);
      const error = errorOf(() => client.encode('unit_change_activity', fields));
      expect(error).toMatchObject({ code: 'bad_value', packet: 'unit_change_activity', field });
    },
  );

  test('text that is too long or holds a NUL is a ProtocolError that names packet and field', () => {
    const { client } = joinedStreams(protocol, []);
    for (const message of ['x'.repeat(1536), 'é'.repeat(768), 'a\0b']) {
      const error = errorOf(() => client.encode('chat_msg_req', { message }));
      expect(error).toMatchObject({ code: 'bad_string', packet: 'chat_msg_req', field: 'message' });
    }
    expect(client.encode('chat_msg_req', { message: 'x'.repeat(1535) })).toHaveLength(4 + 1 + 1536);
  });

  test('an array of another length than its count is a ProtocolError that names packet and field', () => {
    const { server } = joinedStreams(protocol, []);
    const report = { categoryNum: 2, categoryName: ['one'], playerNum: 0 };
    const error = errorOf(() => server.encode('endgame_report', report));
    expect(error).toMatchObject({ code: 'bad_value', packet: 'endgame_report', field: 'category_name' });
  });

  test('a packet that a server cannot read into its buffer is a ProtocolError that names the packet', () => {
    const { server } = joinedStreams(protocol, []);
    const description = 'x'.repeat(4075);
    expect(server.encode('scenario_description', { description })).toHaveLength(4 + 1 + 4076);
    const groups = Array(128).fill('x'.repeat(47));
    const all = { ngroups: 128, groups, hidden: Array(128).fill(false) };
    const error = errorOf(() => server.encode('ruleset_nation_groups', all));
    expect(error).toMatchObject({ code: 'too_large', packet: 'ruleset_nation_groups' });
  });

  test('nothing of a packet that cannot be sent is in the next frame or the delta cache', () => {
    const { client, server } = joinedStreams(protocol, []);
    const { client: untouched } = joinedStreams(protocol, []);
    errorOf(() => client.encode('unit_change_activity', { ...request, unitId: 9, activity: '#700' }));
    const bytes = client.encode('unit_change_activity', request);
    expect(bytes).toEqual(untouched.encode('unit_change_activity', request));
    expect(server.decode(bytes).fields).toEqual(request);
  });
});
