import { expect, test } from 'vitest';
import { startFixture } from './support/gateway-fixture.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';

test('a login with the token ends a socket that took the session up by address, and gets its connection', async () => {
  await using fixture = await startFixture({ RESUME_BY_ADDRESS: 'true', MAX_CONNECTIONS_PER_AGENT: '1' });
  const { port } = fixture;
  const owner = await RawAgentSocket.loggedIn(port, 'victim');
  await owner.close();
  const neighbour = await RawAgentSocket.open(port, 'victim');
  neighbour.sendRequest('state_query', {}, 'q1');
  expect(await neighbour.next()).toMatchObject({ type: 'state_update', correlation_id: 'q1' });
  const back = await RawAgentSocket.loggedIn(port, 'victim');
  expect(await neighbour.next()).toMatchObject({ type: 'error', data: { error_code: 'E125' } });
  expect(await neighbour.closed).toMatchObject({ code: 4001 });
  back.sendRequest('state_query', {}, 'q2');
  expect(await back.next()).toMatchObject({ type: 'state_update', correlation_id: 'q2' });
});

test('a wrong token does not end what an address has taken up', async () => {
  await using fixture = await startFixture({ RESUME_BY_ADDRESS: 'true' });
  const { port } = fixture;
  const owner = await RawAgentSocket.loggedIn(port, 'my-agent');
  await owner.close();
  const back = await RawAgentSocket.open(port, 'my-agent');
  const stranger = await RawAgentSocket.open(port, 'my-agent');
  expect(await stranger.logIn({ api_token: 'wrong' })).toMatchObject({ data: { error_code: 'E102' } });
  back.sendRequest('state_query', {}, 'q');
  expect(await back.next()).toMatchObject({ type: 'state_update', correlation_id: 'q' });
});

test('a client that knows nothing of session ids is back in its own seat by token alone', async () => {
  await using fixture = await startFixture();
  const { port, proxy } = fixture;
  const first = await RawAgentSocket.loggedIn(port, 'my-agent');
  await first.close();
  const silent = await RawAgentSocket.open(port, 'my-agent');
  silent.sendRequest('state_query', {}, 'q');
  expect(await silent.next()).toMatchObject({ data: { error_code: 'E120' } });
  const answer = await silent.logIn();
  expect(answer).toMatchObject({ type: 'llm_connect', data: { player_id: 1, game_id: 'g1' } });
  const asked = proxy.received.filter(({ type }) => type === 'llm_connect');
  expect(asked.map(({ agent_id, game_id }) => [agent_id, game_id])).toEqual([
    ['my-agent', 'g1'],
    ['my-agent', 'g1'],
  ]);
  silent.sendRequest('state_query', {}, 'q2');
  expect(await silent.nextOf('state_update')).toMatchObject({ correlation_id: 'q2' });
});
