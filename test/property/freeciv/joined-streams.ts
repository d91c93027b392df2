import type { PacketName, PacketOf } from '../../../proxy/freeciv/generated/packets.js';
import { PacketStream } from '../../../proxy/freeciv/packet-stream.js';
import type { Protocol } from '../../../proxy/freeciv/protocol.js';

/** The connection number that `joinedStreams` gives its client. */
export const OWN_CONNECTION = 5;

export interface JoinedStreams {
  readonly server: PacketStream<'client'>;
  readonly client: PacketStream<'server'>;
}

/** Both ends of a connection after the join, the server having `capabilities`. */
export function joinedStreams(protocol: Protocol, capabilities: readonly string[]): JoinedStreams {
  const server = new PacketStream(protocol, 'client');
  const client = new PacketStream(protocol, 'server');
  const reply = server.encode('server_join_reply', {
    youCanJoin: true,
    message: '',
    capability: [`+Freeciv-${protocol.table.version}-network`, ...capabilities].join(' '),
    challengeFile: '',
    connId: OWN_CONNECTION,
  });
  client.decode(reply);
  return { server, client };
}

/** A conn_info about the client of `joinedStreams`. */
export function ownConnection(playerNum: number, observer: boolean): PacketOf<'conn_info'> {
  return {
    name: 'conn_info',
    fields: {
      id: OWN_CONNECTION,
      used: true,
      established: true,
      observer,
      playerNum,
      accessLevel: 'ALLOW_NONE',
      username: 'test',
      addr: 'localhost',
      capability: '',
    },
  };
}

export type AnyPacket = PacketOf<PacketName>;
