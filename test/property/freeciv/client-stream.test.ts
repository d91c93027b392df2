import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ClientStream } from '../../../features/people/proxy/client-stream.js';
import { ProtocolError } from '../../../proxy/freeciv/errors.js';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import { type WirePacket, WireStream } from '../../../proxy/freeciv/wire-stream.js';
import { recordedFrames } from '../../recordings/recorded-game.js';
import { mutate, Random } from './mutation.js';

/** Every packet of these recordings would take a minute; the login and the first turns have every type. */
const FRAMES = 30_000;

test.each([
  ['3.0', 'classic-6-ai-100-turns'],
  ['3.1', 'civ2civ3-4-ai-40-turns-3.1'],
  ['3.2', 'civ2civ3-4-ai-40-turns-3.2'],
])(
  'the client of a person gets every packet of a recorded %s game as the server sent it',
  (version, game) => {
    const protocol = Protocol.ofServer(`${version}.0`);
    const capability = [`+Freeciv-${version}-network`, ...protocol.capabilities].join(' ');
    const [server, client] = [new WireStream(protocol, 'server'), new WireStream(protocol, 'server')];
    const stream = new ClientStream(protocol, capability);
    let packets = 0;
    for (const frame of recordedFrames(game).slice(0, FRAMES)) {
      const sent = server.decode(frame);
      const got = client.decode(stream.encode(sent));
      if (sent.name === 'server_join_reply') expect(got.fields).toMatchObject({ challengeFile: '' });
      else expect(got).toEqual(sent);
      packets += 1;
    }
    expect(packets).toBeGreaterThan(5_000);
  },
);

const protocol = Protocol.ofServer('3.0.6');
const names = ['year32', 'plrculture32', 'pingfix', 'researchclr', 'cityculture32'];

/** A client that has joined, and the stream that serves it. */
function joined(): { readonly client: WireStream; readonly stream: ClientStream } {
  const stream = new ClientStream(protocol, ['+Freeciv-3.0-network', ...names].join(' '), () => 0);
  const client = new WireStream(protocol, 'server');
  const reply = {
    youCanJoin: true,
    message: '',
    capability: ['+Freeciv-3.0-network', ...names].join(' '),
    challengeFile: '/tmp/challenge',
    connId: 5,
  };
  const got = client.decode(stream.encode({ name: 'server_join_reply', fields: reply }));
  expect(got.fields.challengeFile).toBe('');
  return { client, stream };
}

test('what a person sends in any pieces is read as it was sent', () => {
  const packets: readonly WirePacket[] = [
    { name: 'player_phase_done', fields: { turn: 3 } },
    { name: 'chat_msg_req', fields: { message: 'hello' } },
    { name: 'conn_pong', fields: {} },
    { name: 'city_buy', fields: { cityId: 9 } },
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...packets), { maxLength: 30 }), fc.nat(200), (sent, size) => {
      const { client, stream } = joined();
      const bytes = Buffer.concat(sent.map((packet) => client.encode(packet)));
      const got: WirePacket[] = [];
      for (let at = 0; at < bytes.length; at += size + 1)
        got.push(...stream.receive(bytes.subarray(at, at + size + 1)));
      expect(got).toEqual(sent);
    }),
  );
});

test('damaged bytes of a person give only packets of a client and ProtocolErrors', () => {
  const random = new Random(11);
  const target = Buffer.alloc(20_000);
  const kinds = new Set<string>();
  for (let n = 0; n < 20_000; n += 1) {
    const { client, stream } = n % 100 === 0 ? joined() : kept;
    kept = { client, stream };
    const frame = client.encode({ name: 'unit_change_activity', fields: orderOf(n) });
    try {
      for (const { name } of stream.receive(mutate(frame, target, 0, random))) kinds.add(name);
    } catch (error) {
      expect(error).toBeInstanceOf(ProtocolError);
      kept = joined();
    }
  }
  for (const name of kinds) expect(['server', undefined]).not.toContain(fromOf(name));
});

let kept = joined();

function orderOf(unitId: number): WirePacket['fields'] {
  return { unitId, activity: 'ACTIVITY_SENTRY', target: -1 };
}

function fromOf(name: string): string | undefined {
  return protocol.table.packets.find((packet) => packet.name === name)?.from;
}

test('a person who floods the game with packets breaks a limit', () => {
  const { client, stream } = joined();
  const pong = client.encode({ name: 'conn_pong', fields: {} });
  const flood = Buffer.concat(Array.from({ length: 10_000 }, () => pong));
  expect(() => stream.receive(flood)).toThrow(ProtocolError);
});
