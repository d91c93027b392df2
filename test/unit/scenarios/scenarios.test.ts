import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { ScenarioCatalog } from '../../../features/scenarios/scenario-catalog.js';
import { parseScenario } from '../../../features/scenarios/scenario-file.js';
import {
  finalStanding,
  isDone,
  scenarioState,
  standingOf,
  standingsOf,
} from '../../../features/scenarios/scenario-score.js';
import { stageCommands } from '../../../features/scenarios/stage-script.js';
import { solutions } from '../../../lab/scenarios/solutions.js';
import type { ScenarioPlan } from '../../../proxy/games/disk/scenario-plan.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import { createWorld } from '../../../proxy/world/world.js';

const settle: unknown = JSON.parse(
  readFileSync(new URL('../../../features/scenarios/catalog/settle.json', import.meta.url), 'utf8'),
);

function plan(value: unknown = settle): ScenarioPlan {
  const file = parseScenario('settle', value);
  if (!file.ok) throw new Error(file.failure.message);
  return file.value.plans.normal;
}

const folders: string[] = [];

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'scenarios-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

test('the catalogue has at least 14 scenarios of three difficulties, each with a solution', async () => {
  const { scenarios, problems } = await new ScenarioCatalog(undefined).list();
  expect(problems).toEqual([]);
  expect(scenarios.length).toBeGreaterThanOrEqual(14);
  expect(Object.keys(solutions).toSorted()).toEqual(scenarios.map(({ name }) => name));
  for (const { difficulties } of scenarios)
    for (const { goal } of Object.values(difficulties)) expect(goal).not.toMatch(/[{$]/);
});

test('the catalogue has the scenarios of a folder, and says what is wrong with files that are none', async () => {
  const title = 'Settle otherwise';
  const catalog = new ScenarioCatalog(
    await folderWith({
      'settle.json': JSON.stringify({ ...Object(settle), title }),
      'mine.json': JSON.stringify(settle),
      'half.json': '{',
      'Bad Name.json': '{}',
      'odd.json': JSON.stringify({ ...Object(settle), stage: [{ put: 'castle' }] }),
    }),
  );
  const { scenarios, problems } = await catalog.list();
  expect(scenarios.find(({ name }) => name === 'settle')?.title).toBe(title);
  expect(scenarios.map(({ name }) => name)).toContain('mine');
  expect(problems.map(({ file }) => file)).toEqual(['Bad Name.json', 'half.json', 'odd.json']);
  expect(problems[2]?.problem).toContain('stage.0.put');
});

test('the catalogue decides how a game is made, but for its seeds and its time', async () => {
  const config = gameConfigSchema.parse({
    ...{ scenario: 'defend', difficulty: 'hard', players: 9, ai_level: 'hard', turn_time_limit: 60 },
    seeds: { game: 77 },
  });
  const resolved = await new ScenarioCatalog(undefined).resolve(config);
  if (!resolved.ok) throw new Error(resolved.failure.message);
  const { config: made, scenario } = resolved.value;
  expect(made).toMatchObject({
    players: 2,
    min_agents: 1,
    ai_skill: 'normal',
    turn_time_limit: 60,
    start_units: 'x',
  });
  expect(made.seeds).toEqual({ game: 77, map: 1 });
  expect(made.ai_level).toBeUndefined();
  expect(made.end_turn).toBe(scenario?.turns);
});

test('the catalogue answers an unknown name with those that are near', async () => {
  const catalog = new ScenarioCatalog(await folderWith({ 'half.json': '{' }));
  const wrong = await catalog.resolve(gameConfigSchema.parse({ scenario: 'setle' }));
  expect(wrong).toMatchObject({ ok: false, failure: { code: 'E105', path: 'game_config.scenario' } });
  if (wrong.ok) throw new Error('it was found');
  expect(wrong.failure.details?.did_you_mean).toEqual(['settle']);
  const half = await catalog.resolve(gameConfigSchema.parse({ scenario: 'half' }));
  expect(half).toMatchObject({ ok: false, failure: { message: 'The scenario half: it is not JSON' } });
});

test.each([
  ['rows of different lengths', { land: [...plan().land.slice(1), ' '.repeat(16)] }, 'land'],
  ['a place off the map', { stage: [{ put: 'city', of: 'you', name: 'Roma', at: [99, 1] }] }, 'stage'],
  ['an area that is not there', { areas: {} }, 'goals'],
  [
    'a name that could end the script',
    { stage: [{ put: 'extra', type: '")', at: [[1, 1]] }] },
    'stage.0.type',
  ],
  ['a setting with more than a value', { settings: ['foodbox 1; quit'] }, 'settings.0'],
])('a scenario file with %s is refused', (_, change, path) => {
  const parsed = parseScenario('settle', { ...Object(settle), ...change });
  expect(parsed).toMatchObject({ ok: false, failure: { path } });
});

test('the commands of a stage are lines the console takes, each guarded so that it may come again', () => {
  const commands = stageCommands(plan(), { you: 0 });
  expect(commands.length).toBeGreaterThan(3);
  for (const [at, command] of commands.entries()) {
    expect(command.length).toBeLessThanOrEqual(400);
    expect(command).not.toMatch(/\p{Cc}/u);
    expect(command.startsWith(`lua cmd if (stage_part or 0)==${at} then stage_part=${at + 1} `)).toBe(true);
  }
});

test('the commands of a stage hold the whole script, whatever its length', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[ -~]{0,3000}$/), (code) => {
      const commands = stageCommands({ land: [], stage: [{ put: 'lua', code }] }, {});
      const texts = commands.slice(0, -1).map((line) => /\.\.\[=\[(.*)\]=\] end$/s.exec(line)?.[1] ?? '');
      expect(texts.join('')).toContain(code.replace(/\s+/g, ' '));
    }),
  );
});

describe('scores of scenarios', () => {
  const world = createWorld();
  const goals = (...list: readonly object[]) => plan({ ...Object(settle), goals: list });

  test('the score of a scenario is the weighted mean of shares between 0 and 1', () => {
    const measure = { count: 'gold' };
    const scored = goals(
      { text: 'down', measure, from: 4, target: 0, weight: 3 },
      { text: 'up', measure, target: 5, weight: 1 },
    );
    const standing = standingOf(scored, world);
    expect(standing).toMatchObject({ score: 0.75, progress: [{ share: 1 }, { share: 0 }] });
    expect(isDone(standing)).toBe(false);
  });

  test('seats are not measured after the ranking, because the whole map follows it', () => {
    const [playing, ending] = [{ world: createWorld() }, { world: createWorld() }];
    expect([...standingsOf(plan(), [playing, ending]).keys()]).toEqual([playing, ending]);
    const report = { categoryNum: 0, categoryName: [], playerNum: 2 };
    const first = { categoryNum: 0, playerId: 0, score: 5, categoryScore: [], winner: true };
    applyPacket(ending.world, { name: 'endgame_report', fields: report });
    applyPacket(ending.world, { name: 'endgame_player', fields: first });
    expect(standingsOf(plan(), [playing, ending]).size).toBe(0);
  });

  test('the score is a number from 0 to 1 for any goal, and 1 only when all are reached', () => {
    const number = fc.double({ min: -100, max: 100, noNaN: true });
    fc.assert(
      fc.property(number, number, fc.double({ min: 0.1, max: 9, noNaN: true }), (from, target, weight) => {
        const scored = goals(
          { text: 'a', measure: { count: 'gold' }, from, target, weight },
          { text: 'b', measure: { count: 'largest_city' }, target: 0 },
        );
        const standing = standingOf(scored, world);
        expect(standing.score).toBeGreaterThanOrEqual(0);
        expect(standing.score).toBeLessThanOrEqual(1);
        expect(standing.score === 1).toBe(isDone(standing));
      }),
    );
  });

  test('the score of the map counts as it stood before the end, when the server shows everything', () => {
    const scored = goals({ text: 'known', measure: { count: 'known_tiles' }, target: 50 });
    const before = { score: 0.5, progress: [{ goal: 'known', value: 25, target: 50, share: 0.5 }] };
    expect(finalStanding(scored, world, before)).toEqual(before);
    expect(finalStanding(scored, world, undefined).score).toBe(0);
  });

  test('the score of a scenario is shown with the turns that are left', () => {
    expect(scenarioState(plan(), world)).toMatchObject({
      name: 'settle',
      turn_limit: 11,
      turns_left: 12,
      score: 0,
    });
  });
});
