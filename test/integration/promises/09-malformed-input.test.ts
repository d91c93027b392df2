import { expect, test } from 'vitest';
import { errorCodes } from '#shared/error-codes.js';
import { takeIn } from '../../../gateway/socket/intake.js';
import { quantile } from '../../support/quantile.js';
import { seededRandom } from '../../support/seeded-random.js';
import { AgentClient } from '../gateway/support/agent-client.js';
import { startFixture } from '../gateway/support/gateway-fixture.js';
import { figures, sized } from './support/form.js';
import { type FrameCase, frameCases } from './support/frame-cases.js';
import { fuzzedMessage } from './support/fuzzed-message.js';
import { metric } from './support/metric.js';
import { RawClient, type ServerFrame } from './support/raw-client.js';

test('promise 9: of all generated messages each is read or refused with a code, and good ones are read', () => {
  const random = seededRandom(9);
  const rules = { agentId: 'a', hasLoggedIn: true, maxMessageBytes: 1 << 20, limit: () => undefined };
  const messages = sized(100_000, 1_000_000);
  const codes = new Map<string, number>();
  const times: number[] = [];
  for (let count = 0; count < messages; count++) {
    const { text, isGood } = fuzzedMessage(random);
    const bytes = Buffer.from(text);
    const began = performance.now();
    const intake = takeIn(bytes, rules);
    times.push(performance.now() - began);
    const code = intake.ok ? 'read' : intake.failure.code;
    if (isGood && !intake.ok) throw new Error(`refused with ${code}: ${text}`);
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  for (const code of codes.keys())
    expect(code === 'read' || Object.hasOwn(errorCodes, code), code).toBe(true);
  expect(codes.get('read')).toBeGreaterThan(messages / 5);
  figures(9, {
    messages,
    ...Object.fromEntries(codes),
    p99ms: quantile(times, 0.99),
    worstMs: Math.max(...times.slice(-9999)),
  });
});

test('promise 9: over a socket every generated message but signs of life gets exactly one answer', async () => {
  await using fixture = await startFixture();
  const random = seededRandom(10);
  const agent = await AgentClient.loggedIn(fixture.port, 'a');
  const messages = sized(2000, 50_000);
  for (let count = 0; count < messages; count++) {
    const { text } = fuzzedMessage(random);
    // A second login moves the session to another seat state: tested by itself.
    if (text.includes('llm_connect')) continue;
    agent.socket.send(text);
    const wellFormed = text.startsWith('{"type":"pong"');
    if (!wellFormed) await agent.next();
  }
  agent.sendSpec('ping', {}, 'last');
  expect(await agent.next()).toMatchObject({ type: 'pong', correlation_id: 'last' });
  expect(agent.inbox.size).toBe(0);
});

const opcodes = { text: 1, close: 8, pong: 10 };

async function until(client: RawClient, wanted: number): Promise<ServerFrame> {
  for (;;) {
    const next = await client.frames.take();
    if (next.opcode === wanted) return next;
  }
}

async function play(port: number, { name, bytes, expected }: FrameCase): Promise<void> {
  const client = await RawClient.open(port, 'raw');
  client.write(bytes);
  if ('closes' in expected) {
    const { payload } = await until(client, opcodes.close);
    expect(payload.length >= 2 ? payload.readUInt16BE(0) : undefined, name).toBe(expected.closes);
    await client.ended;
    return;
  }
  if ('pongs' in expected)
    expect(String((await until(client, opcodes.pong)).payload), name).toBe(expected.pongs);
  else expect(String((await until(client, opcodes.text)).payload), name).toContain(expected.answers);
  client.destroy();
}

test('promise 9: each raw frame, lawful or not, ends as the protocol says, and the gateway lives on', async () => {
  await using fixture = await startFixture({ MAX_MESSAGE_BYTES: '16000' });
  const { port } = fixture;
  const agent = await AgentClient.loggedIn(port, 'good');
  expect(frameCases.length).toBeGreaterThanOrEqual(80);
  for (const each of frameCases) await play(port, each);
  agent.sendSpec('state_query', {}, 'q');
  expect(await agent.next()).toMatchObject({ type: 'state_update' });
  await expect.poll(() => metric(port, 'freeciv_gateway_agent_sockets')).toBe(1);
  figures(9, { frameCases: frameCases.length });
});
