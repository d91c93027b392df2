import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shipPlans } from '../../../features/advisor/rules/ship-plans.js';
import { Builder } from '../../../lab/bots/builder.js';
import { type Stack, startStack } from '../../support/stack.js';

const LAST_TURN = 150;
const sea = ' '.repeat(30);
const places = { Cape: [4, 5], Kourou: [13, 5], Wenchang: [4, 10], Vostochny: [13, 10] } as const;
const ours = Object.entries(places).flatMap(([name, at]) => [
  { put: 'city', of: 'you', name, at },
  { put: 'units', of: 'you', type: 'Musketeers', at },
  { put: 'units', of: 'you', type: 'Engineers', at, count: 2 },
]);
/** Four cities that know everything on one island, an AI that knows nothing on another. */
const late = {
  ...{
    title: 'Late',
    about: 'All is known.',
    goal: 'Win.',
    victory: ['SPACERACE'],
    rivals: 1,
    ai_skill: 'easy',
  },
  settings: ['shieldbox 20', 'foodbox 20', 'citymindist 5'],
  land: [sea, sea, ...Array.from({ length: 11 }, () => '  pghhpghhpghhphg   pggpp     '), sea, sea, sea],
  stage: [
    { put: 'techs', of: 'you', names: 'all' },
    { put: 'gold', of: 'you', amount: 1500 },
    ...ours,
    { put: 'city', of: 'rival', name: 'Foe', at: [22, 8] },
    { put: 'units', of: 'rival', type: 'Phalanx', at: [22, 8], count: 2 },
    { put: 'units', of: 'rival', type: 'Settlers', at: [22, 8], count: 2 },
  ],
  goals: [{ text: 'gold', measure: { count: 'gold' }, target: 1_000_000 }],
  difficulties: { easy: { turns: LAST_TURN }, normal: { turns: LAST_TURN }, hard: { turns: LAST_TURN } },
};

let stack: Stack;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scenarios-'));
  await writeFile(join(folder, 'late.json'), JSON.stringify(late));
  stack = await startStack({ SCENARIOS_DIR: folder });
});

afterAll(async () => {
  await stack[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** What the builder saw on its way: lines about the spaceship by turn, and how ships were forecast. */
interface Voyage {
  readonly lines: ReadonlyMap<number, string>;
  readonly launched: { readonly turn: number; readonly foretold: number } | undefined;
  /** Years that a complete ship flies, by our rules and by the server. */
  readonly years: readonly (readonly [number, number])[];
  readonly refused: readonly string[];
}

test('builder builds and launches a spaceship by its counsel, and wins in the turn that was foretold', async () => {
  const agent = await stack.agent('builder');
  const game_config = { scenario: 'late', turn_time_limit: 0, ruleset: 'classic' };
  await agent.connect({ api_token: stack.token, game_id: 'late', game_config });
  const world = stack.games.get('late')?.seat('builder')?.world;
  if (world === undefined) throw new Error('the game has no seat');
  let isOver = false;
  const ended = agent.push('game_ended').finally(() => {
    isOver = true;
  });
  const bot = new Builder(agent);
  const lines = new Map<number, string>();
  const years: [number, number][] = [];
  let launched: Voyage['launched'];
  for (let turn = 1; turn < LAST_TURN && !isOver; turn += 1) {
    await Promise.race([agent.push('turn_start', (data) => data.turn === turn), ended]);
    if (isOver) break;
    const { counsel = [] } = await agent.state({ format: 'brief', sections: ['counsel'] });
    const line = counsel.find((one) => one.includes('paceship'));
    if (line !== undefined) lines.set(turn, line);
    await bot.turn();
    const ship = world.spaceships.get(world.seat.player ?? -1);
    if (ship?.sshipState === 'SSHIP_LAUNCHED' && launched === undefined) {
      const { counsel: then = [] } = await agent.state({ format: 'brief', sections: ['counsel'] });
      const foretold = /arrives at the end of turn (\d+)/u.exec(then.join(' '))?.[1];
      launched = { turn, foretold: Number(foretold) };
      const plan = shipPlans(ship).find(({ pairs }) => pairs === Math.min(ship.fuel, ship.propulsion));
      years.push([plan?.years ?? Number.NaN, ship.travelTime]);
    }
    await agent.act('end_turn');
  }
  const told = await ended;
  expect(bot.refused).toEqual([]);
  expect([...lines.values()].join('\n')).toMatch(/lacks \d+ Space Structural, .*Factory/u);
  expect([...lines.values()].at(-1)).toContain('it is lost if Cape, the capital, is captured');
  expect(launched?.foretold, 'the turn of the arrival').toBe(told.turn);
  for (const [ruled, served] of years) expect(ruled).toBeCloseTo(served, 3);
  const name = world.players.get(world.seat.player ?? -1)?.name;
  expect(told).toMatchObject({ reason: 'victory', winner: name, winners: [name] });
  expect(told.report).toContainEqual(expect.stringMatching(/spaceship has arrived/u));
  expect(told.ranking.map(({ name: who, winner }) => [who, winner])).toEqual([
    [name, true],
    [expect.any(String), false],
  ]);
}, 120_000);
