import { fail, ok, type Result } from '#shared/core/result.js';
import type { Transport } from './transport.js';
import { loadUws, UWS_PACKAGE } from './uws/load-uws.js';
import { uwsTransport } from './uws/uws-transport.js';
import { wsTransport } from './ws/ws-transport.js';

/**
 * The transport that TRANSPORT asks for; `auto` is uWebSockets.js where it is installed. The failure is a sentence: `uws` is
 * asked for and not installed.
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
