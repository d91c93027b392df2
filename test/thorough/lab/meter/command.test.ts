import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { callsIn } from '../../../../lab/meter/call-log.js';
import { PlainProvider } from '../../../support/models/plain-provider.js';
import { programOf } from '../../../support/services/program.js';

const KEY = 'sk-a-key-that-stays-secret';

test('npm run meter prints the address of each player, counts its calls, and logs no key', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'freeciv-meter-'));
  const out = join(folder, 'meter.jsonl');
  await using provider = await PlainProvider.start();
  const { file, execArgv } = programOf('lab/meter/main', false);
  const args = [
    '--upstream',
    `${provider.url}/v1`,
    '--players',
    'alice,bob:k3y',
    '--port',
    '0',
    '--out',
    out,
  ];
  const child = spawn(process.execPath, [...execArgv, file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const ended = once(child, 'close');
  await expect.poll(() => printed).toContain('counted in');
  const [, address] = /^bob: (http:\S+)$/m.exec(printed) ?? [];
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/bob:k3y$/);
  const client = new OpenAI({ apiKey: KEY, baseURL: `${address}/v1`, maxRetries: 0 });
  await client.responses.create({ model: 'a-model', input: 'hello' });
  // A call that just ends is counted before the end.
  child.kill('SIGINT');
  await ended;
  expect(child.exitCode).toBe(0);
  expect(provider.seen.map(({ path }) => path)).toEqual(['/v1/responses']);
  expect(callsIn(await readFile(out, 'utf8'))).toMatchObject([{ player: 'bob', output_tokens: 7 }]);
  expect(printed).not.toContain(KEY);
  await rm(folder, { recursive: true, force: true });
});
