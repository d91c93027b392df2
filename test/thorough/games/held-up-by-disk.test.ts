import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { PushData } from '#shared/protocol/state/pushes.js';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { gameRecordSchema } from '../../../proxy/games/disk/game-record.js';
import { unguarded } from '../../../proxy/games/disk/write-guard.js';
import { collectSaves } from '../../../proxy/games/saves/stored-saves.js';
import { playTurn } from '../../support/scripted-player.js';
import { seededRandom } from '../../support/seeded-random.js';
import { SplitStack } from '../../support/services/split-stack.js';
import { type Stack, startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';

function killServer(stack: Stack, gameId: string): void {
  process.kill(stack.games.get(gameId)?.serverPid ?? 0, 'SIGKILL');
}

type Status = PushData<'status'>;

/** The next such status of each agent. */
function told<S extends Status>(game: TwoAgents, isWanted: (data: Status) => data is S) {
  return Promise.all(game.agents.map((agent) => agent.push('status', isWanted)));
}

/** Has every save that the owner with that fence makes ready fail as on a full disk, until the file is removed. */
async function noRoom(dataDir: string, gameId: string, fence = 0): Promise<string> {
  const { saves } = gameFolder(dataDir, gameId);
  await mkdir(saves, { recursive: true });
  const file = join(saves, `restored-${fence}.sav`);
  await symlink('/dev/full', file);
  return file;
}

const isLost = (data: Status) => data.status === 'lost';
const isReady = (data: Status) => data.status === 'ready';

test('a game whose server is lost on a full disk is lost for that reason, and back when there is room', async () => {
  await using stack = await startStack();
  const game = await TwoAgents.begin(stack, 'full');
  await game.nextTurn();
  const before = await game.positions();
  const full = await noRoom(stack.dataDir, 'full', stack.games.get('full')?.record.fence);
  killServer(stack, 'full');
  for (const { reason } of await told(game, isLost)) expect(reason).toMatch(/the disk is full: .*ENOSPC/);
  await rm(full);
  await told(game, isReady);
  expect(await game.positions()).toEqual(before);
  await game.nextTurn();
});

test('requests that the journal lost are named to the agents, and a begun game is never begun anew', async () => {
  await using stack = await startStack();
  const game = await TwoAgents.begin(stack, 'gaps');
  await game.nextTurn();
  for (const agent of game.agents) await playTurn(agent, seededRandom(3));
  const folder = gameFolder(stack.dataDir, 'gaps');
  await writeFile(join(folder.journal, 'T00002.jsonl'), 'nothing of what was done\n');
  killServer(stack, 'gaps');
  for (const news of await told(game, isReady)) {
    const missing = [{ turn: 2, requests: expect.any(Number), file: 'journal/T00002.jsonl' }];
    expect(news).toMatchObject({ turn: 2, incomplete: true, missing });
  }
  await game.nextTurn();
  killServer(stack, 'gaps');
  for (const news of await told(game, isReady)) expect(news).not.toHaveProperty('incomplete');
  await collectSaves(folder, unguarded);
  for (const name of await readdir(folder.saves)) await rm(join(folder.saves, name));
  await rm(join(folder.journal, 'T00001.jsonl'));
  killServer(stack, 'gaps');
  for (const { reason } of await told(game, isLost))
    expect(reason).toMatch(
      /has come to turn 3 and cannot be restored: it has no saves any more.*lacks turn 1/,
    );
});

test('what the disk lost with the proxy is named to agents whose sessions go on and to those that log in', async () => {
  await using stack = await SplitStack.start();
  const game = await TwoAgents.begin(stack, 'proxy-gaps');
  await game.nextTurn();
  for (const agent of game.agents) await playTurn(agent, seededRandom(3));
  await stack.killProxy();
  const { journal } = gameFolder(stack.dataDir, 'proxy-gaps');
  await writeFile(join(journal, 'T00002.jsonl'), 'nothing of what was done\n');
  await stack.startProxy();
  const missing = [{ turn: 2, requests: expect.any(Number), file: 'journal/T00002.jsonl' }];
  for (const news of await told(game, (data) => data.status === 'recovered'))
    expect(news).toMatchObject({ resync: true, incomplete: true, missing });
  const again = await stack.agent('ann');
  const answer = await again.connect({ api_token: stack.token, game_id: 'proxy-gaps' });
  expect(answer).toMatchObject({ incomplete: true, missing });
});

test('what a disk no longer took when its proxy was killed is named once to all agents of the game', async () => {
  await using stack = await SplitStack.start();
  const game = await TwoAgents.begin(stack, 'untaken');
  await game.nextTurn();
  const { journal } = gameFolder(stack.dataDir, 'untaken');
  const kept = join(stack.dataDir, 'kept');
  await cp(journal, kept, { recursive: true });
  for (const ann of game.agents.slice(0, 1)) {
    const { applied } = await playTurn(ann, seededRandom(3));
    expect(applied.size).toBeGreaterThan(0);
  }
  await stack.killProxy();
  // As if it had been read-only since then.
  await rm(journal, { recursive: true });
  await rename(kept, journal);
  await stack.startProxy();
  const missing = [{ turn: 2, requests: null, file: 'journal/T00002.jsonl' }];
  for (const agent of game.agents) {
    const news = await agent.push('status', (data) => 'incomplete' in data);
    expect(news).toMatchObject({ turn: 2, incomplete: true, missing });
  }
  // The next proxy finds all that this one has done, and nothing is told of what was lost before it.
  await game.nextTurn();
  await stack.killProxy();
  await stack.startProxy();
  for (const agent of game.agents) {
    const news = await agent.push('status', (data) => 'turn' in data && data.turn === 3);
    expect(news).not.toHaveProperty('incomplete');
  }
});

test('what the disk lost is named also when the game is back after its agents were told that it is not', async () => {
  await using stack = await SplitStack.start();
  const game = await TwoAgents.begin(stack, 'later');
  await game.nextTurn();
  for (const agent of game.agents) await playTurn(agent, seededRandom(3));
  await stack.killProxy();
  const { journal, record } = gameFolder(stack.dataDir, 'later');
  await writeFile(join(journal, 'T00002.jsonl'), 'nothing of what was done\n');
  const { fence } = gameRecordSchema.parse(JSON.parse(await readFile(record, 'utf8')));
  const full = await noRoom(stack.dataDir, 'later', fence + 1);
  await stack.startProxy();
  await told(game, (data) => data.status === 'unavailable');
  await rm(full);
  // Nobody asks for anything meanwhile.
  for (const news of await told(game, (data) => data.status === 'recovered'))
    expect(news).toMatchObject({ resync: true, incomplete: true, missing: [{ turn: 2 }] });
});

test('a game without file descriptors says so, puts nothing aside, and comes back when there are some', async () => {
  await using stack = await startStack();
  const game = await TwoAgents.begin(stack, 'fds');
  await game.nextTurn();
  await stack.games.unload('fds');
  const held = exhaustDescriptors();
  const found = await stack.games.find('fds');
  held.free();
  expect(found).toMatchObject({ failure: { code: 'E142', message: expect.stringContaining('ulimit -n') } });
  const files = await readdir(gameFolder(stack.dataDir, 'fds').path, { recursive: true });
  expect(files.filter((name) => name.includes('.damaged-'))).toEqual([]);
  expect(stack.games.disk.damaged).toEqual([]);
  expect(await stack.games.find('fds')).toMatchObject({ ok: true, value: { id: 'fds' } });
});

/** Takes all file descriptors this process may have. */
function exhaustDescriptors(): { free(): void } {
  const limit = (value: string) =>
    execFileSync('prlimit', ['--pid', String(process.pid), `--nofile=${value}:`]);
  const soft = execFileSync('prlimit', [
    '--pid',
    String(process.pid),
    '--nofile',
    '-o',
    'SOFT',
    '--noheadings',
  ]);
  limit('512');
  const taken: number[] = [];
  const free = (): void => {
    for (const descriptor of taken.splice(0)) closeSync(descriptor);
    // A child needs descriptors too.
    limit(String(soft).trim());
  };
  onTestFinished(free);
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'));
  } catch {
    return { free };
  }
}
