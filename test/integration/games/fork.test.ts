import { afterAll, beforeAll, expect, test } from 'vitest';
import { forkGame } from '../../../features/forks/fork.js';
import { playTurn } from '../../support/scripted-player.js';
import { seededRandom } from '../../support/seeded-random.js';
import { type Stack, startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';

let stack: Stack;
let game: TwoAgents;

beforeAll(async () => {
  stack = await startStack();
  game = await TwoAgents.begin(stack, 'trunk');
});

afterAll(() => stack[Symbol.asyncDispose]());

test('what cannot be forked is said', async () => {
  const fork = (gameId: string, turn: number, forkId: string) => forkGame(stack, { gameId, turn, forkId });
  expect(await fork('nowhere', 1, 'branch')).toMatchObject({ failure: { code: 'E140' } });
  expect(await fork('trunk', 9, 'branch')).toMatchObject({
    failure: { code: 'E105', details: { turns: [1] } },
  });
  expect(await fork('trunk', 1, 'trunk')).toMatchObject({ failure: { code: 'E105' } });
});

test('a fork begins as the turn began, and the game it came from does not notice', async () => {
  for (const agent of game.agents) await playTurn(agent, seededRandom(3));
  await game.nextTurn();
  const [ann] = game.agents;
  const began = await game.positions();
  await game.nextTurn();
  const later = await game.positions();
  const fork = await forkGame(stack, { gameId: 'trunk', turn: 2, forkId: 'branch' });
  expect(fork).toMatchObject({ ok: true });
  const there = await stack.agent('ann');
  await there.connect({ api_token: stack.token, game_id: 'branch', create: false });
  const state = await there.state();
  const [first] = began;
  expect(first).toMatchObject({ turn: 2, cities: state.cities, technologies: state.technologies });
  expect(state.turn).toBe(2);
  expect(await game.positions()).toEqual(later);
  expect(await ann?.state()).toMatchObject({ turn: 3 });
});
