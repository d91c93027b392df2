/**
 * An agent that listens for the gateway (docs/remote-agents.md): it plays each turn as the brief advises. Start it, then give it
 * a seat: POST /api/games/{game_id}/seats {"agent_url": "ws://127.0.0.1:8010/"}. In a folder of your own it needs `npm install ws zod`.
 */
import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';

const port = Number(process.argv[2] ?? 8010);
const key = process.env.REMOTE_AGENT_KEY ?? '';
const messageSchema = z.object({ type: z.string(), data: z.looseObject({}) });
const briefSchema = z.object({ turn: z.int(), advice: z.array(z.object({ do: z.unknown() })).default([]) });
const seen = new Map<unknown, number>();

/** Whether the gateway calls, now and for the first time. */
function isGateway({ headers, url }: IncomingMessage): boolean {
  const { 'x-freeciv-timestamp': time, 'x-freeciv-nonce': nonce, 'x-freeciv-signature': given } = headers;
  const signed = ['v1', time, nonce, headers.host, url].join('\n');
  const isRecent = Math.abs(Date.now() / 1000 - Number(time)) < 300;
  for (const [old, at] of seen) if (Date.now() / 1000 - at > 600) seen.delete(old);
  const isNew = !seen.has(nonce);
  seen.set(nonce, Number(time));
  return isRecent && isNew && given === `v1=${createHmac('sha256', key).update(signed).digest('hex')}`;
}

function serve(socket: WebSocket): void {
  let brief = briefSchema.parse({ turn: 0 });
  const send = (type: string, data: object) => socket.send(JSON.stringify({ type, data }));
  socket.on('message', (text) => {
    const { type, data } = messageSchema.parse(JSON.parse(text.toString()));
    if (type === 'hello') send('status', { status: 'ready' });
    if (type === 'state_sync' && data.format === 'brief') brief = briefSchema.parse(data.state);
    if (type === 'user_message') {
      const actions = brief.advice.map((advised) => advised.do);
      send('status', { status: 'processing' });
      send('chat_response', { message: `Turn ${brief.turn}: ${actions.length} actions are advised` });
      if (actions.length === 0) send('end', {});
      else
        send('function_call', { request_id: `turn-${brief.turn}`, function: 'do', arguments: { actions } });
    }
    if (type === 'function_result') {
      console.log(`turn ${brief.turn}: ${data.success === true ? 'done' : String(data.error)}`);
      send('end', {});
    }
    if (type === 'end') console.log(String(data.reason));
  });
}

const server = new WebSocketServer({
  port,
  host: '127.0.0.1',
  verifyClient: ({ req }: { req: IncomingMessage }) => isGateway(req),
});
server.on('connection', serve);
server.on('listening', () => console.log(`listening on ws://127.0.0.1:${port}/`));
