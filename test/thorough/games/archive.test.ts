import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readManifest } from '../../../features/archive/manifest.js';
import { gameFolder, gameFolderAt } from '../../../proxy/games/disk/game-folder.js';
import { playTurn } from '../../support/scripted-player.js';
import { seededRandom } from '../../support/seeded-random.js';
import { startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';
import { verifyFolder } from '../../support/verify-folder.js';

const LAST_TURN = 10;
let folder = '';
let archive = '';

/** A game to its end: its server is killed in turn 4, and in turn 6 a third agent takes an AI's seat. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeciv-archive-'));
  archive = join(folder, 'played');
  await using stack = await startStack();
  const game = await TwoAgents.begin(stack, 'played', { end_turn: LAST_TURN });
  const random = seededRandom(3);
  const agents = [...game.agents];
  const ended = Promise.all(game.agents.map((agent) => agent.push('game_ended')));
  for (let turn = 1; turn <= LAST_TURN; turn += 1) {
    if (turn === 6) {
      const late = await stack.agent('late');
      await late.connect({ api_token: stack.token, game_id: 'played' });
      agents.push(late);
    }
    for (const agent of agents) await playTurn(agent, random);
    if (turn === 4) {
      process.kill(stack.games.get('played')?.serverPid ?? 0, 'SIGKILL');
      await game.isBack();
    }
    for (const agent of agents) await agent.act('end_turn');
    game.turn += 1;
    if (turn < LAST_TURN) await game.begun();
  }
  await ended;
  await stack.games.close();
  await cp(gameFolder(stack.dataDir, 'played').path, archive, { recursive: true });
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

test('an ended game has a manifest: what it was, who played, how it stood, and every turn’s state hash', async () => {
  const manifest = await readManifest(gameFolderAt(archive).manifest);
  if (!manifest.ok) throw new Error(manifest.failure.message);
  const { turns, ranking, lives, agents, ...rest } = manifest.value;
  expect(rest).toMatchObject({
    game_id: 'played',
    ruleset: 'classic',
    seeds: { game: 7, map: 7 },
    options: { end_turn: LAST_TURN, players: 4 },
    versions: { freeciv_server: expect.stringMatching(/^3\.[012]\./), node: process.versions.node },
  });
  expect(turns.map(({ turn }) => turn)).toEqual(Array.from({ length: LAST_TURN + 1 }, (_, i) => i + 1));
  expect(new Set(turns.map(({ hash }) => hash)).size).toBe(LAST_TURN + 1);
  expect(lives).toEqual([null, 4]);
  expect(agents.map(({ agent_id, since }) => `${agent_id} ${since}`)).toEqual(['ann 0', 'ben 0', 'late 6']);
  expect(ranking.map(({ agent_id }) => agent_id).toSorted()).toEqual(['ann', 'ben', 'late', null]);
  const scores = ranking.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
});

test('an archived game is the same in every turn when it is played again on a real server', async () => {
  const { code, printed } = await verifyFolder(archive);
  expect(printed).toContain(`all ${LAST_TURN + 1} turns are the same`);
  expect(code).toBe(0);
});

test('a game that was tampered with does not verify: the turn from which it differs is said', async () => {
  const tampered = join(folder, 'tampered');
  await cp(archive, tampered, { recursive: true });
  const file = join(gameFolderAt(tampered).journal, 'T00001.jsonl');
  const lines = (await readFile(file, 'utf8')).split('\n');
  const founding = lines.findIndex((line) => line.includes('unit_build_city'));
  await writeFile(file, lines.toSpliced(founding, 1).join('\n'));
  const { code, printed } = await verifyFolder(tampered);
  expect(printed).toContain('turn 2 is the first that differs');
  expect(code).toBe(1);
});
