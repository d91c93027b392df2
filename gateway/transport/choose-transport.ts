import { fail, ok, type Result } from '#shared/core/result.js';
import type { Transport } from './transport.js';
import { loadUws } from './uws/load-uws.js';
import { uwsTransport } from './uws/uws-transport.js';
import { wsTransport } from './ws/ws-transport.js';

/**
 * The transport that TRANSPORT asks for: `auto` takes uWebSockets.js where it is installed. A sentence when it is asked
 * for and not there.
 */
export async function chooseTransport(
  wanted: 'ws' | 'uws' | 'auto',
  load = () => loadUws(),
): Promise<Result<Transport, string>> {
  if (wanted === 'ws') return ok(wsTransport);
  const loaded = await load();
  if (loaded.ok) return ok(uwsTransport(loaded.value));
  if (wanted === 'auto') return ok(wsTransport);
  return fail(`TRANSPORT: ${loaded.failure}: install uWebSockets.js, or set TRANSPORT=ws`);
}
