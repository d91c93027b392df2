import type { IncomingMessage } from 'node:http';
import { WebSocketServer } from 'ws';
import { isHostAllowed, type OwnHostNames, WRONG_HOST } from '#shared/core/hosts.js';
import { refuseUpgrade } from '#shared/core/refuse-upgrade.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { EnvSessions, type SessionOptions } from './env-sessions.js';
import { serveSocket } from './env-socket.js';
import { createHttpApp, type HttpRefusal } from './http-app.js';
import { HttpSessions } from './http-sessions.js';

/** How an OpenEnv server is started. */
export interface OpenEnvServerOptions extends SessionOptions {
  readonly host: string;
  readonly port: number;
  /** The names that clients may call it by. */
  readonly allowedHosts: readonly string[];
  /** For clients that bring no token of their own; undefined where each has to. */
  readonly token: string | undefined;
  /** Milliseconds after which an episode of a client over HTTP ends, when nothing was asked for. */
  readonly idleMs: number;
}

/** An OpenEnv server that serves. */
export interface OpenEnvServer {
  readonly port: number;
  /** Ends all sessions and their episodes, and closes the port. */
  close(): Promise<void>;
}

const MAX_MESSAGE_BYTES = 1 << 20;
const SOCKET_PATH = '/ws';
/** Finds clients whose machine or network is gone. Pings would not do: a client without threads answers none while it thinks. */
const KEEP_ALIVE_MS = 60_000;

/** Starts an environment server of the OpenEnv specification in front of a gateway. Rejects when the port cannot be opened. */
export async function startOpenEnv(options: OpenEnvServerOptions): Promise<OpenEnvServer> {
  const { host, port, gateway, idleMs } = options;
  const hosts = { listensOn: host, allowed: options.allowedHosts };
  const admit = (request: IncomingMessage) => admitted(request, hosts, options.token);
  const sessions = new EnvSessions(options);
  const httpSessions = new HttpSessions(sessions, idleMs);
  const app = createHttpApp({ gateway, sessions: httpSessions, admit });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  app.server.on('upgrade', (request: IncomingMessage, stream, head) => {
    const token = admit(request);
    if (!token.ok) refuseUpgrade(stream, token.failure);
    else if ((request.url ?? '').split('?', 1)[0] !== SOCKET_PATH)
      refuseUpgrade(stream, { status: 404, message: `The WebSocket is at ${SOCKET_PATH}` });
    else {
      request.socket.setKeepAlive(true, KEEP_ALIVE_MS);
      sockets.handleUpgrade(request, stream, head, (socket) => serveSocket(socket, sessions, token.value));
    }
  });
  await app.listen({ host, port });
  const address = app.server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? port) : port,
    async close() {
      httpSessions.stop();
      for (const socket of sockets.clients) socket.terminate();
      await sessions.closeAll();
      await app.close();
    },
  };
}

/** The token that a client plays with: its own, or that of the server. Pages of browsers are refused: they are not clients. */
function admitted(
  { headers }: IncomingMessage,
  hosts: OwnHostNames,
  own: string | undefined,
): Result<string, HttpRefusal> {
  if (!isHostAllowed(headers.host, hosts)) return fail({ status: 421, message: WRONG_HOST });
  if (headers.origin !== undefined)
    return fail({ status: 403, message: 'Pages of a browser may not connect' });
  const token = tokenIn(headers.authorization) ?? own;
  if (token !== undefined) return ok(token);
  return fail({ status: 401, message: 'Show a token of the gateway: as Bearer, or http://user:TOKEN@host' });
}

/** The token of an authorization header: Bearer, or the password of Basic, which clients make of user:TOKEN@ in an address. */
function tokenIn(authorization = ''): string | undefined {
  const [, scheme = '', credentials = ''] = /^(bearer|basic) +(\S+)$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return credentials;
  if (scheme === '') return undefined;
  const text = Buffer.from(credentials, 'base64').toString();
  return text.slice(text.indexOf(':') + 1);
}
