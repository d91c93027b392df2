import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { promised } from '../../support/promised.js';
import { startFixture } from '../gateway/support/gateway-fixture.js';
import { RawAgentSocket } from '../gateway/support/raw-agent-socket.js';
import { sized } from './support/form.js';

test('promise 5: two sockets that resume one session at once leave one owner, the other is closed 4001', async () => {
  await using fixture = await startFixture();
  const { port } = fixture;
  const rounds = sized(150, 10_000);
  const contest = async (agentId: string): Promise<void> => {
    const agent = await RawAgentSocket.open(port, agentId);
    const session = { session_id: (await agent.logIn()).data?.session_id };
    const rivals = [await RawAgentSocket.open(port, agentId), await RawAgentSocket.open(port, agentId)];
    for (const rival of rivals) rival.sendRequest('llm_connect', { api_token: 'good-token', ...session });
    expect(await agent.closed).toMatchObject({ code: 4001 });
    const [loser, winner] = await Promise.race(
      rivals.map(async (rival, index) => {
        expect(await rival.closed).toMatchObject({ code: 4001 });
        return [rival, rivals[1 - index]];
      }),
    );
    expect(winner?.socket.readyState).toBe(winner?.socket.OPEN);
    winner?.sendRequest('state_query', {}, 'mine');
    expect(await winner?.nextOf('state_update')).toMatchObject({ correlation_id: 'mine' });
    expect(loser?.socket.readyState).toBe(loser?.socket.CLOSED);
    await winner?.close();
  };
  let decided = 0;
  const lanes = Array.from({ length: 10 }, async (_, lane) => {
    for (let round = lane; round < rounds; round += 10) {
      await contest(`agent-${round}`);
      decided += 1;
    }
  });
  await Promise.all(lanes);
  promised(5, { what: 'double resumes that left one owner', value: decided }, { exactly: rounds });
});

test('promise 5: a foreign or guessed session id is never accepted, nor the right one without a token', async () => {
  await using fixture = await startFixture();
  const { port } = fixture;
  const owner = await RawAgentSocket.open(port, 'owner');
  const session = String((await owner.logIn()).data?.session_id);
  expect(Buffer.from(session, 'base64url')).toHaveLength(16);
  const guesses = sized(100, 2000);
  const answers = new Set<unknown>();
  let accepted = 0;
  for (let guess = 0; guess < guesses; guess++) {
    const agentId = guess % 2 === 0 ? 'owner' : 'stranger';
    const id = guess % 2 === 0 ? randomBytes(16).toString('base64url') : session;
    const thief = await RawAgentSocket.open(port, agentId);
    const answer = await thief.logIn({ session_id: id });
    if (answer.type !== 'error') accepted += 1;
    answers.add(answer.data?.error_code);
    await thief.close();
  }
  const thief = await RawAgentSocket.open(port, 'owner');
  answers.add((await thief.logIn({ session_id: session, api_token: 'guessed' })).data?.error_code);
  expect(answers).toEqual(new Set(['E124', 'E102']));
  owner.sendRequest('ping', {});
  expect(await owner.next()).toMatchObject({ type: 'pong' });
  promised(5, { what: 'stolen or guessed sessions accepted', value: accepted }, { exactly: 0 }, { guesses });
});
