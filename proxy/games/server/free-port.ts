import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A TCP port of 127.0.0.1 that was free a moment ago. freeciv-server cannot be given port 0, so somebody else may
 * take it first: whoever uses it must be ready to try another.
 */
export async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen({ host: '127.0.0.1', port: 0 });
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('a TCP server without a TCP address');
  return address.port;
}
