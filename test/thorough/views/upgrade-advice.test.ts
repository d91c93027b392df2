import { expect, test } from 'vitest';
import { upgradeOf, upgradePrice } from '../../../features/advisor/advice/upgrade-orders.js';
import { Stage } from '../../support/stage.js';

test('advice upgrades the guards of the capital at the price of the server, as far as gold goes', async () => {
  await using stage = await Stage.of(['alice']);
  const [alice] = stage.first();
  const home = await alice.city('Home', { x: 22, y: 20 });
  await alice.tech('Bronze Working', 'Feudalism', 'Gunpowder');
  const guard = await alice.unit('Phalanx', { x: 22, y: 20 }, home);
  const read = async () =>
    ((await alice.agent.state({ format: 'brief', sections: ['advice'] })).advice ?? []).filter(
      ({ do: action }) => action.action_type === 'unit_upgrade',
    );
  const { world, player } = alice;
  const [phalanx] = [...world.ruleset.unitTypes.values()].filter(({ ruleName }) => ruleName === 'Phalanx');
  const better = phalanx && upgradeOf(world, player, phalanx);
  if (phalanx === undefined || better === undefined) throw new Error('nothing better can be built');
  expect(better.ruleName).toBe('Musketeers');
  const price = upgradePrice(world, player, phalanx, better);
  // A hundred gold stay in the treasury.
  const gold = world.players.get(player)?.gold ?? 0;
  await alice.gold(99 + price - gold);
  expect(await read()).toEqual([]);
  await alice.gold(1);
  const [advice] = await read();
  expect(advice?.do).toEqual({ action_type: 'unit_upgrade', unit_id: guard.id, max_cost: price });
  const before = world.players.get(player)?.gold ?? 0;
  await alice.does('unit_upgrade', { unit_id: guard.id, max_cost: price });
  expect(world.units.get(guard.id)?.type).toBe(better.id);
  expect(world.players.get(player)?.gold).toBe(before - price);
  expect(await read()).toEqual([]);
}, 60_000);
