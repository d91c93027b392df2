import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { repository } from '../../support/npm-start.js';
import { startStack } from '../../support/stack.js';

const run = promisify(execFile);

test("the README's agent founds a city and explores in three turns", async () => {
  await using stack = await startStack();
  const script = join(repository, 'agent/examples/small-agent.ts');
  const { stdout } = await run(
    process.execPath,
    ['--conditions=source', '--import', 'tsx', script, stack.gatewayUrl],
    { timeout: 60_000, cwd: repository, env: { ...process.env, LLM_API_TOKEN: stack.token } },
  );
  const turns = [...stdout.matchAll(/^turn (\d+): \d+ offers, \d+ chosen$/gm)].map(([, turn]) => turn);
  expect(turns).toEqual(['1', '2', '3']);
  expect(stdout).toMatch(/^ {2}.*found a city here: applied$/m);
  expect(stdout).toMatch(/^ {2}.*explore.*: applied$/m);
  const game = await fetch(`${stack.httpUrl}/api/games/first-game`);
  expect(await game.json()).toMatchObject({ turn: 4 });
});
