import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { listeningPort } from '#shared/core/ports.js';
import { refuseUpgrade } from '#shared/core/refuse-upgrade.js';
import { closeCodes } from '#shared/protocol/close-codes.js';
import {
  type Connection,
  type ConnectionEvents,
  type ConnectionHandler,
  type Endpoint,
  endpointOf,
  type Transport,
} from './transport.js';
import type { TrustedProxies } from './trusted-proxies.js';

interface SocketEndpoint extends Endpoint {
  readonly sockets: ReturnType<typeof createServer>;
}

interface Upgrade {
  readonly request: IncomingMessage;
  readonly stream: Duplex;
  readonly head: Buffer;
}

/** The transport on the `ws` library and the HTTP server of Node. */
export const wsTransport: Transport = {
  name: 'ws',
  async listen({ app, endpoints, proxies }, { host, port, onListening }) {
    const servers = endpoints.map((endpoint) => ({ ...endpoint, sockets: createServer(endpoint) }));
    app.server.on('upgrade', (request, stream, head) => {
      const server = endpointOf(servers, request.url ?? '');
      if (server === undefined) refuseUpgrade(stream, { status: 404, message: 'No such endpoint' });
      else upgrade(server, proxies, { request, stream, head });
    });
    app.server.once('listening', onListening);
    await app.listen({ host, port });
    const close = () => {
      for (const { sockets } of servers) for (const socket of sockets.clients) socket.terminate();
      return app.close();
    };
    return { port: listeningPort(app.server.address()), close };
  },
};

function createServer({ maxMessageBytes }: Endpoint) {
  return new WebSocketServer({
    noServer: true,
    // Compression costs 228 KB for each connection after one message.
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
    maxFragments: 1024,
    // One message per turn of the event loop: a peer that sends hundreds at once does not delay the others.
    allowSynchronousEvents: false,
    WebSocket: SizeReportingWebSocket,
  });
}

function upgrade(
  { admit, sockets }: SocketEndpoint,
  proxies: TrustedProxies,
  { request, stream, head }: Upgrade,
): void {
  const { host, origin, authorization, 'x-forwarded-for': forwardedFor } = request.headers;
  const remoteAddress = proxies.clientAddress(request.socket.remoteAddress ?? '', forwardedFor);
  const admission = admit({ url: request.url ?? '', remoteAddress, host, origin, authorization });
  if (!admission.ok) refuseUpgrade(stream, admission.failure);
  else
    sockets.handleUpgrade(request, stream, head, (socket) =>
      serveSocket({ socket, stream, remoteAddress }, admission.value),
    );
}

const TEXT = { binary: false };
const BINARY = { binary: true };

/** A peer that does not answer the close frame within this time is cut. */
const CLOSE_TIMEOUT_MS = 2_000;

/** Emits `too-big` before the library closes the socket for a message over the limit. */
class SizeReportingWebSocket extends WebSocket {
  override close(code?: number, data?: string | Buffer): void {
    if (code === closeCodes.tooBig && data === undefined) this.emit('too-big');
    super.close(code, data);
  }
}

interface ServedSocket {
  readonly socket: WebSocket;
  /** What the socket writes to. */
  readonly stream: Duplex;
  readonly remoteAddress: string;
}

/** Connects a socket of the library to its handler. */
function serveSocket({ socket, stream, remoteAddress }: ServedSocket, onConnection: ConnectionHandler): void {
  let events: ConnectionEvents | undefined;
  const drained = () => events?.onDrain();
  let isBatching = false;
  // The system takes most messages at once. A callback for each would cost the gateway CPU for nothing.
  const watchDrain = () => {
    if (!isBatching && stream.writableLength > 0 && stream.writable) stream.write('', drained);
  };
  const connection: Connection = {
    remoteAddress,
    get bufferedBytes() {
      return socket.bufferedAmount;
    },
    send(text) {
      socket.send(text, TEXT);
      watchDrain();
    },
    sendBinary(bytes) {
      socket.send(bytes, BINARY);
      watchDrain();
    },
    batch(work) {
      if (isBatching) {
        work();
        return;
      }
      isBatching = true;
      stream.cork();
      try {
        work();
      } finally {
        stream.uncork();
        isBatching = false;
      }
      watchDrain();
      drained();
    },
    ping: () => socket.ping(),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close(code, reason) {
      // A paused socket would not see the peer's close frame.
      socket.resume();
      socket.close(code, reason);
      const cut = setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS);
      socket.once('close', () => clearTimeout(cut));
    },
  };
  const handlers = onConnection(connection);
  events = handlers;
  socket.on('message', (bytes, isBinary) => {
    if (isBinary) handlers.onBinary();
    else if (Buffer.isBuffer(bytes)) handlers.onText(bytes);
  });
  socket.on('ping', () => handlers.onAlive());
  socket.on('pong', () => handlers.onAlive());
  socket.on('too-big', () => handlers.onTooBig());
  // The library closes with the right code itself; `close` follows.
  socket.on('error', () => {});
  socket.on('close', (code) => handlers.onClose(code));
}
