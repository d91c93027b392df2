import { existsSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { ArchiveRetention } from '../../../features/archive/retention.js';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { makeDataFolder } from '../../support/services/data-folder.js';
import { startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';

const DAY = 86_400_000;

test('archives beyond the limits are removed, a game that may yet be played never', async () => {
  await using stack = await startStack({ MAX_CONNECTIONS_PER_AGENT: '4' });
  const ended = await TwoAgents.begin(stack, 'ended', { end_turn: 1 });
  for (const agent of ended.agents) await agent.act('end_turn');
  const { manifest, path } = gameFolder(stack.dataDir, 'ended');
  await vi.waitUntil(() => existsSync(manifest), { timeout: 20_000 });
  await TwoAgents.begin(stack, 'running');
  const long = new Date(Date.now() - 400 * DAY);
  const running = gameFolder(stack.dataDir, 'running');
  for (const file of [manifest, running.record, running.path]) await utimes(file, long, long);
  const [games, dataDir, logger] = [stack.games, stack.dataDir, pino({ level: 'silent' })];
  using keeper = new ArchiveRetention({ games, dataDir, log: logger, limits: { bytes: 1, age: 365 * DAY } });
  await keeper.prune(Date.now());
  expect(existsSync(path)).toBe(false);
  expect(existsSync(running.record)).toBe(true);
  expect(stack.games.get('running')?.state.kind).toBe('running');
});

test('notes of agents go AGENT_DATA_MAX_DAYS after the end of their game, and the archive stays', async () => {
  await using data = await makeDataFolder();
  const { manifest, path } = gameFolder(data.path, 'ended');
  const own = join(path, 'notes', 'ann.json');
  {
    await using stack = await startStack({ DATA_DIR: data.path });
    const { agents } = await TwoAgents.begin(stack, 'ended', { end_turn: 1 });
    await agents[0]?.request('notes', { add: [{ text: 'wait for spring' }] });
    for (const agent of agents) await agent.act('end_turn');
    await vi.waitUntil(() => existsSync(manifest), { timeout: 20_000 });
  }
  expect(existsSync(own)).toBe(true);
  const before = new Date(Date.now() - 40 * DAY);
  await utimes(manifest, before, before);
  await using _stack = await startStack({ DATA_DIR: data.path, AGENT_DATA_MAX_DAYS: '30' });
  await vi.waitUntil(() => !existsSync(own), { timeout: 20_000 });
  expect(existsSync(manifest)).toBe(true);
});
