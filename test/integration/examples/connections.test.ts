import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { repository } from '../../support/npm-start.js';
import { startStack } from '../../support/stack.js';

const run = promisify(execFile);

test('one example resumes its session at the next turn, and one watches that turn begin', async () => {
  await using stack = await startStack();
  const env = { ...process.env, LLM_API_TOKEN: stack.token };
  const example = async (name: string, ...args: readonly string[]) => {
    const script = join(repository, 'agent/examples', name);
    const options = ['--conditions=source', '--import', 'tsx', script, stack.gatewayUrl, ...args];
    return (await run(process.execPath, options, { timeout: 60_000, cwd: repository, env })).stdout;
  };
  expect(await example('resuming-agent.ts')).toMatch(/^resumed true turn 2 pushes \d+ to [1-9]/);
  const [seen, played] = await Promise.all([example('watching.ts', '3'), example('resuming-agent.ts')]);
  expect(seen).toMatch(/^(?:snapshot|update) turn 3/m);
  expect(played).toMatch(/^resumed true turn 3/);
});
