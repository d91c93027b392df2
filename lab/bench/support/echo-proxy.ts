/**
 * A proxy that answers at once, as a process of its own: so only the cost of the gateway is measured.
 * Its argument is the secret; it sends its port to its parent. An action `push_me` brings `count` pushes of `bytes`, one `every` milliseconds.
 */
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import { type LinkAnswer, type LinkRequest, linkRequestSchema, linkText } from '#shared/protocol/link.js';

const [, , secret = ''] = process.argv;
const pushMe = z.looseObject({
  action_type: z.literal('push_me'),
  count: z.int(),
  bytes: z.int(),
  every: z.int(),
});
const request = z.compile(linkRequestSchema);
const server = new WebSocketServer({
  host: '127.0.0.1',
  port: 0,
  path: '/llmsocket/8002',
  perMessageDeflate: false,
});

server.on('connection', (link, { headers }) => {
  if (headers.authorization !== `Bearer ${secret}`) return link.terminate();
  link.on('message', (bytes) => {
    const asked = request.parse(JSON.parse(String(bytes)));
    const { agent_id, game_id, correlation_id, timestamp } = asked;
    link.send(linkText({ ...answerTo(asked), agent_id, game_id, correlation_id, timestamp }));
    const wanted = pushMe.safeParse(asked.data);
    if (!wanted.success) return;
    const data = { text: 'x'.repeat(wanted.data.bytes) };
    const push = JSON.stringify({ type: 'event', agent_id, game_id, timestamp, data });
    const { count, every } = wanted.data;
    // Spread: those of many agents do not come together.
    for (let number = Math.random(); number < count; number++)
      setTimeout(() => link.send(push), number * every);
  });
});

server.on('listening', () => {
  const address = server.address();
  if (typeof address === 'object') process.send?.({ port: address?.port });
});

process.on('disconnect', () => process.exit(0));

function answerTo({ type, game_id }: LinkRequest): Pick<LinkAnswer, 'type' | 'data'> {
  if (type === 'llm_connect') return { type, data: { player_id: 1, game_id, status: 'ready' } };
  if (type === 'state_query')
    return { type: 'state_update', data: { type: 'state_response', data: { turn: 1 } } };
  return { type: 'action_result', data: { type: 'action_result', success: true, result: {} } };
}
