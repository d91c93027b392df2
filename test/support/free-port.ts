import { once } from 'node:events';
import { createServer } from 'node:net';

/** The ports below those that the operating system gives to connections (`ip_local_port_range`). */
const MIN_PORT = 12_000;
const MAX_PORT = 32_000;

/**
 * A TCP port of 127.0.0.1 for a program that is started with it a moment later. A port that the system gives for port 0
 * may be given to any connection in between; these go only to a program that asks for one by its number.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = MIN_PORT + Math.floor(Math.random() * (MAX_PORT - MIN_PORT));
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen({ host: '127.0.0.1', port });
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
