import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startFixture } from './support/gateway-fixture.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';

test('every action is audited once, those of batches too, with its verdict and without what it said', async () => {
  await using fixture = await startFixture();
  const { proxy } = fixture;
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  const secretive = { action_type: 'diplomacy_message', target: { id: 2 }, text: 'attack at dawn' };
  proxy.respond = (request) => proxy.answer(request, 'action_result', { success: true, outcome: 'applied' });
  agent.sendRequest('action', secretive, 'a1');
  await agent.next();
  agent.sendRequest('action', secretive, 'a1');
  await agent.next();
  proxy.respond = (request) => proxy.answer(request, 'error', { error_code: 'E130', error_message: 'no' });
  agent.sendRequest('action', { action_type: 'end_turn' }, 'a2');
  await agent.next();
  proxy.respond = (request) =>
    proxy.answer(request, 'action_batch_result', {
      success: false,
      results: [
        { index: 0, success: true, outcome: 'no_effect' },
        {
          index: 1,
          success: false,
          error: { code: 'E131', message: 'no', details: { outcome: 'rejected' } },
        },
      ],
    });
  agent.sendRequest('action_batch', { actions: [secretive, { action_type: 'end_turn' }] }, 'b');
  await agent.next();
  await fixture.gateway.close();
  const folder = join(fixture.dataDir, 'audit');
  const [file = ''] = await readdir(folder);
  expect(file).toMatch(/^actions-\d{4}-\d\d-\d\d\.jsonl$/);
  const text = await readFile(join(folder, file), 'utf8');
  expect(text).not.toContain('dawn');
  const records = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(records).toMatchObject([
    {
      agent_id: 'my-agent',
      game_id: 'g1',
      correlation_id: 'a1',
      action: 'diplomacy_message',
      status: 'ok',
      outcome: 'applied',
    },
    { correlation_id: 'a2', action: 'end_turn', status: 'E130', outcome: null },
    { correlation_id: 'b', action: 'diplomacy_message', status: 'ok', outcome: 'no_effect' },
    { correlation_id: 'b', action: 'end_turn', status: 'E131', outcome: 'rejected' },
  ]);
  expect(records[0].args_hash).toMatch(/^[A-Za-z0-9+/]{43}=$/);
});
