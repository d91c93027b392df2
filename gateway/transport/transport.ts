import type { FastifyInstance } from 'fastify';
import { isHostAllowed, type OwnHostNames, WRONG_HOST } from '#shared/core/hosts.js';
import { fail, type Result } from '#shared/core/result.js';
import type { TrustedProxies } from './trusted-proxies.js';

/** An open WebSocket: what the gateway needs of a WebSocket library. */
export interface Connection {
  /** That of the client, behind the trusted proxies. */
  readonly remoteAddress: string;
  /** Bytes accepted for sending that the peer has not read yet. */
  readonly bufferedBytes: number;
  /** Sends a text frame; bytes must be UTF-8. */
  send(text: string | Uint8Array): void;
  sendBinary(bytes: Uint8Array): void;
  /** Lets what `work` sends go out in one write, where the library can do that. */
  batch(work: () => void): void;
  ping(): void;
  pause(): void;
  resume(): void;
  /** Sends a close frame; the socket is cut if the peer does not answer. `reason` has at most 123 bytes. */
  close(code: number, reason: string): void;
}

/** The handlers of the events of one socket. */
export interface ConnectionEvents {
  onText(bytes: Uint8Array): void;
  onBinary(): void;
  /** A ping or pong frame came: the peer is alive. */
  onAlive(): void;
  /** Bytes that had to wait, or that were sent in a batch, were written to the operating system. */
  onDrain(): void;
  /** A message exceeds the limit: the last moment to send something before the transport closes with 1009. */
  onTooBig(): void;
  /** Called exactly once, never within a call to the connection: with the peer's code, ours, or 1006 without one. */
  onClose(code: number): void;
}

/** The request to open a WebSocket. */
export interface UpgradeRequest {
  /** Path and query. */
  readonly url: string;
  /** That of the client, behind the trusted proxies. */
  readonly remoteAddress: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly authorization: string | undefined;
}

/** The HTTP answer to an upgrade request that is refused. */
export interface UpgradeRefusal {
  readonly status: 400 | 403 | 404 | 421 | 429 | 503;
  readonly message: string;
}

/** Called with the open socket of an admitted request; returns the handlers of its events. */
export type ConnectionHandler = (connection: Connection) => ConnectionEvents;

/** The WebSocket service below one path. */
export interface Endpoint {
  /** The beginning of its paths, such as `/ws/agent/`. */
  readonly prefix: string;
  readonly maxMessageBytes: number;
  admit(request: UpgradeRequest): Result<ConnectionHandler, UpgradeRefusal>;
}

interface PortServices {
  readonly app: FastifyInstance;
  readonly endpoints: readonly Endpoint[];
  readonly tls: Tls | undefined;
  readonly proxies: TrustedProxies;
}

interface ListenOptions {
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
  /** Called when the port is open, before the first request is served. */
  onListening(): void;
}

interface ListeningPort {
  readonly port: number;
  /** Closes the port and cuts all connections. */
  close(): Promise<void>;
}

/** Serves HTTP and WebSockets on one port with one WebSocket library. docs/operations.md lists the differences. */
export interface Transport {
  readonly name: 'ws' | 'uws';
  /** Opens the port; rejects with the error of the operating system, such as EADDRINUSE. */
  listen(services: PortServices, options: ListenOptions): Promise<ListeningPort>;
}

/** The endpoint of this path; undefined when there is none. */
export function endpointOf<E extends Endpoint>(endpoints: readonly E[], url: string): E | undefined {
  return endpoints.find(({ prefix }) => url.startsWith(prefix));
}

/** The files of a TLS certificate and its private key, in PEM. */
export interface Tls {
  readonly certFile: string;
  readonly keyFile: string;
}

/** The certificate and key of a configuration; undefined when TLS is off. Throws when only one of them is set. */
export function tlsOf(config: {
  readonly TLS_CERT_FILE?: string | undefined;
  readonly TLS_KEY_FILE?: string | undefined;
}): Tls | undefined {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = config;
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined) throw new Error('TLS_CERT_FILE: required with TLS_KEY_FILE');
  if (keyFile === undefined) throw new Error('TLS_KEY_FILE: required with TLS_CERT_FILE');
  return { certFile, keyFile };
}

/** The endpoint, closed with 421 to requests whose Host header is not a name of this server. */
export function guardHosts(endpoint: Endpoint, hosts: OwnHostNames): Endpoint {
  return {
    ...endpoint,
    admit(request) {
      if (isHostAllowed(request.host, hosts)) return endpoint.admit(request);
      return fail({ status: 421, message: WRONG_HOST });
    },
  };
}

/** The host names that a gateway accepts: GATEWAY_HOST, ALLOWED_HOSTS, and the hosts of ALLOWED_ORIGINS. */
export function hostRulesOf(config: {
  readonly GATEWAY_HOST: string;
  readonly ALLOWED_HOSTS: readonly string[];
  readonly ALLOWED_ORIGINS: readonly string[];
}): OwnHostNames {
  const { GATEWAY_HOST, ALLOWED_HOSTS, ALLOWED_ORIGINS } = config;
  const pages = ALLOWED_ORIGINS.filter((origin) => URL.canParse(origin)).map((origin) => new URL(origin));
  const ofPages = pages.map(({ hostname }) => hostname).filter((name) => name !== '');
  return { listensOn: GATEWAY_HOST, allowed: [...ALLOWED_HOSTS, ...ofPages] };
}
