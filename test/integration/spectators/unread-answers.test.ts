import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { LinkRequest } from '#shared/protocol/link.js';
import { ManualClock } from '../../support/manual-clock.js';
import { startFixture } from '../gateway/support/gateway-fixture.js';
import { Mailbox } from '../gateway/support/mailbox.js';
import type { ScriptedProxy } from '../gateway/support/scripted-proxy.js';
import { metric } from '../promises/support/metric.js';

const ANSWER_BYTES = 1 << 20;
const MAX_UNREAD_BYTES = 8 << 20;
const QUERIES = 200;

/** A gateway that gets a large state of a recording, and a spectator that asks for it often before it comes, and does not read. */
async function floodedGateway() {
  const clock = new ManualClock();
  // Longer than a slow spectator is left open: it answers no ping.
  const heartbeat = { HEARTBEAT_S: '120', SESSION_TIMEOUT_S: '240' };
  const gateway = await startFixture({ SPECTATORS: 'open', ...heartbeat }, { clock });
  const { port, proxy } = gateway;
  const url = `ws://127.0.0.1:${port}/ws/spectator/g1?turn=1`;
  const spectator = new WebSocket(url, { perMessageDeflate: false });
  const received = new Mailbox<string>();
  spectator.on('message', (bytes) => {
    const type = /^\{"type":"(\w+)"/.exec(String(bytes).slice(0, 100))?.[1];
    if (type !== undefined) received.put(type);
  });
  const next = async (type: string) => {
    while ((await received.take()) !== type);
  };
  const first = await requestOf(proxy);
  proxy.answer(first, 'recording_state', {});
  await next('snapshot');
  for (let asked = 0; asked < QUERIES; asked++)
    spectator.send(JSON.stringify({ type: 'spectator_seek', data: { turn: 2 } }));
  spectator.send(JSON.stringify({ type: 'ping' }));
  // All have been read when this is answered.
  await next('pong');
  spectator.pause();
  proxy.answer(await requestOf(proxy), 'recording_state', { map: 'm'.repeat(ANSWER_BYTES) });
  const unreadBytes = () => metric(port, 'freeciv_gateway_spectators_unread_bytes');
  await expect.poll(unreadBytes).toBeGreaterThan(MAX_UNREAD_BYTES);
  return { gateway, clock, spectator, next, unreadBytes };
}

/** The next request for a state of the recording. */
async function requestOf(proxy: ScriptedProxy): Promise<LinkRequest> {
  for (;;) {
    const request = await proxy.requests.take();
    if (request.type === 'recording_state') return request;
  }
}

test('a spectator that reads no answers has 9 MB unread at most, and goes on when it has read', async () => {
  const { gateway, spectator, next, unreadBytes } = await floodedGateway();
  await using _ = gateway;
  expect(await unreadBytes()).toBeLessThan(MAX_UNREAD_BYTES + 1.1 * ANSWER_BYTES);
  spectator.resume();
  await next('snapshot');
  await next('error');
  await expect.poll(unreadBytes).toBe(0);
  spectator.send(JSON.stringify({ type: 'spectator_seek', data: { turn: 2 } }));
  await next('snapshot');
  spectator.terminate();
});

test('a spectator that leaves answers from a recording unread for a minute is closed', async () => {
  const { gateway, clock, spectator } = await floodedGateway();
  await using _ = gateway;
  const spectators = () => metric(gateway.port, 'freeciv_gateway_spectators');
  clock.stall(30_000);
  expect(await spectators()).toBe(1);
  clock.stall(31_000);
  await expect.poll(spectators, { timeout: 5_000 }).toBe(0);
  spectator.terminate();
});
