import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { unguarded } from '../../../proxy/games/disk/write-guard.js';
import { listSaves } from '../../../proxy/games/saves/stored-saves.js';
import { freePort } from '../../support/free-port.js';
import { playTurn } from '../../support/scripted-player.js';
import { seededRandom } from '../../support/seeded-random.js';
import { SplitStack } from '../../support/services/split-stack.js';
import { type Stack, startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';

function killServer(stack: Stack, game: TwoAgents): void {
  const pid = stack.games.get(game.gameId)?.serverPid ?? 0;
  if (pid === 0) throw new Error('the game has no server');
  process.kill(pid, 'SIGKILL');
}

function hasAll(things: readonly string[] = [], wanted: readonly string[] = []): boolean {
  return wanted.every((thing) => things.includes(thing));
}

/** Plays whole turns, and one that is not ended. */
async function play(game: TwoAgents, turns: number): Promise<void> {
  const random = seededRandom(5);
  for (let i = 0; i < turns; i += 1) {
    for (const agent of game.agents) await playTurn(agent, random);
    await game.nextTurn();
  }
  for (const agent of game.agents) await playTurn(agent, random);
}

test('a game whose server is killed in mid-turn comes back as it was, with all that was acknowledged', async () => {
  await using stack = await startStack();
  const game = await TwoAgents.begin(stack, 'phoenix');
  await play(game, 3);
  const before = await game.positions();
  killServer(stack, game);
  for (const told of await game.isBack()) expect(told).toMatchObject({ status: 'ready', turn: 4 });
  expect(await game.positions()).toEqual(before);
  await game.nextTurn();
});

test('the end of a turn that an agent did not play is read again like any other', async () => {
  await using stack = await startStack();
  const game = await TwoAgents.begin(stack, 'auto-ended');
  await play(game, 1);
  await game.agents[0]?.act('end_turn', { parameters: { auto: true } });
  killServer(stack, game);
  for (const told of await game.isBack()) {
    expect(told).toMatchObject({ status: 'ready', turn: 2 });
    expect(told).not.toHaveProperty('incomplete');
  }
});

test('a game killed before its first save is made once more, the same', async () => {
  await using stack = await startStack();
  const early = await stack.agent('early');
  await early.connect({
    api_token: stack.token,
    game_id: 'lobby',
    nation: 'Roman',
    game_config: { players: 3, min_agents: 2 },
  });
  const pid = stack.games.get('lobby')?.serverPid ?? 0;
  process.kill(pid, 'SIGKILL');
  await early.push('status', ({ status }) => status === 'ready');
  const late = await stack.agent('late');
  await late.connect({ api_token: stack.token, game_id: 'lobby' });
  await Promise.all([early, late].map((agent) => agent.push('turn_start')));
  expect(await early.state()).toMatchObject({ turn: 1, player_id: 0, players: { 0: { nation: 'Roman' } } });
});

test('the next turn comes after a server is killed during the change of turns', async () => {
  await using stack = await startStack();
  const game = await TwoAgents.begin(stack, 'change');
  await play(game, 1);
  const [first, second] = game.agents;
  await first?.act('end_turn');
  await second?.act('end_turn');
  killServer(stack, game);
  await game.isBack();
  game.turn += 1;
  await game.begun();
  await game.nextTurn();
});

test('where the newest save is damaged, the one before and the journal bring the game to the same turn', async () => {
  await using stack = await startStack();
  const game = await TwoAgents.begin(stack, 'damaged');
  await play(game, 2);
  const before = await game.places();
  const saves = join(stack.dataDir, 'games', 'damaged', 'saves');
  const list = async () =>
    (await listSaves(gameFolder(stack.dataDir, 'damaged'), unguarded)).find(({ turn }) => turn === 3);
  const newest = await vi.waitUntil(list);
  await truncate(join(saves, newest.name), 500);
  killServer(stack, game);
  for (const told of await game.isBack()) expect(told).toMatchObject({ status: 'ready', turn: 3 });
  const after = await game.places();
  for (const [index, agent] of game.agents.entries()) {
    // AIs and explorers may have moved otherwise as the turn changed: a server that loads a save works out borders and
    // the plans of AIs anew. What they found may be a city or unit more. What an agent has lost by it is told.
    expect(after[index]).toMatchObject({
      turn: 3,
      cities: expect.arrayContaining(before[index]?.cities ?? []),
    });
    if (hasAll(after[index]?.units, before[index]?.units)) continue;
    const told = await agent.push('event', ({ event }) => event === 'action_not_restored');
    expect(told).toMatchObject({ turn: 3, action_id: expect.any(String) });
  }
  await game.nextTurn();
});

test('an agent that took the seat of an AI in the lost turn has it again', async () => {
  await using stack = await startStack();
  const game = await TwoAgents.begin(stack, 'late');
  await game.nextTurn();
  const late = await stack.agent('late');
  await late.connect({ api_token: stack.token, game_id: 'late' });
  await late.push('turn_start');
  await playTurn(late, seededRandom(1));
  const before = await late.state();
  killServer(stack, game);
  await late.push('status', ({ status }) => status === 'ready');
  expect(await late.state()).toMatchObject({ player_id: before.player_id, cities: before.cities });
  await late.act('end_turn');
  await game.nextTurn();
});

test('a game outlives its proxy, killed without warning: seats, turn and what was acknowledged', async () => {
  await using stack = await SplitStack.start();
  const game = await TwoAgents.begin(stack, 'restart');
  await play(game, 2);
  const before = await game.positions();
  const endTurn = async () =>
    game.agents[0]?.request('action', { action_type: 'end_turn' }, { correlationId: 'lost' });
  stack.signalServers('SIGSTOP');
  const lost = expect(endTurn()).rejects.toMatchObject({
    code: 'E131',
    details: { outcome: 'unknown', turn: 3 },
  });
  const actions = [{ action_type: 'tech_research', target: 'Pottery' }, { action_type: 'end_turn' }];
  const batch = async (correlationId: string) =>
    game.agents[1]?.request('action_batch', { actions }, { correlationId });
  const lostBatches = ['early', 'late'].map((id) =>
    expect(batch(id)).rejects.toMatchObject({ code: 'E131', details: { outcome: 'unknown', turn: 3 } }),
  );
  // The proxy has got the end of the turn when it answers this.
  for (const agent of game.agents) await agent.state({ format: 'llm_optimized' });
  await stack.killProxy();
  await stack.startProxy();
  for (const agent of game.agents) {
    const told = await agent.push('status', ({ status }) => status === 'recovered');
    expect(told).toMatchObject({ turn: 3, turn_done: false });
  }
  await lost;
  await Promise.all(lostBatches);
  await expect(endTurn()).rejects.toMatchObject({ code: 'E123', details: { turn: 3 } });
  const unknown = { index: 0, success: false, error: { code: 'E131', details: { outcome: 'unknown' } } };
  const notEnded = { index: 1, success: false, error: { code: 'E123', details: { turn: 3 } } };
  expect(await batch('early')).toMatchObject({ success: false, results: [unknown, notEnded] });
  expect(await game.positions()).toEqual(before);
  await game.nextTurn();
  const ended = { index: 1, outcome: 'applied', result: { state_change: { turn_ended: 3 } } };
  expect(await batch('late')).toMatchObject({ success: false, results: [unknown, ended] });
  // What was answered once stays so.
  expect(await batch('early')).toMatchObject({ results: [unknown, notEnded] });
});

test('an end_turn of a batch is done in the next game server where the first one did not answer it', async () => {
  await using stack = await startStack();
  const game = await TwoAgents.begin(stack, 'batches');
  const [ann, ben] = game.agents;
  const pid = stack.games.get('batches')?.serverPid ?? 0;
  process.kill(pid, 'SIGSTOP');
  const actions = [{ action_type: 'end_turn' }];
  const answer = ann?.request('action_batch', { actions });
  // The proxy has got the batch when it answers this.
  await ann?.state({ format: 'llm_optimized' });
  process.kill(pid, 'SIGKILL');
  const ended = { outcome: 'applied', result: { state_change: { turn_ended: 1 } } };
  expect(await answer).toMatchObject({ success: true, results: [ended] });
  await ben?.act('end_turn');
  await ann?.push('turn_start', ({ turn }) => turn === 2);
});

test('agents of a game that was unloaded and forgotten play on over the same link, and hear of their turns', async () => {
  await using stack = await startStack();
  const game = await TwoAgents.begin(stack, 'forgotten');
  await stack.games.unload('forgotten');
  await game.nextTurn();
  await game.nextTurn();
});

test('a proxy that starts again restores by itself the games that had a server, and no other', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'freeciv-taken-up-'));
  {
    await using before = await startStack({ DATA_DIR });
    await TwoAgents.begin(before, 'lively');
    await TwoAgents.begin({ token: before.token, agent: (id) => before.agent(`${id}-2`) }, 'sleepy');
    await before.games.get('sleepy')?.unload();
  }
  {
    // Another gateway: that of before would ask for its agents' games.
    await using after = await startStack({ DATA_DIR, GATEWAY_PORT: String(await freePort()) });
    const list = async (): Promise<unknown> => (await fetch(`${after.httpUrl}/api/games`)).json();
    const isBack = { game_id: 'lively', state: expect.stringMatching(/running|paused/), turn: 1 };
    await expect.poll(list, { timeout: 30_000 }).toMatchObject({
      games: [isBack, { game_id: 'sleepy', state: 'idle' }],
    });
  }
  await rm(DATA_DIR, { recursive: true, force: true });
});
