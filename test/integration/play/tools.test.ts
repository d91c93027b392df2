import { expect, test } from 'vitest';
import { toolNames } from '#shared/protocol/tools.js';
import { startStack } from '../../support/stack.js';

test('tools come in the form of each provider, and their calls are carried out as they are', async () => {
  await using stack = await startStack();
  const get = (query: string, token = stack.token) =>
    fetch(`${stack.httpUrl}/api/tools${query}`, { headers: { authorization: `Bearer ${token}` } });
  expect(await (await get('?set=full&format=openai')).json()).toMatchObject({
    tools: expect.arrayContaining([
      expect.objectContaining({ type: 'function', function: expect.objectContaining({ name: 'unit_move' }) }),
    ]),
  });
  expect(await (await get('?set=full&format=anthropic')).json()).toMatchObject({
    tools: expect.arrayContaining([
      expect.objectContaining({
        name: 'unit_move',
        input_schema: expect.objectContaining({ type: 'object' }),
      }),
    ]),
  });
  expect(await (await get('?format=gemini')).json()).toMatchObject({
    tools: [{ functionDeclarations: toolNames.map((name) => expect.objectContaining({ name })) }],
  });
  expect((await get('?format=telegram')).status).toBe(400);
  expect((await get('', 'a-wrong-token')).status).toBe(401);
  const agent = await stack.agent('caller');
  await agent.connect({ api_token: stack.token, game_id: 'tools', game_config: { players: 2 } });
  const call = (name: string, args: object) => agent.request('tool_call', { name, arguments: args });
  expect(await call('brief', { sections: null })).toMatchObject({
    tool: 'brief',
    ok: true,
    text: expect.stringMatching(/^Turn 1 \(4000 BCE\)\.\n/),
    result: { turn: 1, decisions: expect.any(Array) },
  });
  expect(await call('nation', { action: 'player_rates', tax: 90, luxury: 90, science: 90 })).toMatchObject({
    ok: false,
    result: { code: 'E130' },
  });
  expect(await call('end_turn', {})).toMatchObject({ ok: true, result: { brief: { turn: 2 } } });
});
