import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findPython } from '../../../tools/steps/test-requirements.mjs';
import { NpmStart, repository } from '../../support/npm-start.js';

const run = promisify(execFile);

test('the first agent in Python plays', async () => {
  await using start = await NpmStart.run();
  const { gatewayPort, token } = await start.ready();
  const script = join(repository, 'agent/examples/first_agent.py');
  const url = `ws://127.0.0.1:${gatewayPort}/ws/agent/my-agent`;
  const env = { ...process.env, LLM_API_TOKEN: token };
  const { stdout } = await run((await findPython()) ?? 'python3', [script, url], { env });
  expect(stdout).toContain('auth_success');
  expect(stdout.match(/^turn \d+/gm)).toHaveLength(3);
  // A hut may give a city that is too near for the settlers to found one beside it.
  expect(stdout).toMatch(/^unit_build_city \d+ /m);
  expect(stdout).toMatch(/^turn 3 .*'cities_count': [1-9]/m);
  expect(stdout).toMatch(/^unit_explore \d+ applied$/m);
});
