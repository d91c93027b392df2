import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Directory } from '#shared/store/directory.js';

const CONNECT_MS = 3000;

/**
 * The URL of a proxy in the directory that does not take our secret: it is of another installation, whose gateways cannot
 * ask us for its games, nor ours it. Undefined when there is none.
 */
export async function strangerIn(directory: Directory, secret: string): Promise<string | undefined> {
  const proxies = await directory.proxies();
  for (const { url } of proxies.ok ? proxies.value : []) if (await refuses(url, secret)) return url;
  return undefined;
}

/** False for a proxy that does not answer now. */
async function refuses(url: string, secret: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${secret}` };
  const socket = new WebSocket(url, { headers, handshakeTimeout: CONNECT_MS });
  socket.on('error', () => undefined);
  const [response] = await Promise.race([
    once(socket, 'unexpected-response').then(([, answer]) => [answer]),
    ...['open', 'close'].map((event) => once(socket, event).then(() => [undefined])),
  ]);
  socket.terminate();
  return response?.statusCode === 401;
}
