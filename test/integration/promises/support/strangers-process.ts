/**
 * Opens argv[3] connections of each kind to port argv[2]: silent ones, ones that dribble a request letter by letter, and
 * open sockets that never log in. Tells its parent when all are open, and when all have been closed.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const [, , port, each] = process.argv;
const request = `GET /ws/agent/stranger HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n`;
const upgrade = [
  'connection: Upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
];

function open(text: string): Socket {
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  if (text !== '') socket.write(text);
  return socket;
}

function dribbling(): Socket {
  const socket = open(`${request}x`);
  const dribble = setInterval(() => socket.write('x'), 300);
  socket.on('close', () => clearInterval(dribble));
  return socket;
}

const sockets: Socket[] = [];
const gone: Promise<unknown>[] = [];
for (let count = 0; count < Number(each); count++) {
  const three = [open(''), dribbling(), open(`${request}${upgrade.join('\r\n')}\r\n\r\n`)];
  for (const socket of three) gone.push(new Promise((resolve) => socket.on('close', resolve)));
  await Promise.all(three.map((socket) => once(socket, 'connect')));
  sockets.push(...three);
}
process.send?.('open');
const began = performance.now();
await Promise.all(gone);
process.send?.({ goneAfter: performance.now() - began });
process.on('disconnect', () => process.exit(0));
