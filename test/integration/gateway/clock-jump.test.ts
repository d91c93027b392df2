import { expect, test } from 'vitest';
import { ManualClock } from '../../support/manual-clock.js';
import { startFixture } from './support/gateway-fixture.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';

const HOUR_MS = 3_600_000;
/** On a virtual clock the link's pings are never answered in time. */
const timeouts = { linkPing: 1e9, linkSilence: 1e9 };

test('a clock that jumps by two hours closes no socket, ends no session, opens and shuts no limit', async () => {
  const clock = new ManualClock();
  await using fixture = await startFixture({ RATE_MESSAGES_PER_MINUTE: '2' }, { clock, timeouts });
  const { port } = fixture;
  const agent = await RawAgentSocket.loggedIn(port, 'stays');
  const leaver = await RawAgentSocket.open(port, 'leaves');
  const session_id = (await leaver.logIn()).data?.session_id;
  await leaver.close();
  const isAlive = async () => {
    agent.send({ type: 'ping', timestamp: 1, correlation_id: 'alive' });
    expect(await agent.nextOf('pong')).toMatchObject({ correlation_id: 'alive' });
  };
  const ask = async () => {
    agent.sendRequest('state_query', {});
    const { type } = await agent.next();
    return type;
  };
  expect([await ask(), await ask(), await ask()]).toEqual(['state_update', 'state_update', 'error']);
  for (const hours of [2, -4]) {
    clock.jump(hours * HOUR_MS);
    // The heartbeat and the sweep of expired sessions come by.
    clock.pass(30_000);
    await isAlive();
  }
  expect(await ask()).toBe('state_update');
  const back = await RawAgentSocket.open(port, 'leaves');
  back.sendRequest('llm_connect', { api_token: 'good-token', session_id });
  expect(await back.nextOf('llm_connect')).toMatchObject({ data: { resumed: true } });
});

test('a limit that was reached stays shut when the clock jumps forward', async () => {
  const clock = new ManualClock();
  await using fixture = await startFixture({ RATE_MESSAGES_PER_MINUTE: '1' }, { clock, timeouts });
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  const ask = async () => {
    agent.sendRequest('state_query', {});
    return (await agent.next()).type;
  };
  expect([await ask(), await ask()]).toEqual(['state_update', 'error']);
  clock.jump(2 * HOUR_MS);
  clock.pass(1_000);
  expect(await ask()).toBe('error');
});
