import { expect, test } from 'vitest';
import { z } from 'zod';
import { startStack } from '../../support/stack.js';
import { RawAgentSocket } from '../gateway/support/raw-agent-socket.js';

const answerSchema = z.looseObject({ code: z.string().optional() });

test('a token without the right to manage makes as many games as its quota says, by REST and by logins', async () => {
  await using stack = await startStack({
    ...{ LLM_API_TOKENS: 'ann=*/*/play,boss=*/*/play+manage', TOKEN_QUOTAS: 'games=2' },
  });
  const ask = async (method: string, path: string, token: string, body?: object) => {
    const response = await fetch(`${stack.httpUrl}/api/games${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return [response.status, answerSchema.parse(await response.json()).code ?? 'done'];
  };
  const create = (game_id: string, token: string) => ask('POST', '', token, { game_id, players: 2 });
  const spoofed = { game_id: 'first', players: 2, creator: { token: 'of another' } };
  expect(await ask('POST', '', 'ann', spoofed)).toEqual([400, 'E105']);
  expect(await create('first', 'ann')).toEqual([201, 'done']);
  const logIn = async (game_id: string) => {
    await using agent = await RawAgentSocket.open(Number(new URL(stack.httpUrl).port), `in-${game_id}`);
    const { data } = await agent.logIn({ api_token: 'ann', game_id, game_config: { players: 2 } });
    return data?.success === true ? 'in' : data?.error_code;
  };
  expect(await logIn('second')).toBe('in');
  expect(await create('third', 'ann')).toEqual([429, 'E113']);
  expect(await logIn('third')).toBe('E113');
  expect(await logIn('first')).toBe('in');
  expect(await create('of-boss', 'boss')).toEqual([201, 'done']);
  expect(await ask('DELETE', '/first', 'boss')).toEqual([200, 'done']);
  expect(await create('third', 'ann')).toEqual([201, 'done']);
});
