import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Answers an upgrade request with an HTTP error and closes its connection, which Node's server does not. */
export function refuseUpgrade(
  stream: Duplex,
  { status, message }: { readonly status: number; readonly message: string },
): void {
  // A peer may reset the connection: without a listener that would end the process.
  stream.on('error', () => stream.destroy());
  // A peer that never closes its side would keep the connection, and the server from closing.
  stream.once('finish', () => stream.destroy());
  const body = `${JSON.stringify({ error: message })}\n`;
  stream.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'connection: close',
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
}
