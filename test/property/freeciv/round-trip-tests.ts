import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProtocolError } from '../../../proxy/freeciv/errors.js';
import { PacketStream } from '../../../proxy/freeciv/packet-stream.js';
import type { PacketSpec } from '../../../proxy/freeciv/packet-table.js';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import type { WireSide } from '../../../proxy/freeciv/wire-stream.js';
import { arbitraryPacket, variation } from './arbitrary-packet.js';
import { type AnyPacket, joinedStreams, ownConnection } from './joined-streams.js';

const protocol = Protocol.load('3.0');
const { packets } = protocol.table;

interface Step {
  readonly packet: AnyPacket;
  /** Which fields are to be as in the packet before, bit by bit. */
  readonly kept: number;
}

/** Much to do, not much to wait for: a busy machine must not fail it. */
const EVERYTHING = 2 ** 30 - 1;
const kept = fc.oneof(fc.constantFrom(0, EVERYTHING), fc.integer({ min: 0, max: EVERYTHING }));
const ownRole = fc
  .tuple(fc.constantFrom(0, 1, 160), fc.boolean())
  .map(([player, observer]) => ownConnection(player, observer));

/** A type, those it cancels, and those that cancel it: all that share a place in the caches. */
function family(spec: PacketSpec, from: WireSide): PacketSpec[] {
  const related = packets.filter(
    (other) =>
      other === spec || spec.cancels?.includes(other.name) || other.cancels?.includes(spec.name) === true,
  );
  return related.filter((other) => other.from === from || other.from === 'both');
}

function steps(spec: PacketSpec, from: WireSide, capabilities: readonly string[]): fc.Arbitrary<Step[]> {
  const members = family(spec, from).map((member) => arbitraryPacket(member, protocol.table, capabilities));
  const roles = spec.info === 'game' ? [{ weight: 1, arbitrary: ownRole }] : [];
  const packet = fc.oneof({ weight: 6, arbitrary: fc.oneof(...members) }, ...roles);
  return fc.array(fc.record({ packet, kept }), { minLength: 1, maxLength: 10 });
}

/** Sends and receives one packet. A packet that is too long for a server is no error of the codec. */
function passes(
  sender: PacketStream<WireSide>,
  receiver: PacketStream<WireSide>,
  packet: AnyPacket,
): boolean {
  try {
    const frame = sender.encode(packet.name, packet.fields);
    const received = receiver.decode(frame);
    return frame.readUInt16BE(0) === frame.length && isDeepStrictEqual(received, packet);
  } catch (error) {
    if (error instanceof ProtocolError && error.code === 'too_large') return true;
    throw error;
  }
}

function expectRoundTrips(from: WireSide, capabilities: readonly string[], all: readonly Step[]): void {
  const { server, client } = joinedStreams(protocol, capabilities);
  const [sender, receiver] = from === 'server' ? [server, client] : [client, server];
  const last = new Map<string, AnyPacket>();
  for (const step of all) {
    const spec = packets.find(({ name }) => name === step.packet.name);
    if (spec === undefined) throw new Error(`no packet ${step.packet.name}`);
    const packet = variation(last.get(spec.name), step.packet, step.kept, spec);
    last.set(spec.name, packet);
    if (!passes(sender, receiver, packet)) throw new Error(`${spec.name} arrived as another packet`);
  }
  expect(receiver.unreadBytes).toBe(0);
}

/** Both directions of each packet but the join reply, which is tested by itself. */
const directions = (['server', 'client'] as const).flatMap((from) =>
  packets
    .filter((spec) => spec.from === from || spec.from === 'both')
    .filter((spec) => spec.name !== 'server_join_reply')
    .map((spec) => ({ from, spec })),
);

/** Tests that the packets whose name `isWanted` arrive as they were sent, in both directions. */
export function testRoundTrips(isWanted: (name: string) => boolean): void {
  test.each(directions.filter(({ spec }) => isWanted(spec.name)))(
    '$spec.name from the $from is decoded to the same packets, in any sequence',
    ({ from, spec }) => {
      const scenario = fc
        .subarray([...protocol.capabilities])
        .chain((capabilities) => fc.tuple(fc.constant(capabilities), steps(spec, from, capabilities)));
      fc.assert(fc.property(scenario, ([capabilities, all]) => expectRoundTrips(from, capabilities, all)));
    },
  );
}

/** Tests the one packet that changes how all others are framed. */
export function testJoinReply(): void {
  test('a join reply arrives as it was sent, and once', () => {
    const spec = packets.find(({ name }) => name === 'server_join_reply');
    if (spec === undefined) throw new Error('no join reply');
    fc.assert(
      fc.property(arbitraryPacket(spec, protocol.table, []), (packet) => {
        const server = new PacketStream(protocol, 'client');
        const client = new PacketStream(protocol, 'server');
        expect(passes(server, client, packet)).toBe(true);
      }),
    );
    const { server } = joinedStreams(protocol, []);
    const { client } = joinedStreams(protocol, []);
    const again = { youCanJoin: true, message: '', capability: '', challengeFile: '', connId: 1 };
    expect(() => server.encode('server_join_reply', again)).toThrow(ProtocolError);
    expect(() => client.decode(Buffer.from('000b0005 01 00 00 00 0001'.replaceAll(' ', ''), 'hex'))).toThrow(
      'server_join_reply: joined already',
    );
  });
}

/** One half of the packets, by their names: rules, settings, cities, treaties, the editor, connections. */
export function isOfFirstHalf(name: string): boolean {
  return /^(?:ruleset|server_setting|diplomacy|city|edit|conn|auth)/.test(name);
}
