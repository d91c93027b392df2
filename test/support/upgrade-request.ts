import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection on which an upgrade to WebSocket is asked for, by bare bytes. A half open one stays when the server has ended its side. */
export async function askUpgrade(
  port: number,
  path: string,
  { isHalfOpen = false }: { readonly isHalfOpen?: boolean } = {},
): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: isHalfOpen });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const head = [
    `GET ${path} HTTP/1.1`,
    'host: localhost',
    'connection: Upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return socket;
}
