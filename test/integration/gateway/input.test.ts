import { expect, test } from 'vitest';
import { startFixture } from './support/gateway-fixture.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const refusals: readonly (readonly [what: string, frame: string, code: string, path?: string])[] = [
  ['no JSON', '{"type":', 'E104'],
  ['nothing', '', 'E104'],
  ['an array', '[1]', 'E104'],
  ['null', 'null', 'E104'],
  ['a number', '1e999', 'E104'],
  ['no type', '{"data":{}}', 'E101', 'type'],
  ['a type that is no text', '{"type":5,"data":{}}', 'E105', 'type'],
  ['an unknown type', '{"type":"nonsense","data":{}}', 'E103', 'type'],
  ['a timestamp beyond numbers', '{"type":"ping","timestamp":1e999}', 'E105', 'timestamp'],
  ['data that is no object', '{"type":"state_query","data":[]}', 'E105', 'data'],
  ['an unknown format', '{"type":"state_query","data":{"format":"xml"}}', 'E105', 'data.format'],
  ['an unknown format, flat', '{"type":"state_query","format":"xml"}', 'E105', 'format'],
  ['an action without a type', '{"type":"action","data":{"actor_id":1}}', 'E101', 'data.action_type'],
  [
    'an actor that is no number',
    '{"type":"action","data":{"action_type":"x","actor_id":"1"}}',
    'E105',
    'data.actor_id',
  ],
  ['the id of another agent', '{"type":"ping","agent_id":"other"}', 'E107', 'agent_id'],
  ['an agent id that is none', '{"type":"ping","agent_id":"a b"}', 'E105', 'agent_id'],
  ['a prototype', '{"type":"action","data":{"a":[{"__proto__":{}}]}}', 'E105', 'data.a.0.__proto__'],
  ['a constructor', '{"type":"ping","constructor":1}', 'E105', 'constructor'],
  ['a bomb of brackets', nested(5000), 'E106'],
  ['one level too many', `{"type":"ping","x":${nested(16)}}`, 'E106'],
];

test('each malformed message gets its code, its path and its correlation_id, and the socket lives on', async () => {
  await using fixture = await startFixture();
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  for (const [what, frame, code, path] of refusals) {
    agent.socket.send(frame.replace(/}$/, ',"correlation_id":"c"}'));
    const answer = await agent.next();
    expect(answer, what).toMatchObject({ type: 'error', agent_id: 'my-agent', data: { error_code: code } });
    if (path !== undefined) {
      expect(answer, what).toMatchObject({ correlation_id: 'c', data: { details: { path } } });
    }
  }
  agent.sendRequest('state_query', {}, 'q');
  expect(await agent.next()).toMatchObject({ type: 'state_update', correlation_id: 'q' });
});

test('a message of the greatest depth is accepted', async () => {
  await using fixture = await startFixture();
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  agent.socket.send(`{"type":"ping","echo":${nested(15)}}`);
  expect(await agent.next()).toMatchObject({ type: 'pong' });
});

test('a message over the limit is told E106 and closed 1009', async () => {
  await using fixture = await startFixture({ MAX_MESSAGE_BYTES: '10000' });
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  agent.sendRequest('action', { action_type: 'x', text: 'a'.repeat(10_000) });
  expect(await agent.next()).toMatchObject({ type: 'error', data: { error_code: 'E106' } });
  expect(await agent.closed).toMatchObject({ code: 1009 });
});

test('before the login 4 KB are enough', async () => {
  await using fixture = await startFixture();
  const agent = await RawAgentSocket.open(fixture.port, 'my-agent');
  expect(await agent.logIn({ model: 'm'.repeat(5000) })).toMatchObject({ data: { error_code: 'E106' } });
});

test('binary frames close 1003', async () => {
  await using fixture = await startFixture();
  const agent = await RawAgentSocket.open(fixture.port, 'my-agent');
  agent.socket.send(Buffer.from('{"type":"ping"}'), { binary: true });
  expect(await agent.closed).toMatchObject({ code: 1003 });
});

test('a stranger who only makes noise is closed 1008', async () => {
  await using fixture = await startFixture();
  const agent = await RawAgentSocket.open(fixture.port, 'my-agent');
  for (let i = 0; i < 40; i++) agent.socket.send('noise');
  expect(await agent.closed).toMatchObject({ code: 1008 });
});
