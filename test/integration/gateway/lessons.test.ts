import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { lessonsSchema } from '#shared/protocol/lessons.js';
import { connect } from '../../../agent/client.js';
import { type Stack, startStack } from '../../support/stack.js';

const tokens = 'a-token-for-tests,token-of-ann=ann,token-of-ben=ben';
const ADMIN_TOKEN = 'the-admin-token-of-this-test';
const GAME = { players: 2, map: { xsize: 32, ysize: 20 } } as const;

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ LLM_API_TOKENS: tokens, ADMIN_TOKEN });
});
afterAll(() => stack[Symbol.asyncDispose]());

function lessons(agent: string, token: string, change?: object): Promise<Response> {
  return fetch(`${stack.httpUrl}/api/agents/${agent}/lessons?game_id=g`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(change !== undefined && { method: 'PUT', body: JSON.stringify(change) }),
  });
}

/** The first brief and the second of an agent in a new game. */
async function briefs(game: string, login: object) {
  const seat = await connect(stack.gatewayUrl, {
    ...{ agentId: 'ann', token: 'token-of-ann', game },
    login: { game_config: GAME, ...login },
  });
  const first = await seat.state({ format: 'brief' });
  const second = await seat.state({ format: 'brief' });
  const text = await seat.state({ format: 'brief', as: 'text' });
  await seat.close();
  return { first, second, text };
}

test('lessons go from one game to the first brief of the next, where the login asks for them', async () => {
  const before = await briefs('first', { lessons: true });
  expect(before.first).not.toHaveProperty('lessons');
  const answer = await lessons('ann', 'token-of-ann', { replaces: 0, text: 'Build walls at the border.' });
  expect(answer.status).toBe(200);
  expect(lessonsSchema.parse(await answer.json())).toMatchObject({ agent_id: 'ann', version: 1 });
  const wanted = await briefs('second', { lessons: true });
  expect(wanted.first).toMatchObject({ lessons: 'Build walls at the border.' });
  expect(wanted.second).not.toHaveProperty('lessons');
  const unwanted = await briefs('third', {});
  expect(unwanted.first).not.toHaveProperty('lessons');
});

test('lessons are read and written by the token of their agent alone; a conflict tells the last version', async () => {
  for (const token of ['token-of-ben', ADMIN_TOKEN]) {
    expect((await lessons('ann', token)).status).toBe(403);
    expect((await lessons('ann', token, { replaces: 0, text: 'Lose.' })).status).toBe(403);
  }
  expect((await lessons('ann', 'no-token')).status).toBe(401);
  const { version, text } = lessonsSchema.parse(await (await lessons('ann', 'token-of-ann')).json());
  const stale = await lessons('ann', 'token-of-ann', { replaces: version - 1, text: 'x' });
  expect(stale.status).toBe(400);
  expect(await stale.json()).toMatchObject({ code: 'E105', path: 'replaces', details: { version, text } });
  const long = await lessons('ann', 'token-of-ann', { replaces: version, text: 'x'.repeat(4001) });
  expect(long.status).toBe(400);
});

test('data of an agent has its lessons, and they are gone when the agent is forgotten', async () => {
  await lessons('ben', 'token-of-ben', { replaces: 0, text: 'Trade.' });
  const url = `${stack.httpUrl}/api/admin/agents/ben/data`;
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const text = await (await fetch(url, { headers })).text();
  const kinds = text
    .trim()
    .split('\n')
    .map((line) => z.looseObject({ kind: z.string() }).parse(JSON.parse(line)));
  expect(kinds).toContainEqual(expect.objectContaining({ kind: 'lessons', version: 1, text: 'Trade.' }));
  const removed = await fetch(url, { method: 'DELETE', headers });
  expect(await removed.json()).toMatchObject({ files: 1, problems: [] });
  expect(await (await lessons('ben', 'token-of-ben')).json()).toMatchObject({ version: 0, text: '' });
});
