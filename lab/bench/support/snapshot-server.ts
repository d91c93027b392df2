/**
 * The control of the spectators' bench: watches a game itself and sends all its viewers the whole state at every update,
 * encoded once for all: `snapshot-server URL`.
 */
import { WebSocket, WebSocketServer } from 'ws';
import { applyUpdate, type SpectatorView, snapshotFrom, viewOf } from '#shared/protocol/spectator/view.js';

const [url = ''] = process.argv.slice(2);
const viewers = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
let view: SpectatorView | undefined;

function whole(): Buffer {
  const data = view === undefined ? {} : snapshotFrom(view);
  return Buffer.from(JSON.stringify({ type: 'snapshot', game_id: 'g', timestamp: Date.now() / 1000, data }));
}

viewers.on('connection', (socket) => socket.send(whole(), { binary: false }));
new WebSocket(url, { perMessageDeflate: false }).on('message', (text) => {
  const { type, data } = JSON.parse(String(text));
  if (type === 'snapshot') view = viewOf(data);
  else if (view === undefined || !applyUpdate(view, data)) throw new Error('an update does not fit');
  const bytes = whole();
  for (const socket of viewers.clients) socket.send(bytes, { binary: false });
});
viewers.on('listening', () => {
  const address = viewers.address();
  process.send?.({ port: typeof address === 'object' && address !== null ? address.port : 0 });
});
