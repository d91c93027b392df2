import { expect, test } from 'vitest';
import { startStack } from '../../support/stack.js';

test('the actions come as tools in the form of either provider, for who has a token', async () => {
  await using stack = await startStack();
  const get = (query: string, token = stack.token) =>
    fetch(`${stack.httpUrl}/api/tools${query}`, { headers: { authorization: `Bearer ${token}` } });
  expect(await (await get('?format=openai')).json()).toMatchObject({
    tools: expect.arrayContaining([
      expect.objectContaining({ type: 'function', function: expect.objectContaining({ name: 'unit_move' }) }),
    ]),
  });
  expect(await (await get('?format=anthropic')).json()).toMatchObject({
    tools: expect.arrayContaining([
      expect.objectContaining({
        name: 'unit_move',
        input_schema: expect.objectContaining({ type: 'object' }),
      }),
    ]),
  });
  expect((await get('?format=telegram')).status).toBe(400);
  expect((await get('', 'a-wrong-token')).status).toBe(401);
});
