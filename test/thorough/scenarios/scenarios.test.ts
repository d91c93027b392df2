import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gameInfoSchema } from '#shared/protocol/game-summary.js';
import { scenarioListSchema } from '#shared/protocol/scenario.js';
import { ScenarioCatalog } from '../../../features/scenarios/scenario-catalog.js';
import { playScenario, randomPlayer } from '../../../lab/scenarios/play-scenario.js';
import { solutions } from '../../../lab/scenarios/solutions.js';
import { type Stack, startStack } from '../../support/stack.js';

const unlimited = { RATE_ACTIONS_PER_MINUTE: '100000', RATE_MESSAGES_PER_MINUTE: '100000', MAX_GAMES: '20' };

let stack: Stack;
let folder: string;

const blank = Array.from({ length: 16 }, () => ' '.repeat(16));
const wrong = {
  ...{ title: 'Wrong', about: 'Names a unit that is not there.', goal: 'Nothing.', land: blank },
  stage: [{ put: 'units', of: 'you', type: 'Dragon', at: [3, 3] }],
  goals: [{ text: 'gold', measure: { count: 'gold' }, target: 1 }],
  difficulties: { easy: { turns: 5 }, normal: { turns: 5 }, hard: { turns: 5 } },
};
const rich = {
  ...wrong,
  title: 'Rich',
  stage: [
    { put: 'gold', of: 'you', amount: 7 },
    { put: 'units', of: 'you', type: 'Trireme', at: [3, 3] },
  ],
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scenarios-'));
  await writeFile(join(folder, 'wrong.json'), JSON.stringify(wrong));
  await writeFile(join(folder, 'rich.json'), JSON.stringify(rich));
  stack = await startStack({ ...unlimited, SCENARIOS_DIR: folder });
});

afterAll(async () => {
  await stack[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

test.each(Object.entries(solutions))(
  'the scripted solution of %s reaches all goals',
  async (name, solution) => {
    const { score, ended } = await playScenario(stack, { name, difficulty: 'normal' }, solution);
    expect(score, JSON.stringify(ended.scenario)).toBe(1);
  },
);

test.each(Object.keys(solutions))(
  'the bot random does not reach all goals of %s, where it is easiest',
  async (name) => {
    const { score, turn, ended } = await playScenario(stack, { name, difficulty: 'easy' }, randomPlayer(1));
    expect(score, JSON.stringify(ended.scenario)).toBeLessThan(1);
    expect(turn).toBeGreaterThan(1);
  },
);

test('there is a solution of each scenario of ours', async () => {
  const { scenarios } = await new ScenarioCatalog(undefined).list();
  expect(scenarios.map(({ name }) => name).toSorted()).toEqual(Object.keys(solutions).toSorted());
});

test('the list has the scenarios of the folder, and a game of one ends when its goals are reached', async () => {
  const answer = await fetch(`${stack.httpUrl}/api/scenarios`);
  const { scenarios } = scenarioListSchema.parse(await answer.json());
  expect(scenarios.map(({ name }) => name)).toEqual(expect.arrayContaining(['rich', 'settle', 'wrong']));
  const { score, ended } = await playScenario(
    stack,
    { name: 'rich', difficulty: 'easy' },
    async () => undefined,
  );
  expect(score).toBe(1);
  expect(ended.reason).toBe('scenario');
  const game = await fetch(`${stack.httpUrl}/api/games/${ended.game_id}`, {
    headers: { authorization: `Bearer ${stack.token}` },
  });
  const info = gameInfoSchema.parse(await game.json());
  expect(info.scenario).toEqual(ended.scenario);
  expect(info.scenario?.seats).toMatchObject([{ score: 1, progress: [{ value: 7, target: 1 }] }]);
});

test('a scenario whose script is wrong ends its game with the reason', async () => {
  const played = playScenario(stack, { name: 'wrong', difficulty: 'easy' }, async () => undefined);
  const { ended } = await played;
  expect(ended.reason).toBe('not_begun');
  expect(ended.report?.[0]).toContain('there is no unit_type Dragon');
});

test('an agent is told its task with the login, and how it stands with every state', async () => {
  const agent = await stack.agent('told');
  const login = await agent.connect({
    api_token: stack.token,
    game_id: 'told',
    game_config: { scenario: 'take-city', difficulty: 'easy', turn_time_limit: 0 },
  });
  const task = { name: 'take-city', difficulty: 'easy', turn_limit: 10, score: 0 };
  expect(login.scenario).toMatchObject(task);
  await agent.push('turn_start');
  for (const format of ['full', 'llm_optimized', 'brief', 'digest', 'scene'] as const) {
    const state = await agent.state({ format });
    expect(state, format).toMatchObject({ scenario: { ...task, turns_left: 10 } });
  }
  const { brief } = await agent.state({ format: 'brief', as: 'text' });
  expect(brief).toContain('Task (score 0, 10 turns left): Own Carthage');
  await agent.act('end_turn');
  await agent.push('turn_start', ({ turn }) => turn === 2);
  expect(await agent.state({ format: 'brief' })).toMatchObject({ scenario: { turns_left: 9 } });
  const wrongName = await (await stack.agent('lost'))
    .connect({ api_token: stack.token, game_id: 'lost', game_config: { scenario: 'take-citty' } })
    .catch((error: unknown) => error);
  expect(wrongName).toMatchObject({ code: 'E105', details: { did_you_mean: ['take-city'] } });
});
