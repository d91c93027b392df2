import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { closeCodes } from '#shared/close-codes.js';
import { readAgentPath } from './agent-path.js';
import { refuseUpgrade } from './refuse-upgrade.js';
import type { AgentConnection, ConnectionEvents, Transport, TransportHost, Visitor } from './transport.js';

export interface WsTransportOptions {
  readonly maxMessageBytes: number;
  /** Upgrade requests that somebody else answers. */
  isForOthers?(url: string): boolean;
}

/** A socket that tells before the library closes it for a message over the limit. */
class AgentWebSocket extends WebSocket {
  override close(code?: number, data?: string | Buffer): void {
    if (code === closeCodes.tooBig && data === undefined) this.emit('too-big');
    super.close(code, data);
  }
}

/** A peer that does not answer the close frame is cut after this. */
const closePatience = 2_000;

type AgentSocketServer = ReturnType<typeof createServer>;

function createServer({ maxMessageBytes }: WsTransportOptions) {
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // It costs 228 KB a connection after one message.
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
    maxFragments: 1024,
    // One message a turn of the loop: who sends hundreds at once waits for the others, not they for it.
    allowSynchronousEvents: false,
    WebSocket: AgentWebSocket,
  });
}

/** The transport on the `ws` library. */
export function createWsTransport(options: WsTransportOptions): Transport {
  const sockets = createServer(options);
  return {
    attach(server, host) {
      server.on('upgrade', (request, stream, head) => {
        if (options.isForOthers?.(request.url ?? '')) return;
        // A peer that resets during the handshake is no news.
        stream.on('error', () => stream.destroy());
        upgrade(sockets, host, { request, stream, head });
      });
    },
  };
}

interface Upgrade {
  readonly request: IncomingMessage;
  readonly stream: Duplex;
  readonly head: Buffer;
}

function upgrade(sockets: AgentSocketServer, host: TransportHost, { request, stream, head }: Upgrade): void {
  const agentId = readAgentPath(request.url ?? '');
  if (!agentId.ok) {
    refuseUpgrade(stream, agentId.failure);
    return;
  }
  const visitor: Visitor = {
    agentId: agentId.value,
    remoteAddress: request.socket.remoteAddress ?? '',
    origin: request.headers.origin,
  };
  const refusal = host.refuse(visitor);
  if (refusal !== undefined) refuseUpgrade(stream, refusal);
  else sockets.handleUpgrade(request, stream, head, (socket) => serve(socket, host, visitor));
}

function serve(socket: WebSocket, host: TransportHost, visitor: Visitor): void {
  let events: ConnectionEvents | undefined;
  const drained = () => events?.onDrain();
  const connection: AgentConnection = {
    remoteAddress: visitor.remoteAddress,
    get bufferedBytes() {
      return socket.bufferedAmount;
    },
    send: (text) => socket.send(text, drained),
    ping: () => socket.ping(),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close(code, reason) {
      // A paused socket would not see the peer's close frame.
      socket.resume();
      socket.close(code, reason);
      const cut = setTimeout(() => socket.terminate(), closePatience);
      socket.once('close', () => clearTimeout(cut));
    },
  };
  const accepted = host.accept(connection, visitor);
  events = accepted;
  socket.on('message', (bytes, isBinary) => {
    if (isBinary) accepted.onBinary();
    else if (Buffer.isBuffer(bytes)) accepted.onText(bytes);
  });
  socket.on('ping', () => accepted.onAlive());
  socket.on('pong', () => accepted.onAlive());
  socket.on('too-big', () => accepted.onTooBig());
  // The library closes with the right code by itself; `close` follows.
  socket.on('error', () => {});
  socket.on('close', (code) => accepted.onClose(code));
}
