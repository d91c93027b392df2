import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startStack } from '../../support/stack.js';

/** Debian's own Python is the one that has Debian's python3-websockets. */
const PYTHON = '/usr/bin/python3';

test("the specification's Python example plays unchanged but for its address and token", async () => {
  await using stack = await startStack();
  const example = await readFile(new URL('../../fixtures/specification_example.py', import.meta.url), 'utf8');
  const program = example
    .replace('ws://localhost:8003', stack.gatewayUrl)
    .replace('your_api_token_here', stack.token);
  const { stdout } = await promisify(execFile)(PYTHON, ['-c', program], { timeout: 60_000 });
  const [welcome, auth, state] = stdout.trim().split('\n').map(printed);
  expect(welcome).toMatchObject({ type: 'welcome', agent_id: 'my-agent' });
  expect(auth).toMatchObject({
    type: 'llm_connect',
    agent_id: 'my-agent',
    data: { type: 'auth_success', success: true, game_id: 'game-123' },
  });
  expect(state).toMatchObject({
    type: 'state_update',
    correlation_id: 'query-1',
    data: { type: 'state_response', format: 'llm_optimized', data: { turn: 1, phase: 'movement' } },
  });
});

/** The JSON behind the label of a line such as `State: {...}`. */
function printed(line: string): unknown {
  return JSON.parse(line.slice(line.indexOf(':') + 1));
}
