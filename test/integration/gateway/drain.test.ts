import { expect, test } from 'vitest';
import { promised } from '../../support/promised.js';
import { startFixture } from './support/gateway-fixture.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';
import { answerAll } from './support/scripted-proxy.js';

test('promise 18: a shutdown finishes what is under way, refuses the rest, and closes 1012 with advice', async () => {
  await using fixture = await startFixture();
  const { proxy } = fixture;
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  await proxy.requests.take();
  proxy.respond = () => {};
  agent.sendRequest('action', { action_type: 'end_turn' }, 'slow');
  const request = await proxy.requests.take();
  const closing = fixture.gateway.close();
  agent.sendRequest('action', { action_type: 'end_turn' }, 'too-late');
  expect(await agent.next()).toMatchObject({ correlation_id: 'too-late', data: { error_code: 'E123' } });
  const stranger = new RawAgentSocket(fixture.port, 'stranger');
  expect(await stranger.closed).toMatchObject({ code: 1006 });
  expect((await fetch(`http://127.0.0.1:${fixture.port}/health`)).status).toBe(503);
  answerAll(request, proxy);
  expect(await agent.next()).toMatchObject({ type: 'action_result', correlation_id: 'slow' });
  const { code, reason } = await agent.closed;
  expect(reason).toContain('llm_connect');
  promised(18, { what: 'close code of a shutdown', value: code }, { exactly: 1012 });
  await closing;
});

test('promise 18: a shutdown does not wait for ever', async () => {
  await using fixture = await startFixture({}, { timeouts: { drain: 20 } });
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  fixture.proxy.respond = () => {};
  agent.sendRequest('action', { action_type: 'end_turn' }, 'never');
  agent.sendRequest('ping', {});
  await agent.nextOf('pong');
  await fixture.gateway.close();
  const { code } = await agent.closed;
  promised(18, { what: 'close code when an answer never comes', value: code }, { exactly: 1012 });
});

test('a message to a model that a shutdown has refused is not delivered after that', async () => {
  await using fixture = await startFixture();
  const { proxy, port, gateway } = fixture;
  const agent = await RawAgentSocket.loggedIn(port, 'my-agent', { capabilities: ['chat'] });
  await proxy.requests.take();
  proxy.respond = () => {};
  const said = fetch(`http://127.0.0.1:${port}/api/v1/chat`, {
    method: 'POST',
    headers: { authorization: 'Bearer good-token', 'content-type': 'application/json' },
    body: JSON.stringify({ agent_id: 'my-agent', game_id: 'g1', message: 'Found a city.', request_id: 'q' }),
  });
  // The version of the state is asked for before the message goes to the model.
  const asked = await proxy.requests.take();
  expect(asked.type).toBe('state_patch');
  agent.sendRequest('state_query', {}, 'slow');
  const slow = await proxy.requests.take();
  const closing = gateway.close();
  proxy.answer(asked, 'state_patch', { version: 1, patch: null });
  const refused = {
    error_code: 'INTERNAL_ERROR',
    message: expect.stringContaining('send the message again'),
  };
  expect(await (await said).json()).toMatchObject(refused);
  answerAll(slow, proxy);
  expect(await agent.next()).toMatchObject({ correlation_id: 'slow' });
  await agent.closed;
  expect(agent.inbox.size).toBe(0);
  await closing;
});
