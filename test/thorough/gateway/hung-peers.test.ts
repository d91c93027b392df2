import { once } from 'node:events';
import { expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { LINK_PING_MS, LINK_SILENCE_MS } from '#shared/core/link-heartbeat.js';
import { createLogger } from '#shared/core/log.js';
import { createMetrics } from '../../../gateway/core/metrics.js';
import { DEFAULT_TIMEOUTS } from '../../../gateway/core/timeouts.js';
import { ProxyLink } from '../../../gateway/link/proxy-link.js';
import { ManualClock } from '../../support/manual-clock.js';
import { SplitStack } from '../../support/services/split-stack.js';
import { TwoAgents } from '../../support/two-agents.js';

/** A proxy that accepts links and does nothing else, not even answer a ping. */
async function silentProxy() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, autoPong: false });
  await once(server, 'listening');
  const address = server.address();
  if (typeof address === 'string' || address === null) throw new Error('not listening');
  return { url: `ws://127.0.0.1:${address.port}`, server, [Symbol.dispose]: () => void server.close() };
}

test('a proxy without a sign of life is given up after 4 s, and what was asked is answered within 5', async () => {
  using proxy = await silentProxy();
  const clock = new ManualClock();
  const link = new ProxyLink({
    url: proxy.url,
    secret: () => 'unused',
    clock,
    timeouts: DEFAULT_TIMEOUTS,
    log: createLogger('test', 'error'),
    metrics: createMetrics(),
    random: () => 1,
  });
  const connected = once(proxy.server, 'connection');
  await new Promise<void>((onUp) => link.start({ onUp, onLost: () => {}, onPush: () => {} }));
  const [peer]: WebSocket[] = await connected;
  const asked = link.request({ type: 'state_query', agent_id: 'a', game_id: 'g', data: {} }, 30_000);
  clock.pass(LINK_SILENCE_MS - 1);
  expect(link.isUp).toBe(true);
  clock.pass(1);
  expect(await asked).toEqual({ ok: false, failure: 'lost' });
  expect(LINK_SILENCE_MS + link.lostWaitMs).toBeLessThanOrEqual(5_000);
  expect(LINK_PING_MS * 2).toBeLessThan(LINK_SILENCE_MS);
  link.close();
  peer?.terminate();
});

const proxyHealthSchema = z.looseObject({
  dependencies: z.looseObject({ gateways: z.looseObject({ linked: z.int() }) }),
});

test('agents of a proxy that hangs are told, get E123 and E131, and play on when it goes on', async () => {
  await using stack = await SplitStack.start();
  const game = await TwoAgents.begin(stack, 'hung-proxy');
  const [ann, ben] = game.agents;
  if (ann === undefined || ben === undefined) throw new Error('two agents play');
  process.kill(stack.proxy.pid, 'SIGSTOP');
  const query = ann.state();
  const action = ben.act('chat', { message: 'hello' });
  await Promise.all([
    expect(query).rejects.toMatchObject({ code: 'E123' }),
    expect(action).rejects.toMatchObject({ code: 'E131', details: { outcome: 'unknown' } }),
  ]);
  for (const agent of game.agents) await agent.push('status', ({ status }) => status === 'recovering');
  process.kill(stack.proxy.pid, 'SIGCONT');
  for (const agent of game.agents) await agent.push('status', ({ status }) => status === 'recovered');
  await game.nextTurn();
});

test('a proxy notices a gateway that hangs, and its agents play on when it goes on', async () => {
  await using stack = await SplitStack.start();
  const game = await TwoAgents.begin(stack, 'hung-gateway');
  const links = async () => {
    const health = await fetch(`http://127.0.0.1:${stack.proxy.port}/health`);
    return proxyHealthSchema.parse(await health.json()).dependencies.gateways.linked;
  };
  expect(await links()).toBe(1);
  process.kill(stack.gateway.pid, 'SIGSTOP');
  await expect.poll(links).toBe(0);
  process.kill(stack.gateway.pid, 'SIGCONT');
  for (const agent of game.agents) await agent.push('status', ({ status }) => status === 'recovered');
  await game.nextTurn();
});
