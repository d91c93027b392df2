import { expect, test } from 'vitest';
import { passTurn, ScenarioSeat } from '../../../lab/scenarios/play-scenario.js';
import { SplitStack } from '../../support/services/split-stack.js';
import { startStack } from '../../support/stack.js';

const wanted = { scenario: 'take-city', difficulty: 'easy', turn_time_limit: 0 } as const;

function types(units: readonly { readonly type: string }[]): readonly string[] {
  return units.map(({ type }) => type).toSorted();
}

const ARMY = ['artillery', 'artillery', 'artillery', 'horsemen', 'warriors'];

test('a stage is set once, though the game server is killed again and again while it is set', async () => {
  await using stack = await startStack();
  const agent = await stack.agent('staged');
  await agent.connect({ api_token: stack.token, game_id: 'staged', game_config: wanted });
  const game = stack.games.get('staged');
  if (game === undefined) throw new Error('the game is gone');
  let kills = 0;
  while (game.record.scenario?.isStaged === false && kills < 3) {
    const { serverPid: pid } = game;
    const isNew = game.record.phase === 'running' && pid > 0;
    if (isNew && game.seats[0]?.world.turn.phase === 'movement') {
      process.kill(pid, 'SIGKILL');
      kills += 1;
      await expect.poll(() => game.serverPid > 0 && game.serverPid !== pid).toBe(true);
    } else await new Promise((resolve) => setImmediate(resolve));
  }
  expect(kills).toBeGreaterThan(0);
  const seat = new ScenarioSeat(agent);
  await agent.push('turn_start');
  expect(types(await seat.units())).toEqual(ARMY);
  expect((await seat.ownCities()).map(({ name }) => name)).toEqual(['Roma']);
  expect((await seat.state()).scenario).toMatchObject({ score: 0, turns_left: 10 });
});

test('a scenario outlives a proxy that is killed: its stage, its standing and its end', async () => {
  await using stack = await SplitStack.start();
  const agent = await stack.agent('survivor');
  await agent.connect({ api_token: stack.token, game_id: 'survived', game_config: wanted });
  await agent.push('turn_start');
  const seat = new ScenarioSeat(agent);
  await passTurn([seat]);
  const before = (await seat.state()).scenario;
  await stack.killProxy();
  await stack.startProxy();
  await agent.push('status', ({ status }) => status === 'ready' || status === 'recovered');
  expect(types(await seat.units())).toEqual(ARMY);
  expect((await seat.state()).scenario).toEqual(before);
  while (!seat.isOver) await passTurn([seat]);
  const { reason, turn, scenario } = await seat.ended;
  expect({ reason, turn }).toEqual({ reason: 'end_turn', turn: 10 });
  expect(scenario?.seats).toMatchObject([{ agent_id: 'survivor', score: 0 }]);
});
