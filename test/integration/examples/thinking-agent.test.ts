import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { viewOf } from '#shared/protocol/spectator/view.js';
import { repository } from '../../support/npm-start.js';
import { startStack } from '../../support/stack.js';
import { SpectatorClient } from '../spectators/support/spectator-client.js';

const run = promisify(execFile);

test('the thinking agent plays, and who watches reads why it does what it does', async () => {
  await using stack = await startStack();
  const script = join(repository, 'agent/examples/thinking-agent.ts');
  const { stdout } = await run(
    process.execPath,
    ['--conditions=source', '--import', 'tsx', script, stack.gatewayUrl],
    { timeout: 60_000, cwd: repository, env: { ...process.env, LLM_API_TOKEN: stack.token } },
  );
  expect(stdout).toMatch(/found a city here applied/);
  await using viewer = await SpectatorClient.open(stack.gatewayUrl, 'first-game');
  const { agents, actions, transcript } = viewOf(await viewer.snapshot());
  expect([...agents.values()]).toMatchObject([{ model: 'rules-of-thumb-1', tokens: { output: 300 } }]);
  expect(actions.at(-1)).toMatchObject({ type: 'end_turn', turn: 5, outcome: 'applied' });
  expect(transcript.some(({ text }) => text.startsWith('Turn 5:'))).toBe(true);
});
