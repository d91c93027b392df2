import { expect, test } from 'vitest';
import { errorCodes } from '#shared/core/error-codes.js';
import { parseAndAdmit } from '../../../gateway/agent/agent-request.js';
import { messageForms } from '../../../services/gateway/compose-forms.js';
import { promised } from '../../support/promised.js';
import { quantile } from '../../support/quantile.js';
import { seededRandom } from '../../support/seeded-random.js';
import { startFixture } from '../gateway/support/gateway-fixture.js';
import { RawAgentSocket } from '../gateway/support/raw-agent-socket.js';
import { transportNames } from '../gateway/support/transports.js';
import { cpuTime } from './support/cpu-time.js';
import { sized } from './support/form.js';
import { fuzzedFrames } from './support/fuzzed-frames.js';
import { fuzzedMessage } from './support/fuzzed-message.js';
import { metric } from './support/metric.js';
import { RawClient } from './support/raw-client.js';

const rules = {
  agentId: 'a',
  hasLoggedIn: true,
  maxMessageBytes: 1 << 20,
  forms: messageForms,
  limit: () => undefined,
};

test('promise 9: of all generated messages each is read or refused with a code, and good ones are read', () => {
  const random = seededRandom(9);
  const messages = sized(100_000, 1_000_000);
  const codes = new Map<string, number>();
  const times = new Float64Array(messages);
  for (let count = 0; count < messages; count++) {
    const { text, isGood } = fuzzedMessage(random, 'a', 'q1');
    const bytes = Buffer.from(text);
    const began = cpuTime();
    const request = parseAndAdmit(bytes, rules);
    times[count] = cpuTime() - began;
    const code = request.ok ? 'read' : request.failure.reason.code;
    if (isGood && !request.ok) throw new Error(`refused with ${code}: ${text}`);
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  expect(codes.get('read')).toBeGreaterThan(messages / 5);
  const unknown = [...codes.keys()].filter((code) => code !== 'read' && !Object.hasOwn(errorCodes, code));
  promised(
    9,
    { what: 'ways of refusal that are no error code', value: unknown.length },
    { exactly: 0 },
    {
      messages,
      ...Object.fromEntries(codes),
      p50ms: quantile([...times], 0.5),
      p9999ms: quantile([...times], 0.9999),
      over5ms: times.filter((each) => each > 5).length,
    },
  );
});

/** Each frame that comes is an answer. */
const noPings = { HEARTBEAT_S: '100000', SESSION_TIMEOUT_S: '100000' };

/** Sends so many messages one after the other; how many were good ones, and how many of those got what they asked for. */
async function converse(agent: RawAgentSocket, messages: number, random: () => number) {
  let good = 0;
  let served = 0;
  for (let count = 0; count < messages; count++) {
    const { text, isGood } = fuzzedMessage(random, agent.agentId, `m${count}`);
    // A second login moves the session to another seat state: tested by itself.
    if (text.includes('llm_connect')) continue;
    agent.socket.send(text);
    if (text.startsWith('{"type":"pong"')) continue;
    const answer = await agent.next();
    if (!isGood) continue;
    good++;
    if (answer.type !== 'error') served++;
  }
  return { good, served };
}

test('promise 9: over sockets every generated message but signs of life gets exactly one answer', async () => {
  const noLimit = { RATE_MESSAGES_PER_MINUTE: '100000000', RATE_BURST: '1000000' };
  await using fixture = await startFixture({ ...noPings, ...noLimit, RATE_ACTIONS_PER_MINUTE: '100000000' });
  const each = sized(100, 20_000);
  const agents = await Promise.all(
    Array.from({ length: 50 }, (_, index) => RawAgentSocket.loggedIn(fixture.port, `agent-${index}`)),
  );
  const talks = await Promise.all(agents.map((agent, seed) => converse(agent, each, seededRandom(seed))));
  for (const agent of agents) {
    agent.sendRequest('ping', {}, 'last');
    expect(await agent.next()).toMatchObject({ type: 'pong', correlation_id: 'last' });
    expect(agent.inbox.size).toBe(0);
  }
  const good = talks.reduce((sum, talk) => sum + talk.good, 0);
  const served = talks.reduce((sum, talk) => sum + talk.served, 0);
  const messagesOverSockets = each * agents.length;
  promised(
    9,
    { what: 'good messages not served', value: good - served },
    { exactly: 0 },
    { messagesOverSockets, good },
  );
});

test.each(transportNames)(
  'promise 9: on %s bytes that are no frames end their own socket at most, and nothing is left of it',
  async (TRANSPORT) => {
    await using fixture = await startFixture({ ...noPings, TRANSPORT });
    const { port } = fixture;
    const agent = await RawAgentSocket.loggedIn(port, 'good');
    const random = seededRandom(11);
    const streams = sized(300, 20_000);
    let ended = 0;
    for (let count = 0; count < streams; count++) {
      const client = await RawClient.open(port, 'raw');
      client.write(fuzzedFrames(random));
      const end = client.ended.then(() => 'ended' as const);
      // A good agent in between: when it is answered, the bytes before have been looked at.
      agent.sendRequest('state_query', {}, `q${count}`);
      expect(await agent.next()).toMatchObject({ type: 'state_update', correlation_id: `q${count}` });
      if ((await Promise.race([end, Promise.resolve('open')])) === 'ended') ended++;
      client.destroy();
    }
    const sockets = () => metric(port, 'freeciv_gateway_agent_sockets');
    await expect.poll(sockets).toBe(1);
    const left = { what: 'sockets left by bytes that are no frames', value: (await sockets()) - 1 };
    promised(9, left, { exactly: 0 }, { transport: TRANSPORT, streams, endedAtOnce: ended });
  },
);
