import { delimiter } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gameSummarySchema } from '#shared/protocol/game-summary.js';
import { proxyHealthSchema } from '#shared/protocol/rest.js';
import { findServerBinary } from '../../../proxy/games/server/server-binary.js';
import { ensureUnpackedServer } from '../../../tools/steps/unpacked-servers.mjs';
import { freePort } from '../../support/free-port.js';
import { playTurn } from '../../support/scripted-player.js';
import { seededRandom } from '../../support/seeded-random.js';
import { makeDataFolder } from '../../support/services/data-folder.js';
import { type Stack, startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';

const series = ['3.0', '3.1', '3.2'] as const;

/** Of every game: agents have the players 1 and 2. */
const lineup = ['hard', 'agent', 'agent', 'novice'];

let paths: readonly string[] = [];
let stack: Stack;

beforeAll(async () => {
  const own = await findServerBinary(process.env.FREECIV_SERVER);
  if (!own.ok) throw new Error(own.failure.message);
  paths = [own.value, await ensureUnpackedServer('3.1'), await ensureUnpackedServer('3.2')];
  stack = await startStack({ FREECIV_SERVER: paths.join(delimiter) });
});

afterAll(() => stack[Symbol.asyncDispose]());

function gameOn(server: string): Promise<TwoAgents> {
  const ids = ['ann', 'ben'].map((name) => `${name}-${server.replace('.', '-')}`);
  return TwoAgents.begin(stack, `on-${server.replace('.', '-')}`, { server, lineup }, ids);
}

async function play(game: TwoAgents, turns: number): Promise<void> {
  const random = seededRandom(5);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const agent of game.agents) expect((await playTurn(agent, random)).broken).toEqual([]);
    await game.nextTurn();
  }
  for (const agent of game.agents) await playTurn(agent, random);
}

test('one gateway has games on servers of three versions, and each survives the end of its server', async () => {
  const games = await Promise.all(series.map(gameOn));
  for (const { agents } of games)
    for (const [index, agent] of agents.entries()) expect((await agent.state()).player_id).toBe(index + 1);
  await Promise.all(games.map((game) => play(game, 2)));
  const before = await Promise.all(games.map((game) => game.positions()));
  for (const { gameId } of games) process.kill(stack.games.get(gameId)?.serverPid ?? 0, 'SIGKILL');
  for (const game of games)
    for (const told of await game.isBack()) expect(told).toMatchObject({ status: 'ready', turn: 3 });
  expect(await Promise.all(games.map((game) => game.positions()))).toEqual(before);
  await Promise.all(games.map((game) => game.nextTurn()));
});

test('the list of games, health and metrics say which versions are played on', async () => {
  const answer = await fetch(`${stack.httpUrl}/api/games`);
  const { games } = (await answer.json()) as { games: readonly unknown[] };
  const versions = games.map((game) => gameSummarySchema.parse(game).server_version?.slice(0, 3));
  expect(versions.toSorted()).toEqual(series);
  const health = await fetch(`${stack.proxyHttpUrl}/health`);
  const { installed } = proxyHealthSchema.parse(await health.json()).dependencies.game_servers;
  expect(installed.map(({ path }) => path)).toEqual(paths);
  const metrics = await (await fetch(`${stack.proxyHttpUrl}/metrics`)).text();
  for (const { version } of installed)
    expect(metrics).toContain(`freeciv_proxy_game_server_versions{version="${version}"} 1`);
});

test('a server that is not there is refused with those that are', async () => {
  const agent = await stack.agent('asker');
  const game_config = { server: '/bin/sh' };
  await expect(
    agent.connect({ api_token: stack.token, game_id: 'nowhere', game_config }),
  ).rejects.toMatchObject({
    code: 'E142',
    details: { wanted: '/bin/sh', found: [{ path: paths[0] }, { path: paths[1] }, { path: paths[2] }] },
  });
});

test('a game goes on with a newer server where its own is gone, and says why it cannot with an older one', async () => {
  const [old = '', newer = ''] = paths;
  await using data = await makeDataFolder();
  const opened = async (FREECIV_SERVER: string, work: (stack: Stack) => Promise<void>) => {
    await using other = await startStack({
      FREECIV_SERVER,
      DATA_DIR: data.path,
      GATEWAY_PORT: String(await freePort()),
    });
    await work(other);
  };
  let before: readonly unknown[] = [];
  await opened(old, async (first) => {
    const game = await TwoAgents.begin(first, 'moving');
    await play(game, 1);
    before = await game.places();
  });
  await opened(newer, async (second) => {
    const game = await TwoAgents.rejoin(second, 'moving', 2);
    expect(await game.places()).toEqual(before);
    await game.nextTurn();
  });
  await opened(old, async (third) => {
    const agent = await third.agent('ann');
    const joining = agent.connect({ api_token: third.token, game_id: 'moving', create: false });
    await expect(joining).rejects.toThrow(
      /saved by freeciv-server 3\.1\.\d+, which no older version can load/,
    );
  });
});
