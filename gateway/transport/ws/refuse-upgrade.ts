import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Refusal } from '../transport.js';

/** Answers an upgrade request with an HTTP error. */
export function refuseUpgrade(stream: Duplex, { status, message }: Refusal): void {
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
