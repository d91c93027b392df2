import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProtocolError } from '../../../proxy/freeciv/errors.js';
import type { PacketSpec } from '../../../proxy/freeciv/packet-table.js';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import { type WirePacket, type WireSide, WireStream } from '../../../proxy/freeciv/wire-stream.js';
import { runs } from '../../support/property-runs.js';
import { arbitraryPacket } from './arbitrary-packet.js';

/** Much to do, not much to wait for: a busy machine must not fail it. */
const OWN_CONNECTION = 1;

/** Two ends of one connection that has been let in, with those capabilities. */
function joined(protocol: Protocol, capabilities: readonly string[]): Record<WireSide, WireStream> {
  const server = new WireStream(protocol, 'client');
  const client = new WireStream(protocol, 'server');
  const fields = {
    ...{ youCanJoin: true, message: '', challengeFile: '', connId: OWN_CONNECTION },
    capability: capabilities.join(' '),
  };
  client.decode(server.encode({ name: 'server_join_reply', fields }));
  return { server, client };
}

/** Fails unless what one side sends arrives as it was. A packet that is too long for a server is no error of the codec. */
function expectToPass(sender: WireStream, receiver: WireStream, packet: WirePacket): void {
  try {
    const received = receiver.decode(sender.encode(packet));
    if (!isDeepStrictEqual(received, packet)) throw new Error(`${packet.name} arrived as another packet`);
  } catch (error) {
    if (!(error instanceof ProtocolError) || error.code !== 'too_large') throw error;
  }
}

function wirePacket(
  spec: PacketSpec,
  protocol: Protocol,
  capabilities: readonly string[],
): fc.Arbitrary<WirePacket> {
  return arbitraryPacket(spec, protocol.table, capabilities).map(({ name, fields }) => ({
    name,
    fields: Object.fromEntries(Object.entries(fields)),
  }));
}

describe.each(['3.1', '3.2'] as const)('version %s', (version) => {
  const protocol = Protocol.load(version);
  const spoken = protocol.table.packets.filter(
    ({ name, fields }) => name !== 'server_join_reply' && fields.every(({ type }) => type !== 'cm_parameter'),
  );

  test.each(spoken)('packets $name that one side encodes are decoded by the other side', (spec) => {
    const from = spec.from === 'client' ? 'client' : 'server';
    const scenario = fc
      .subarray([...protocol.capabilities])
      .chain((capabilities) =>
        fc.tuple(
          fc.constant(capabilities),
          fc.array(wirePacket(spec, protocol, capabilities), { minLength: 1, maxLength: 8 }),
        ),
      );
    fc.assert(
      fc.property(scenario, ([capabilities, packets]) => {
        const { server, client } = joined(protocol, capabilities);
        const [sender, receiver] = from === 'server' ? [server, client] : [client, server];
        for (const packet of packets) expectToPass(sender, receiver, packet);
        expect(receiver.unreadBytes).toBe(0);
      }),
      { numRuns: runs(15) },
    );
  });
});
