import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { portHolder } from './port-holder.js';

/** A service that was asked to end needs some seconds for it. */
const PATIENCE_MS = 5_000;
const RETRY_MS = 100;

/**
 * Waits until a port is free that its holder is about to give up. Resolves with undefined when the port may be tried; with
 * a sentence that names the holder when it is still taken at the end.
 */
export async function waitForPort(
  host: string,
  port: number,
  patienceMs = PATIENCE_MS,
): Promise<string | undefined> {
  for (let waited = 0; port !== 0 && (await isTaken(host, port)); waited += RETRY_MS) {
    if (waited >= patienceMs) {
      return `port ${port} of ${host} is taken by ${(await portHolder(port)) ?? 'another process'}`;
    }
    await setTimeout(RETRY_MS);
  }
  return undefined;
}

async function isTaken(host: string, port: number): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen({ host, port });
    await once(probe, 'listening');
    probe.close();
    await once(probe, 'close');
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  }
}
