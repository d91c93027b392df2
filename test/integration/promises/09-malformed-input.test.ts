import { expect, test } from 'vitest';
import { closeCodes } from '#shared/protocol/close-codes.js';
import { parseAndAdmit } from '../../../gateway/agent/agent-request.js';
import { DEFAULT_TIMEOUTS } from '../../../gateway/core/timeouts.js';
import { messageForms } from '../../../services/gateway/compose-forms.js';
import { ManualClock } from '../../support/manual-clock.js';
import { promised } from '../../support/promised.js';
import { startFixture } from '../gateway/support/gateway-fixture.js';
import { RawAgentSocket } from '../gateway/support/raw-agent-socket.js';
import { transportNames } from '../gateway/support/transports.js';
import { bombs } from './support/bombs.js';
import { cpuTime } from './support/cpu-time.js';
import { sized } from './support/form.js';
import { type FrameCase, frameCases, type Outcome } from './support/frame-cases.js';
import { closeFrame } from './support/frames.js';
import { metric } from './support/metric.js';
import { RawClient, type ServerFrame } from './support/raw-client.js';
import { uwsDeviations } from './support/uws-deviations.js';

const rules = {
  agentId: 'a',
  hasLoggedIn: true,
  maxMessageBytes: 1 << 20,
  forms: messageForms,
  limit: () => undefined,
};

test('promise 9: no megabyte made to be dear blocks the gateway, and each gets its one answer', async () => {
  const times = bombs.map(({ name, text, expected }) => {
    const bytes = Buffer.from(text);
    const tries = Array.from({ length: sized(5, 50) }, () => {
      const began = cpuTime();
      const request = parseAndAdmit(bytes, rules);
      const took = cpuTime() - began;
      expect(request.ok ? 'read' : request.failure.reason.code, name).toBe(expected);
      return took;
    });
    return { name, ms: Math.min(...tries) };
  });
  await using fixture = await startFixture();
  for (const [index, { name, text, expected }] of bombs.entries()) {
    // One agent each: the limit of bytes lets nobody send all of them.
    const agent = await RawAgentSocket.loggedIn(fixture.port, `agent-${index}`);
    agent.socket.send(text);
    const answer = await agent.next();
    expect(answer.data?.error_code ?? 'read', name).toBe(expected);
    agent.sendRequest('ping', {}, 'last');
    expect(await agent.next()).toMatchObject({ type: 'pong', correlation_id: 'last' });
  }
  const [worst] = times.sort((a, b) => b.ms - a.ms);
  const details = { worstMs: worst?.ms ?? 0, worstIs: worst?.name ?? '' };
  promised(
    9,
    { what: 'megabytes made to be dear that got their one answer', value: times.length },
    { exactly: bombs.length },
    details,
  );
});

const opcodes = { text: 1, close: 8, pong: 10 };

/** The frames up to one of that kind. */
async function until(client: RawClient, wanted: number): Promise<ServerFrame> {
  for (;;) {
    const next = await client.frames.take();
    if (next.opcode === wanted) return next;
  }
}

/** The code of the close frame that comes next: no message has been answered before. */
async function nextClose(client: RawClient): Promise<number | undefined> {
  const { opcode, payload } = await client.frames.take();
  expect(opcode).toBe(opcodes.close);
  return payload.length >= 2 ? payload.readUInt16BE(0) : undefined;
}

/** Plays a case to its end; one that waits is left open. */
async function play(client: RawClient, { name, bytes }: FrameCase, outcome: Outcome): Promise<void> {
  client.write(bytes);
  if (outcome === 'waits') return;
  if (outcome === 'cut') {
    await client.ended;
    expect(client.frames.size, name).toBe(0);
  } else if ('closes' in outcome) {
    const { payload } = await until(client, opcodes.close);
    expect(payload.length >= 2 ? payload.readUInt16BE(0) : undefined, name).toBe(outcome.closes);
    // Where the server closed of its own accord it waits for this.
    client.write(closeFrame(1000));
    await client.ended;
  } else {
    if ('pongs' in outcome)
      expect(String((await until(client, opcodes.pong)).payload), name).toBe(outcome.pongs);
    else expect(String((await until(client, opcodes.text)).payload), name).toContain(outcome.answers);
    client.destroy();
  }
}

const deviations = { ws: new Map<string, Outcome>(), uws: uwsDeviations };

test.each(transportNames)(
  'promise 9: on %s each raw frame, lawful or not, ends as is told, and the gateway lives on',
  async (transport) => {
    const clock = new ManualClock();
    await using fixture = await startFixture({ MAX_MESSAGE_BYTES: '16000', TRANSPORT: transport }, { clock });
    const { port } = fixture;
    const agent = await RawAgentSocket.loggedIn(port, 'good');
    expect(frameCases.length).toBeGreaterThanOrEqual(80);
    const waiting: RawClient[] = [];
    for (const each of frameCases) {
      const outcome = deviations[transport].get(each.name) ?? each.expected;
      const client = await RawClient.open(port, 'raw');
      await play(client, each, outcome);
      if (outcome === 'waits') waiting.push(client);
    }
    agent.sendRequest('state_query', {}, 'q');
    expect(await agent.next()).toMatchObject({ type: 'state_update' });
    await expect.poll(() => metric(port, 'freeciv_gateway_agent_sockets')).toBe(1 + waiting.length);
    clock.pass(DEFAULT_TIMEOUTS.login);
    for (const client of waiting) {
      expect(await nextClose(client)).toBe(closeCodes.loginTimeout);
      await client.ended;
    }
    const sockets = () => metric(port, 'freeciv_gateway_agent_sockets');
    await expect.poll(sockets).toBe(1);
    const left = { what: 'sockets left by raw frames', value: (await sockets()) - 1 };
    promised(
      9,
      left,
      { exactly: 0 },
      { transport, frameCases: frameCases.length, deviations: deviations[transport].size },
    );
  },
);

test('promise 9: every deviation of a transport is of a frame case there is', () => {
  const names = new Set(frameCases.map(({ name }) => name));
  const unnamed = [...uwsDeviations.keys()].filter((name) => !names.has(name));
  expect(unnamed).toEqual([]);
  promised(9, { what: 'raw frame cases', value: names.size }, { exactly: frameCases.length });
  promised(9, { what: 'raw frame cases', value: names.size }, { atLeast: 80 });
});
