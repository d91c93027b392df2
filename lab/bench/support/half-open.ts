import { connect, type Socket } from 'node:net';

/** Connections that begin a request and say no more. */
export function openHalf(port: number, count: number): readonly Socket[] {
  return Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('GET /ws/agent/half HTTP/1.1\r\nhost: a\r\n');
    return socket;
  });
}
