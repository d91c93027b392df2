import { type FastifyInstance, fastify } from 'fastify';
import { onTestFinished } from 'vitest';
import { fail, ok } from '#shared/core/result.js';
import { loadUws } from '../../../../features/uws/choose-transport.js';
import { uwsTransport } from '../../../../features/uws/uws-transport.js';
import { createHttpServer } from '../../../../gateway/http/http-app.js';
import type {
  Connection,
  Endpoint,
  Tls,
  Transport,
  UpgradeRequest,
} from '../../../../gateway/transport/transport.js';
import { TrustedProxies } from '../../../../gateway/transport/trusted-proxies.js';
import { wsTransport } from '../../../../gateway/transport/ws-transport.js';
import { RawClient } from '../../promises/support/raw-client.js';
import { Mailbox } from './mailbox.js';

/** Those that are tested: `ws`, and with TRANSPORTS=all, as in the nightly tests, the other one where it is installed. */
export const transports: readonly (readonly [name: Transport['name'], transport: Transport])[] = [
  ['ws', wsTransport],
  ...otherTransports(),
];

function otherTransports() {
  if (process.env.TRANSPORTS !== 'all') return [];
  const uws = loadUws();
  return uws.ok ? [['uws', uwsTransport(uws.value)] as const] : [];
}

/** Their values of TRANSPORT. */
export const transportNames = transports.map(([, { name }]) => name);

interface Taken {
  readonly connection: Connection;
  readonly visitor: UpgradeRequest;
  /** `text:…`, `binary`, `alive`, `drain`, `too-big`, `close:…`, in order. */
  readonly events: Mailbox<string>;
}

/** An endpoint that lets everybody but `…unwanted` in, says `welcome`, and notes what happens. */
function notingEndpoint(prefix: string, maxMessageBytes: number, taken: Mailbox<Taken>): Endpoint {
  return {
    prefix,
    maxMessageBytes,
    admit(visitor) {
      if (visitor.url.endsWith('unwanted')) return fail({ status: 429, message: 'no' });
      return ok((connection) => {
        const events = new Mailbox<string>();
        const note = (what: string) => () => events.put(what);
        taken.put({ connection, visitor, events });
        connection.send('welcome');
        return {
          onText: (bytes) => events.put(`text:${Buffer.from(bytes)}`),
          onBinary: note('binary'),
          onAlive: note('alive'),
          onDrain: note('drain'),
          onTooBig: note('too-big'),
          onClose: (code) => events.put(`close:${code}`),
        };
      });
    },
  };
}

/** The transport with two endpoints, one for small messages, and an app of which `routes` says what it answers. */
export async function serve(
  transport: Transport,
  routes: (app: FastifyInstance) => void = () => {},
  tls?: Tls,
  wanted = 0,
) {
  // The test itself is the load balancer before the gateway, where it names a client.
  const proxies = TrustedProxies.parse(['127.0.0.1']);
  if (!proxies.ok) throw new Error(proxies.failure);
  const taken = new Mailbox<Taken>();
  const app = fastify({
    logger: false,
    forceCloseConnections: true,
    serverFactory: (listener) => createHttpServer(listener, 10_000, tls),
  });
  routes(app);
  const endpoints = [notingEndpoint('/ws/agent/', 1000, taken), notingEndpoint('/ws/small/', 100, taken)];
  const place = { host: '127.0.0.1', port: wanted, onListening: () => {} };
  const { port, close } = await transport.listen({ app, endpoints, tls, proxies: proxies.value }, place);
  onTestFinished(close);
  const open = async (agentId = 'a') => {
    const client = await RawClient.open(port, agentId);
    return { client, ...(await taken.take()) };
  };
  return { port, taken, open };
}
