import { expect, test } from 'vitest';
import { agentDataLineSchema, agentDeletedSchema } from '#shared/protocol/agent-data.js';
import { startStack } from '../../support/stack.js';

const admin = 'an-admin-token-of-tests';

test('notes, conversations and decisions of an agent go while it plays on, and those of others stay', async () => {
  await using stack = await startStack({ ADMIN_TOKEN: admin });
  const url = (agent: string) => `${stack.httpUrl}/api/admin/agents/${agent}/data`;
  const headers = { authorization: `Bearer ${admin}` };
  const kept = async (agent: string) => {
    const text = await (await fetch(url(agent), { headers })).text();
    const lines = text.split('\n').filter((line) => line !== '');
    return lines
      .map((line) => agentDataLineSchema.parse(JSON.parse(line)))
      .flatMap((line) => (line.kind === 'file' ? [line] : []));
  };
  const [ann, ben] = [await stack.agent('ann'), await stack.agent('ben')];
  const game_config = { players: 2, min_agents: 2 };
  for (const agent of [ann, ben])
    await agent.connect({ api_token: stack.token, game_id: 'g', game_config, model: 'm' });
  for (const agent of [ann, ben]) {
    await agent.push('turn_start');
    await agent.request('notes', { add: [{ text: `secret of ${agent.agentId}` }] });
    const messages = [{ role: 'user', content: `said to ${agent.agentId}` }];
    await agent.request('conversation_append', { conversation_id: 'c', format: 'openai-chat', messages });
    await agent.act('player_rates', { tax: 60, luxury: 0, science: 40 });
  }
  await expect
    .poll(async () => (await kept('ann')).map(({ path }) => path).toSorted())
    .toEqual([
      'conversations/ann/c.jsonl',
      'notes/ann.json',
      expect.stringMatching(/^recordings\/player-\d+\.fcd$/),
    ]);
  const texts = JSON.stringify(await kept('ann'));
  for (const text of ['said to ann', 'secret of ann', 'player_rates']) expect(texts).toContain(text);
  const deleted = agentDeletedSchema.parse(
    await (await fetch(url('ann'), { method: 'DELETE', headers })).json(),
  );
  expect(deleted).toMatchObject({ sessions: 1, files: 3, problems: [] });
  expect(await kept('ann')).toEqual([]);
  expect(await kept('ben')).toHaveLength(3);

  const again = await stack.agent('ann');
  await again.connect({ api_token: stack.token, game_id: 'g', create: false });
  expect(await again.request('notes', {})).toMatchObject({ notes: [] });
  expect(await again.act('player_rates', { tax: 40, luxury: 0, science: 60 })).toMatchObject({
    success: true,
  });
  expect(await ben.request('notes', {})).toMatchObject({ notes: [{ text: 'secret of ben' }] });
});
