import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stack, startStack } from '../../support/stack.js';
import { RawAgentSocket } from '../gateway/support/raw-agent-socket.js';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});

afterAll(() => stack[Symbol.asyncDispose]());

/** Sends a request and takes all messages up to its answer. */
async function request(agent: RawAgentSocket, id: string, type: string, data: Record<string, unknown>) {
  agent.sendRequest(type, data, id);
  const messages = [await agent.next()];
  while (messages.at(-1)?.correlation_id !== id) messages.push(await agent.next());
  return messages;
}

/** Passes a turn, then looks at the state, so that the pushes of that turn have come. */
async function passTurn(agent: RawAgentSocket, turn: number) {
  const end = { action_type: 'end_turn', until: 'turn' };
  return [
    ...(await request(agent, `end-${turn}`, 'action', end)),
    ...(await request(agent, `look-${turn}`, 'state_query', { format: 'brief' })),
  ].map(({ type, seq }) => [type, seq]);
}

test('an agent gets the pushes it wants and no other, in this session and after it resumes', async () => {
  const port = Number(new URL(stack.gatewayUrl).port);
  const game_config = { players: 2, seeds: { game: 7, map: 7 } };
  const login = { api_token: stack.token, game_id: 'wanted', game_config };
  const agent = await RawAgentSocket.open(port, 'picky');
  const { data } = await agent.logIn({ ...login, pushes: ['turn_end'] });
  await request(agent, 'first', 'state_query', { format: 'brief' });
  expect(await passTurn(agent, 1)).toEqual([
    ['action_result', undefined],
    ['turn_end', 1],
    ['state_update', undefined],
  ]);
  expect((await passTurn(agent, 2))[1]).toEqual(['turn_end', 2]);
  await agent.close();
  const back = await RawAgentSocket.open(port, 'picky');
  expect(await back.logIn({ ...login, session_id: data?.session_id })).toMatchObject({
    data: { resumed: true, seq: 2 },
  });
  expect((await passTurn(back, 3)).map(([type]) => type)).toEqual([
    'action_result',
    'turn_end',
    'state_update',
  ]);
  await back.close();
});

test('a type of push that there is not is refused by its name', async () => {
  const agent = await RawAgentSocket.open(Number(new URL(stack.gatewayUrl).port), 'wrong');
  const answer = await agent.logIn({ api_token: stack.token, game_id: 'wanted', pushes: ['turn_begin'] });
  expect(answer).toMatchObject({ type: 'error', data: { error_code: 'E105' } });
  await agent.close();
});
