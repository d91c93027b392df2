import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { StoredFileKind } from '#shared/protocol/disk.js';
import { healthSchema } from '#shared/protocol/rest.js';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { unguarded } from '../../../proxy/games/disk/write-guard.js';
import { collectSaves } from '../../../proxy/games/saves/stored-saves.js';
import { sized } from '../../integration/promises/support/form.js';
import { type DamageName, damages, filesOf } from '../../support/damage.js';
import { promised } from '../../support/promised.js';
import { playTurn } from '../../support/scripted-player.js';
import { seededRandom } from '../../support/seeded-random.js';
import { SplitStack } from '../../support/services/split-stack.js';
import { TwoAgents } from '../../support/two-agents.js';

/** Damage that is always noticed, for each kind of file that a game is restored with; test/unit/games/damaged-files.test.ts has all of both. */
const hurts: Readonly<Partial<Record<StoredFileKind, readonly DamageName[]>>> = {
  record: ['head zeroed', 'a folder', 'cut', 'a link to itself'],
  save: ['cut', 'noise', 'a folder', 'a link to nothing'],
  journal: ['middle zeroed', 'missing', 'noise', 'a folder'],
  ledger: ['head zeroed', 'a folder', 'a link to itself', 'noise'],
  recording: ['head zeroed', 'of a newer version', 'a folder', 'middle zeroed'],
};

const listSchema = z.object({ games: z.array(z.looseObject({ game_id: z.string(), state: z.string() })) });

async function statesOf(stack: SplitStack): Promise<Readonly<Record<string, string>>> {
  const { games } = listSchema.parse(await (await stack.request('GET', '/api/games')).json());
  return Object.fromEntries(games.map(({ game_id: id, state }) => [id, state]));
}

async function healthOf(stack: SplitStack) {
  const { status, dependencies } = healthSchema.parse(await (await stack.request('GET', '/health')).json());
  const damaged = dependencies.proxy.disk?.damaged ?? [];
  return { status, damaged: damaged.map(({ game_id: id, what }) => `${id}: ${what}`) };
}

/** A game that is the same but for its id. */
async function copyGame(dataDir: string, from: string, to: string): Promise<void> {
  const folder = gameFolder(dataDir, to);
  await cp(gameFolder(dataDir, from).path, folder.path, { recursive: true });
  for (const file of [folder.record, `${folder.record}.before`])
    await writeFile(file, (await readFile(file, 'utf8')).replace(`"id": "${from}"`, `"id": "${to}"`));
}

async function hurt(
  dataDir: string,
  gameId: string,
  kind: StoredFileKind,
  damage: DamageName,
): Promise<void> {
  const file = (await filesOf(gameFolder(dataDir, gameId).path, kind)).at(-1);
  if (file === undefined) throw new Error(`the game has no ${kind}`);
  await damages[damage](file);
}

test('promise 24: no damaged file ends the proxy or another game, at its start and in play', async () => {
  await using stack = await SplitStack.start({ environment: { MAX_GAMES: '60' } });
  const well = await TwoAgents.begin(stack, 'well');
  const ids = ['cat', 'dan'];
  const whole = await TwoAgents.begin(stack, 'whole', {}, ids);
  for (const game of [well, whole]) {
    for (const agent of game.agents) await playTurn(agent, seededRandom(1));
    await game.nextTurn();
  }
  await stack.killProxy();
  await collectSaves(gameFolder(stack.dataDir, 'whole'), unguarded);
  const rounds = sized(1, 4);
  const hurtGames = Object.entries(hurts).flatMap(([kind, names]) =>
    names
      .slice(0, rounds)
      .map((damage, at) => ({ kind: kind as StoredFileKind, damage, id: `${kind}-${at}` })),
  );
  for (const { id, kind, damage } of hurtGames) {
    await copyGame(stack.dataDir, 'whole', id);
    await hurt(stack.dataDir, id, kind, damage);
  }
  await copyGame(stack.dataDir, 'whole', 'gone');
  for (const folder of ['saves', 'journal', 'run'])
    await rm(join(gameFolder(stack.dataDir, 'gone').path, folder), { recursive: true });
  await stack.startProxy();
  for (const agent of well.agents) await agent.push('status', ({ status }) => status === 'recovered');
  await well.nextTurn();
  const came = () => hurtGames.map(({ id }) => [id, expect.stringMatching(/running|paused/)]);
  await expect
    .poll(() => statesOf(stack), { timeout: 60_000 })
    .toMatchObject({ ...Object.fromEntries(came()), gone: 'lost', well: 'running' });
  // In play: whatever is written next, and whatever a restore reads.
  const inPlay = ['record', 'save', 'journal', 'ledger', 'recording'] as const;
  for (const kind of inPlay) await hurt(stack.dataDir, 'whole', kind, 'a folder');
  await whole.nextTurn();
  stack.killServers();
  for (const game of [well, whole]) await game.isBack();
  for (const game of [well, whole]) await game.nextTurn();
  // A ledger is read when a turn begins.
  const named = hurtGames.filter(({ kind }) => kind !== 'ledger').map(({ id, kind }) => `${id}: ${kind}`);
  const health = async () => {
    const { status, damaged } = await healthOf(stack);
    return { status, unnamed: named.filter((each) => !damaged.includes(each)) };
  };
  // The gateway asks the proxy for it, which may be too busy to answer at once.
  await expect.poll(health, { timeout: 30_000 }).toEqual({ status: 'degraded', unnamed: [] });
  const lost = await (await stack.request('GET', '/api/games/gone')).json();
  expect(lost).toMatchObject({
    problem: expect.stringMatching(/has no saves.*journal lacks turn 1/),
  });
  expect(Object.keys(await statesOf(stack))).toHaveLength(hurtGames.length + 3);
  promised(
    24,
    { what: 'games with a damaged file that went on', value: hurtGames.length },
    { exactly: 5 * rounds },
  );
});
