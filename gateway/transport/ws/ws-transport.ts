import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { type Endpoint, endpointOf, type Transport } from '../transport.js';
import { refuseUpgrade } from './refuse-upgrade.js';
import { serveSocket, TellingWebSocket } from './ws-connection.js';

interface SocketEndpoint extends Endpoint {
  readonly sockets: ReturnType<typeof createServer>;
}

interface Upgrade {
  readonly request: IncomingMessage;
  readonly stream: Duplex;
  readonly head: Buffer;
}

/** The transport on the `ws` library and Node's own HTTP server. */
export const wsTransport: Transport = {
  name: 'ws',
  async listen({ app, endpoints }, { host, port, onTaken }) {
    const servers = endpoints.map((endpoint) => ({ ...endpoint, sockets: createServer(endpoint) }));
    app.server.on('upgrade', (request, stream, head) => {
      // A peer that resets during the handshake is no news.
      stream.on('error', () => stream.destroy());
      const server = endpointOf(servers, request.url ?? '');
      if (server === undefined) refuseUpgrade(stream, { status: 404, message: 'No such endpoint' });
      else upgrade(server, { request, stream, head });
    });
    app.server.once('listening', onTaken);
    await app.listen({ host, port });
    const close = () => {
      for (const { sockets } of servers) for (const socket of sockets.clients) socket.terminate();
      return app.close();
    };
    return { port: portOf(app.server.address()), close };
  },
};

function createServer({ maxMessageBytes }: Endpoint) {
  return new WebSocketServer({
    noServer: true,
    // It costs 228 KB a connection after one message.
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
    maxFragments: 1024,
    // One message a turn of the loop: who sends hundreds at once waits for the others, not they for it.
    allowSynchronousEvents: false,
    WebSocket: TellingWebSocket,
  });
}

function upgrade({ admit, sockets }: SocketEndpoint, { request, stream, head }: Upgrade): void {
  const remoteAddress = request.socket.remoteAddress ?? '';
  const { host, origin, authorization } = request.headers;
  const admission = admit({ url: request.url ?? '', remoteAddress, host, origin, authorization });
  if (!admission.ok) refuseUpgrade(stream, admission.failure);
  else
    sockets.handleUpgrade(request, stream, head, (socket) =>
      serveSocket(socket, remoteAddress, admission.value),
    );
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
