import { once } from 'node:events';
import { STATUS_CODES } from 'node:http';
import { createServer } from 'node:net';
import type { Endpoint, Refusal, Transport } from '../transport.js';
import { Holdings } from './inbox.js';
import type { UwsApp, UwsBehaviour, UwsLibrary, UwsRequest, UwsResponse } from './library.js';
import { remoteAddressOf } from './remote-address.js';
import { UwsConnection, type UwsSocketData } from './uws-connection.js';
import { answerHttp, headersOf, urlOf } from './uws-http.js';

/** LIBUS_LISTEN_EXCLUSIVE_PORT: without it two gateways would share a port. */
const EXCLUSIVE = 1;
/** Larger messages the library cuts without a word; up to here we say so. */
const ROOM = 64 << 10;
/** Seconds; the most there is. Heartbeats find dead peers sooner; after a close frame the library waits for 16. */
const IDLE = 960;

/** The transport on uWebSockets.js, which brings an HTTP server of its own. */
export function uwsTransport(library: UwsLibrary): Transport {
  return {
    name: 'uws',
    async listen({ app, endpoints, tls }, { host, port, onTaken }) {
      await app.ready();
      const server =
        tls === undefined
          ? library.App()
          : library.SSLApp({ cert_file_name: tls.certFile, key_file_name: tls.keyFile });
      const holdings = new Holdings();
      for (const endpoint of endpoints) server.ws(`${endpoint.prefix}*`, behaviour(endpoint, holdings));
      server.ws('/*', {
        upgrade: (response) => refuse(response, { status: 404, message: 'No such endpoint' }),
      });
      server.any('/*', (response, request) => void answerHttp(app, response, request));
      const listening = take(server, host, port);
      if (listening === undefined) throw await reasonOf(host, port);
      onTaken();
      return {
        port: library.us_socket_local_port(listening),
        async close() {
          server.close();
          await app.close();
        },
      };
    },
  };
}

function take(server: UwsApp, host: string, port: number) {
  // Calls back at once.
  let taken: object | undefined;
  server.listen(host, port, EXCLUSIVE, (socket) => {
    if (socket !== false) taken = socket;
  });
  return taken;
}

/** Why the port cannot be had: the library does not say. */
async function reasonOf(host: string, port: number): Promise<Error> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    if (error instanceof Error) return error;
  }
  probe.close();
  return new Error(`port ${port} of ${host} could not be opened (with TLS: are certificate and key right?)`);
}

function behaviour(endpoint: Endpoint, holdings: Holdings): UwsBehaviour<UwsSocketData> {
  return {
    maxPayloadLength: endpoint.maxMessageBytes + ROOM,
    // What a peer leaves unread is ours to judge.
    maxBackpressure: 0,
    idleTimeout: IDLE,
    sendPingsAutomatically: false,
    upgrade: (response, request, context) => upgrade(endpoint, holdings, { response, request, context }),
    open: (socket) => socket.getUserData().connection.opened(socket),
    message: (socket, bytes, isBinary) => socket.getUserData().connection.received(bytes, isBinary),
    drain: (socket) => socket.getUserData().connection.drained(),
    ping: (socket) => socket.getUserData().connection.alive(),
    pong: (socket) => socket.getUserData().connection.alive(),
    close: (socket, code) => socket.getUserData().connection.closed(code),
  };
}

interface Upgrade {
  readonly response: UwsResponse;
  readonly request: UwsRequest;
  readonly context: object;
}

function upgrade(
  { admit, maxMessageBytes }: Endpoint,
  holdings: Holdings,
  { response, request, context }: Upgrade,
): void {
  if (request.getHeader('sec-websocket-version') !== '13') {
    refuse(response, { status: 400, message: 'Expected sec-websocket-version 13' });
    return;
  }
  const remoteAddress = remoteAddressOf(response);
  const { host, origin, authorization } = headersOf(request);
  const admission = admit({ url: urlOf(request), remoteAddress, host, origin, authorization });
  if (!admission.ok) {
    refuse(response, admission.failure);
    return;
  }
  const connection = new UwsConnection({
    remoteAddress,
    maxMessageBytes,
    holdings,
    welcome: admission.value,
  });
  // No subprotocol and no extension.
  response.upgrade({ connection }, request.getHeader('sec-websocket-key'), '', '', context);
}

function refuse(response: UwsResponse, { status, message }: Refusal): void {
  response
    .writeStatus(`${status} ${STATUS_CODES[status]}`)
    .writeHeader('content-type', 'application/json')
    .end(`${JSON.stringify({ error: message })}\n`, true);
}
