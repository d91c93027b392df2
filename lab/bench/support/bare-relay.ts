/**
 * The least a relay can do, as a process of its own: text of each socket to one of its own at the proxy and back, nothing
 * looked at. Its arguments are the proxy's port and secret; it tells its own port to its parent.
 */
import { WebSocket, WebSocketServer } from 'ws';

const [, , proxyPort = '', secret = ''] = process.argv;
const path = '/llmsocket/8002';
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, path, perMessageDeflate: false });

server.on('connection', (near) => {
  const far = new WebSocket(`ws://127.0.0.1:${proxyPort}${path}`, {
    headers: { authorization: `Bearer ${secret}` },
    perMessageDeflate: false,
  });
  const early: string[] = [];
  near.on('message', (bytes) => {
    if (far.readyState === far.OPEN) far.send(String(bytes));
    else early.push(String(bytes));
  });
  far.on('open', () => {
    for (const text of early) far.send(text);
  });
  far.on('message', (bytes) => near.send(String(bytes)));
  near.on('close', () => far.terminate());
});

server.on('listening', () => {
  const address = server.address();
  if (typeof address === 'object') process.send?.({ port: address?.port });
});

process.on('disconnect', () => process.exit(0));
