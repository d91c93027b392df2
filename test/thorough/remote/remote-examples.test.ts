import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPython } from '../../../tools/steps/test-requirements.mjs';
import { REMOTE_KEY } from '../../support/agent-server.js';
import { freePort } from '../../support/free-port.js';
import { repository } from '../../support/npm-start.js';
import { type Stack, startStack } from '../../support/stack.js';

const examples: readonly (readonly [string, () => Promise<string>, readonly string[]])[] = [
  [
    'agent/examples/remote-agent.ts',
    () => Promise.resolve(process.execPath),
    ['--import', 'tsx', '--conditions=source'],
  ],
  ['agent/python/examples/remote_agent.py', async () => (await findPython()) ?? 'python3', ['-W', 'error']],
];

/** An example that runs on a port, and what it prints line by line. */
async function startExample(path: string, program: string, options: readonly string[], key: string) {
  const port = await freePort();
  const env = { ...process.env, REMOTE_AGENT_KEY: key };
  const child = spawn(program, [...options, join(repository, path), String(port)], {
    ...{ env, cwd: repository },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  await expect.poll(() => lines[0]).toBe(`listening on ws://127.0.0.1:${port}/`);
  return {
    ...{ url: `ws://127.0.0.1:${port}/`, lines },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ REMOTE_AGENT_HOSTS: '127.0.0.1', REMOTE_AGENT_KEY: REMOTE_KEY });
});

afterAll(() => stack[Symbol.asyncDispose]());

test.each(examples)('%s plays the turns of the seat that it is given', async (path, program, options) => {
  await using agent = await startExample(path, await program(), options, REMOTE_KEY);
  const made = await fetch(`${stack.httpUrl}/api/games`, {
    ...{
      method: 'POST',
      headers: { authorization: `Bearer ${stack.token}`, 'content-type': 'application/json' },
    },
    body: JSON.stringify({
      ...{ game_id: path.replaceAll('/', '-'), players: 2, map: { xsize: 40, ysize: 30 } },
      seats: [{ agent_url: agent.url }],
    }),
  });
  expect(made.status).toBe(201);
  const turns = () => agent.lines.filter((line) => line.startsWith('turn '));
  await expect.poll(() => turns().length).toBeGreaterThanOrEqual(3);
  expect(turns()[0]).toBe('turn 1: done');
});
