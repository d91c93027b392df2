import { expect, test } from 'vitest';
import { takeIn } from '../../../gateway/socket/intake.js';
import { AgentClient } from '../gateway/support/agent-client.js';
import { startFixture } from '../gateway/support/gateway-fixture.js';
import { bombs } from './support/bombs.js';
import { cpuTime } from './support/cpu-time.js';
import { figures, sized } from './support/form.js';
import { type FrameCase, frameCases } from './support/frame-cases.js';
import { metric } from './support/metric.js';
import { RawClient, type ServerFrame } from './support/raw-client.js';

const rules = { agentId: 'a', hasLoggedIn: true, maxMessageBytes: 1 << 20, limit: () => undefined };

test('promise 9: no megabyte made to be dear blocks the gateway, and each gets its one answer', async () => {
  const times = bombs.map(({ name, text, expected }) => {
    const bytes = Buffer.from(text);
    const tries = Array.from({ length: sized(5, 50) }, () => {
      const began = cpuTime();
      const intake = takeIn(bytes, rules);
      const took = cpuTime() - began;
      expect(intake.ok ? 'read' : intake.failure.code, name).toBe(expected);
      return took;
    });
    return { name, ms: Math.min(...tries) };
  });
  await using fixture = await startFixture();
  for (const [index, { name, text, expected }] of bombs.entries()) {
    // One agent each: the limit of bytes lets nobody send all of them.
    const agent = await AgentClient.loggedIn(fixture.port, `agent-${index}`);
    agent.socket.send(text);
    const answer = await agent.next();
    expect(answer.data?.error_code ?? 'read', name).toBe(expected);
    agent.sendSpec('ping', {}, 'last');
    expect(await agent.next()).toMatchObject({ type: 'pong', correlation_id: 'last' });
  }
  const [worst] = times.sort((a, b) => b.ms - a.ms);
  figures(9, { bombs: bombs.length, worstMs: worst?.ms ?? 0, worstIs: worst?.name ?? '' });
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
