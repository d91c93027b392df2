import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { AgentFiles } from '../../../features/agent-files/agent-files.js';
import { newGameRecord } from '../../../proxy/games/disk/game-record.js';
import { makeDataFolder } from '../../support/services/data-folder.js';

const record = newGameRecord('g', { config: gameConfigSchema.parse({}) }, 0, 0);

test('a large file of an agent is read in parts, cut between characters, and no other file is', async () => {
  await using data = await makeDataFolder();
  const folder = join(data.path, 'games', 'g', 'conversations');
  await mkdir(join(folder, 'ann'), { recursive: true });
  await mkdir(join(folder, 'annabel'));
  const text = `a${'€'.repeat(900_000)}`;
  await writeFile(join(folder, 'ann', 'c.jsonl'), text);
  await writeFile(join(folder, 'annabel', 'c.jsonl'), 'of another agent');
  const logs = { flush: async () => undefined, forget: async () => undefined };
  const files = new AgentFiles({ dataDir: data.path, caches: [], logs });
  const [path = '', ...more] = await files.list(record, 'ann');
  expect([path, more]).toEqual(['conversations/ann/c.jsonl', []]);
  const parts: string[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const part = await files.read(record, 'ann', { path, from });
    parts.push(part?.text ?? '');
    from = part?.next ?? null;
  }
  expect(parts).toHaveLength(3);
  expect(parts.join('') === text).toBe(true);
  for (const other of ['conversations/annabel/c.jsonl', '../g/conversations/ann/c.jsonl', '/etc/passwd'])
    expect(await files.read(record, 'ann', { path: other, from: 0 })).toBeUndefined();
});
