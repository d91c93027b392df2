import { afterEach } from 'vitest';
import { type ConnectionOptions, FreecivConnection } from '../../../proxy/freeciv/connection.js';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import { type Answer, type ScriptedPeer, ScriptedServer } from './scripted-server.js';

export const protocol = Protocol.load('3.0');
const cleanUp: AsyncDisposable[] = [];

/** Closes what the test that ends opened. */
afterEach(async () => {
  for (const resource of cleanUp.splice(0)) await resource[Symbol.asyncDispose]();
});

/** Lets everybody in and brackets every request; `more` says what else happens in the bracket. */
export function friendly(more: (peer: ScriptedPeer, name: string) => void = () => undefined): Answer {
  return (peer, packet) =>
    peer.bracket(() =>
      packet.name === 'server_join_req' ? peer.join(true, 'welcome') : more(peer, packet.name),
    );
}

export async function serving(answer: Answer): Promise<ScriptedServer> {
  const server = await ScriptedServer.listen(answer);
  cleanUp.push(server);
  return server;
}

export function connecting(port: number, some: Partial<ConnectionOptions> = {}): Promise<FreecivConnection> {
  return FreecivConnection.open({
    protocol,
    host: '127.0.0.1',
    port,
    username: 'test',
    signal: new AbortController().signal,
    onPacket: () => undefined,
    onSettled: () => undefined,
    ...some,
  });
}

/** Resolves with the next packet of that name which the server gets. */
export function received(peer: ScriptedPeer, name: string): Promise<unknown> {
  return new Promise((resolve) => {
    const look = () => {
      const packet = peer.received.find((one) => one.name === name);
      if (packet === undefined) peer.socket.once('data', () => queueMicrotask(look));
      else resolve(packet.fields);
    };
    look();
  });
}
