import { once } from 'node:events';
import { STATUS_CODES } from 'node:http';
import { createServer } from 'node:net';
import type { Endpoint, Transport, UpgradeRefusal } from '../../gateway/transport/transport.js';
import type { TrustedProxies } from '../../gateway/transport/trusted-proxies.js';
import { InboxBudget } from './inbox.js';
import type { UwsApp, UwsBehaviour, UwsLibrary, UwsRequest, UwsResponse } from './library.js';
import { UwsConnection, type UwsSocketData } from './uws-connection.js';
import { answerHttp, headersOf, remoteAddressOf, urlOf } from './uws-http.js';

/** LIBUS_LISTEN_EXCLUSIVE_PORT: without it two gateways could share a port. */
const LISTEN_EXCLUSIVE_PORT = 1;
/** Messages up to this much over the limit are refused with 1009; the library cuts larger ones without a close frame. */
const OVERSIZE_MARGIN_BYTES = 64 << 10;
/** The maximum of the library. Heartbeats find dead peers sooner; after a close frame the library waits for 16 s. */
const IDLE_TIMEOUT_S = 960;

/** The transport on uWebSockets.js, which has its own HTTP server. */
export function uwsTransport(library: UwsLibrary): Transport {
  return {
    name: 'uws',
    async listen({ app, endpoints, tls, proxies }, { host, port, onListening }) {
      await app.ready();
      const server =
        tls === undefined
          ? library.App()
          : library.SSLApp({ cert_file_name: tls.certFile, key_file_name: tls.keyFile });
      const budget = new InboxBudget();
      for (const endpoint of endpoints)
        server.ws(`${endpoint.prefix}*`, behaviourOf({ endpoint, budget, proxies }));
      server.ws('/*', {
        upgrade: (response) => refuse(response, { status: 404, message: 'No such endpoint' }),
      });
      server.any('/*', (response, request) => void answerHttp(app, response, request));
      const listening = openPort(server, host, port);
      if (listening === undefined) throw await portErrorOf(host, port);
      onListening();
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

function openPort(server: UwsApp, host: string, port: number) {
  // The library calls back before `listen` returns.
  let taken: object | undefined;
  server.listen(host, port, LISTEN_EXCLUSIVE_PORT, (socket) => {
    if (socket !== false) taken = socket;
  });
  return taken;
}

/** Why the port cannot be opened: the library does not say. */
async function portErrorOf(host: string, port: number): Promise<Error> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    if (error instanceof Error) return error;
  }
  probe.close();
  return new Error(`port ${port} of ${host} could not be opened (with TLS: are certificate and key right?)`);
}

interface Served {
  readonly endpoint: Endpoint;
  readonly budget: InboxBudget;
  readonly proxies: TrustedProxies;
}

function behaviourOf(served: Served): UwsBehaviour<UwsSocketData> {
  return {
    maxPayloadLength: served.endpoint.maxMessageBytes + OVERSIZE_MARGIN_BYTES,
    // The gateway itself limits the unread bytes of a peer.
    maxBackpressure: 0,
    idleTimeout: IDLE_TIMEOUT_S,
    sendPingsAutomatically: false,
    upgrade: (response, request, context) => upgrade(served, { response, request, context }),
    open: (socket) => socket.getUserData().connection.onOpen(socket),
    message: (socket, bytes, isBinary) => socket.getUserData().connection.onMessage(bytes, isBinary),
    drain: (socket) => socket.getUserData().connection.onDrain(),
    ping: (socket) => socket.getUserData().connection.onAlive(),
    pong: (socket) => socket.getUserData().connection.onAlive(),
    close: (socket, code) => socket.getUserData().connection.onClose(code),
  };
}

interface Upgrade {
  readonly response: UwsResponse;
  readonly request: UwsRequest;
  readonly context: object;
}

function upgrade(
  { endpoint: { admit, maxMessageBytes }, budget, proxies }: Served,
  { response, request, context }: Upgrade,
): void {
  if (request.getHeader('sec-websocket-version') !== '13') {
    refuse(response, { status: 400, message: 'Expected sec-websocket-version 13' });
    return;
  }
  const { host, origin, authorization, 'x-forwarded-for': forwardedFor } = headersOf(request);
  const remoteAddress = proxies.clientAddress(remoteAddressOf(response), forwardedFor);
  const admission = admit({ url: urlOf(request), remoteAddress, host, origin, authorization });
  if (!admission.ok) {
    refuse(response, admission.failure);
    return;
  }
  const connection = new UwsConnection({
    remoteAddress,
    maxMessageBytes,
    budget,
    onConnection: admission.value,
  });
  // No subprotocol and no extension.
  response.upgrade({ connection }, request.getHeader('sec-websocket-key'), '', '', context);
}

function refuse(response: UwsResponse, { status, message }: UpgradeRefusal): void {
  response
    .writeStatus(`${status} ${STATUS_CODES[status]}`)
    .writeHeader('content-type', 'application/json')
    .end(`${JSON.stringify({ error: message })}\n`, true);
}
