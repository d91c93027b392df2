/**
 * Many viewers in a process of their own: `viewers-process URL COUNT`. Each says over IPC what it got when asked: the
 * milliseconds between the making of each update and its arrival, and the bytes.
 */
import { once } from 'node:events';
import { inflateRawSync } from 'node:zlib';
import { WebSocket } from 'ws';
import { messageAgeMs } from '../../load/support/message-age.js';

const [url = '', count = '0'] = process.argv.slice(2);

let lags: number[] = [];
let bytes = 0;
let first = 0;

function take(message: Buffer, isBinary: boolean): void {
  lags.push(messageAgeMs(isBinary ? inflateRawSync(message) : message) ?? Number.NaN);
  bytes += message.length;
}

async function open(): Promise<void> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  const [message] = await once(socket, 'message');
  first += message.length;
  socket.on('message', take);
}

for (let opened = 0; opened < Number(count); opened += 50)
  await Promise.all(Array.from({ length: Math.min(50, Number(count) - opened) }, open));
process.send?.({ first: first / Number(count) });
process.on('message', (asked) => {
  if (asked === 'begin') [lags, bytes] = [[], 0];
  else process.send?.({ lags, bytes });
});
