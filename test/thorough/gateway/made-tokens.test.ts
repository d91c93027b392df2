import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readMinted } from '../../../gateway/auth/minted-tokens.js';
import { hashToken } from '../../../gateway/auth/token-rule.js';
import { makeDataFolder } from '../../support/services/data-folder.js';

const execArgv = ['--conditions=source', '--import', 'tsx'];
const script = fileURLToPath(new URL('../../support/minting-process.ts', import.meta.url));

test('gateways that share DATA_DIR and make tokens at the same time lose none of them', async () => {
  await using data = await makeDataFolder();
  const folder = join(data.path, 'agent-tokens');
  const children = ['a', 'b', 'c'].map(() => fork(script, [folder, '200'], { execArgv }));
  await Promise.all(children.map((child) => once(child, 'message')));
  const told = children.map((child) => once(child, 'message'));
  for (const child of children) child.send('go');
  const tokens = (await Promise.all(told)).flatMap(([made]) => z.array(z.string()).parse(made));
  const kept = readMinted(folder);
  const hashes = (kept.ok ? kept.value : []).map((item) => item.slice('sha256:'.length, item.indexOf('=')));
  expect(hashes).toHaveLength(600);
  expect(new Set(hashes)).toEqual(new Set(tokens.map((token) => hashToken(token).toString('hex'))));
});
