import { expect, test } from 'vitest';
import { personPacketKind } from '../../../features/people/proxy/person-packets.js';
import { protocolVersions } from '../../../proxy/freeciv/packet-table.js';
import { Protocol } from '../../../proxy/freeciv/protocol.js';

/** What a client sends only before it is in. */
const LOGIN = ['server_join_req', 'authentication_reply'];

test.each(protocolVersions)(
  'each packet that a client of %s sends is played, asked, or dropped on purpose',
  (version) => {
    const packets = Protocol.load(version).table.packets.filter(({ from }) => from !== 'server');
    const unknown = packets.map(({ name }) => name).filter((name) => personPacketKind(name) === undefined);
    expect(unknown.toSorted()).toEqual(LOGIN.toSorted());
  },
);
