import { fail, ok, type Result } from '#shared/core/result.js';
import type { Transport } from './transport.js';
import { loadUws, UWS_PACKAGE } from './uws/load-uws.js';
import { uwsTransport } from './uws/uws-transport.js';
import { wsTransport } from './ws/ws-transport.js';

/**
 * The transport that TRANSPORT selects; `auto` is uWebSockets.js where it is installed, else `ws`. Fails with a sentence
 * when `uws` is selected and not installed. `load` is replaced in tests.
 */
export function chooseTransport(
  wanted: 'ws' | 'uws' | 'auto',
  load: typeof loadUws = loadUws,
): Result<Transport, string> {
  if (wanted === 'ws') return ok(wsTransport);
  const loaded = load();
  if (loaded.ok) return ok(uwsTransport(loaded.value));
  if (wanted === 'auto') return ok(wsTransport);
  return fail(`TRANSPORT: ${loaded.failure}: npm install --no-save ${UWS_PACKAGE}, or set TRANSPORT=ws`);
}
