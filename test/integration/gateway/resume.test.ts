import { expect, test } from 'vitest';
import { startFixture } from './support/gateway-fixture.js';
import { type Message, RawAgentSocket } from './support/raw-agent-socket.js';
import { answerAll } from './support/scripted-proxy.js';

async function logIn(port: number): Promise<{ agent: RawAgentSocket; session: unknown }> {
  const agent = await RawAgentSocket.open(port, 'my-agent');
  const auth = await agent.logIn();
  return { agent, session: auth.data?.session_id };
}

async function resume(
  port: number,
  session: unknown,
  lastSeq?: number,
  agentId = 'my-agent',
): Promise<{ agent: RawAgentSocket; answer: Message }> {
  const agent = await RawAgentSocket.open(port, agentId);
  const answer = await agent.logIn({
    session_id: session,
    ...(lastSeq === undefined ? {} : { last_seq: lastSeq }),
  });
  return { agent, answer };
}

test('a resumed session gets every event exactly once, in order', async () => {
  await using fixture = await startFixture();
  const { proxy, port } = fixture;
  const first = await logIn(port);
  proxy.push('turn_start', 'my-agent', 'g1', { turn: 1 });
  expect(await first.agent.next()).toMatchObject({ seq: 1 });
  await first.agent.close();
  for (const turn of [2, 3]) proxy.push('turn_start', 'my-agent', 'g1', { turn });
  // The link keeps its order: when this is answered, the pushes before it have arrived.
  await RawAgentSocket.loggedIn(port, 'another');
  const { agent, answer } = await resume(port, first.session, 1);
  expect(answer).toMatchObject({
    type: 'llm_connect',
    data: {
      type: 'auth_success',
      success: true,
      resumed: true,
      session_id: first.session,
      missed: 2,
      seq: 3,
    },
  });
  proxy.push('turn_start', 'my-agent', 'g1', { turn: 4 });
  for (const turn of [2, 3, 4]) {
    expect(await agent.next()).toMatchObject({ type: 'turn_start', seq: turn, data: { turn } });
  }
  const asked = proxy.received.filter(({ agent_id }) => agent_id === 'my-agent');
  expect(asked.filter(({ type }) => type !== 'presence')).toHaveLength(1);
});

test('what is no longer held is told, so that the agent asks for a full state', async () => {
  await using fixture = await startFixture({}, { sessionBounds: { pushes: 2 } });
  const { proxy, port } = fixture;
  const first = await logIn(port);
  await first.agent.close();
  for (const turn of [1, 2, 3, 4, 5]) proxy.push('turn_start', 'my-agent', 'g1', { turn });
  await RawAgentSocket.loggedIn(port, 'another');
  const { agent, answer } = await resume(port, first.session, 0);
  expect(answer.data).toMatchObject({ resumed: true, resync: true, missed: 2 });
  expect([(await agent.next()).seq, (await agent.next()).seq]).toEqual([4, 5]);
});

test('a second socket takes the session over; the first is told and closed 4001', async () => {
  await using fixture = await startFixture();
  const { port } = fixture;
  const first = await logIn(port);
  const { answer } = await resume(port, first.session);
  expect(answer).toMatchObject({ type: 'llm_connect' });
  expect(await first.agent.next()).toMatchObject({ type: 'error', data: { error_code: 'E125' } });
  expect(await first.agent.closed).toMatchObject({ code: 4001 });
});

test('taking over needs no free connection', async () => {
  await using fixture = await startFixture();
  const { port } = fixture;
  const first = await logIn(port);
  await logIn(port);
  expect((await resume(port, first.session)).answer).toMatchObject({ type: 'llm_connect' });
});

test('the answer to a request under way comes to the socket that resumes', async () => {
  await using fixture = await startFixture();
  const { proxy, port } = fixture;
  const first = await logIn(port);
  await proxy.requests.take();
  proxy.respond = () => {};
  first.agent.sendRequest('action', { action_type: 'end_turn' }, 'a1');
  const request = await proxy.requests.take();
  await first.agent.close();
  const { agent } = await resume(port, first.session);
  answerAll(request, proxy);
  const answer = await agent.next();
  expect(answer).toMatchObject({ type: 'action_result', correlation_id: 'a1' });
  // It came by itself. Who sends the request again waits for an answer, and gets the same.
  agent.sendRequest('action', { action_type: 'end_turn' }, 'a1');
  expect(await agent.next()).toEqual(answer);
  expect(proxy.received.filter(({ type }) => type === 'action')).toHaveLength(1);
});

test('a session of another agent, a guessed one and an expired one are all E124', async () => {
  await using fixture = await startFixture({ SESSION_EXPIRES_S: '0.001' });
  const { port } = fixture;
  const { agent, session } = await logIn(port);
  expect((await resume(port, session, 0, 'other')).answer).toMatchObject({ data: { error_code: 'E124' } });
  expect((await resume(port, 'AAAAAAAAAAAAAAAAAAAAAA')).answer).toMatchObject({
    data: { error_code: 'E124' },
  });
  await agent.close();
  await expect
    .poll(async () => {
      const late = await resume(port, session);
      await late.agent.close();
      return late.answer;
    })
    .toMatchObject({ type: 'error', data: { error_code: 'E124' } });
});

test('who resumes needs the token all the same', async () => {
  await using fixture = await startFixture();
  const { session } = await logIn(fixture.port);
  const thief = await RawAgentSocket.open(fixture.port, 'my-agent');
  const answer = await thief.logIn({ api_token: 'stolen?', session_id: session });
  expect(answer).toMatchObject({ data: { error_code: 'E102' } });
});

test('a socket that resumes its own session with a request under way gets each push once', async () => {
  await using fixture = await startFixture({}, { timeouts: { firstPush: 20 } });
  const { proxy, port } = fixture;
  const { agent, session } = await logIn(port);
  await proxy.requests.take();
  proxy.respond = () => {};
  agent.sendRequest('action', { action_type: 'end_turn' }, 'a1');
  const request = await proxy.requests.take();
  await agent.logIn({ session_id: session });
  proxy.push('turn_start', 'my-agent', 'g1', { turn: 1 });
  expect(await agent.next()).toMatchObject({ type: 'turn_start', seq: 1 });
  answerAll(request, proxy);
  expect(await agent.next()).toMatchObject({ type: 'action_result', correlation_id: 'a1' });
  agent.sendRequest('ping', {});
  expect(await agent.next()).toMatchObject({ type: 'pong' });
});
