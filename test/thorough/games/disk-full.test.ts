import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { healthSchema } from '#shared/protocol/rest.js';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { serverFolders } from '../../../proxy/games/server/server-folder.js';
import { playTurn } from '../../support/scripted-player.js';
import { seededRandom } from '../../support/seeded-random.js';
import { type Stack, startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';

/** Every write to it fails as on a full disk. */
const FULL = '/dev/full';
const wait = { timeout: 20_000 };

async function healthOf(stack: Stack) {
  const response = await fetch(`${stack.httpUrl}/health`);
  const { status, dependencies } = healthSchema.parse(await response.json());
  const troubles = dependencies.proxy.disk?.troubles ?? [];
  return {
    code: response.status,
    status,
    troubles: troubles.map(({ what, game_id }) => `${what} ${game_id}`),
  };
}

async function metric(stack: Stack, name: string): Promise<number> {
  const text = await (await fetch(`${stack.proxyHttpUrl}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

test('on a full disk play goes on, health and metrics say so, and it is over when there is room again', async () => {
  await using stack = await startStack();
  const game = await TwoAgents.begin(stack, 'full');
  await game.nextTurn();
  expect(await healthOf(stack)).toEqual({ code: 200, status: 'ok', troubles: [] });
  const { journal, run } = gameFolder(stack.dataDir, 'full');
  const [server] = serverFolders(run);
  const full = [join(journal, 'T00003.jsonl'), join(server?.out ?? '', 'freeciv-T0003-Y-3900-auto.sav.gz')];
  for (const file of full) await symlink(FULL, file);
  await game.nextTurn();
  for (const agent of game.agents) {
    const { applied, broken } = await playTurn(agent, seededRandom(1));
    expect(applied.size).toBeGreaterThan(0);
    expect(broken).toEqual([]);
  }
  expect(await healthOf(stack)).toEqual({ code: 200, status: 'degraded', troubles: ['journal full'] });
  expect(await metric(stack, 'freeciv_proxy_disk_troubles')).toBe(1);
  expect(await metric(stack, 'freeciv_proxy_disk_free_bytes')).toBeGreaterThan(0);
  await game.nextTurn();
  // That the server's own save failed shows when the turn is over; the journal of the new turn has room.
  await vi.waitUntil(async () => (await healthOf(stack)).troubles[0] === 'save full', wait);
  for (const file of full) await rm(file);
  await game.nextTurn();
  await vi.waitUntil(async () => (await healthOf(stack)).status === 'ok', wait);
  for (const agent of game.agents) await playTurn(agent, seededRandom(2));
  const before = await game.positions();
  process.kill(stack.games.get('full')?.serverPid ?? 0, 'SIGKILL');
  await game.isBack();
  expect(await game.positions()).toEqual(before);
});
