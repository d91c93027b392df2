import { expect, test } from 'vitest';
import { workedTiles } from '../../../proxy/rules/cities/citizens.js';
import { Stage } from '../../support/stage.js';

test('threats tell of polluted tiles that no unit cleans by itself, of nuclear weapons and what stops them', async () => {
  await using stage = await Stage.of(['alice', 'bob']);
  const [alice, bob] = stage.pair();
  const home = await alice.city('Home', { x: 26, y: 19 });
  await stage.meet();
  const threats = async () =>
    (await alice.agent.state({ format: 'brief', sections: ['threats'] })).threats ?? [];
  const [worked] = workedTiles(alice.world, home).filter((tile) => tile !== home.tile);
  if (worked === undefined) throw new Error('the city works no tile');
  const { x, y } = alice.world.map.position(worked);
  expect((await threats()).join()).not.toContain('Pollution');
  await stage.lua(`edit.create_extra(find.tile(${x}, ${y}), "Pollution")`);
  expect(await threats()).toContainEqual(
    expect.stringContaining(`Pollution lowers the yields of 1 worked tile at (${x}, ${y})`),
  );
  for (const { id } of [...alice.world.units.values()].filter(({ owner }) => owner === alice.player))
    await stage.lua(`edit.unit_kill(find.unit(nil, ${id}), "editor", nil)`);
  expect((await threats()).join()).toContain('no unit can clean them');
  const engineers = await alice.unit('Engineers', { x: 26, y: 19 }, home);
  expect((await threats()).join()).toContain('1 worker can clean them, none on auto work');
  await alice.does('unit_auto_work', { unit_id: engineers.id });
  expect((await threats()).join()).not.toContain('Pollution');
  await stage.lua(
    `edit.create_unit(find.player(${bob.player}), find.tile(27, 19), find.unit_type("Nuclear"), 0, nil, -1)`,
  );
  expect(await threats()).toContainEqual(
    expect.stringMatching(
      /has Nuclear .*at \(27, 19\), 1 tile from Home, the capital; SDI Defense protects a city from it/u,
    ),
  );
}, 60_000);
