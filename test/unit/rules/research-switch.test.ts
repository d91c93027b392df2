import { expect, test } from 'vitest';
import { bulbsPerTurn, ownResearch, researchableTechs } from '../../../proxy/rules/lookup/research.js';
import { switchCost } from '../../../proxy/rules/players/research-switch.js';
import { goalCost, techCost } from '../../../proxy/rules/players/tech-cost.js';
import { commit, markChanged } from '../../../proxy/world/world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

test('a change of research costs the whole technology where all bulbs are lost, however many there are', () => {
  const world = worldAtTurn(50);
  const before = ownResearch(world);
  if (before === undefined) throw new Error('the player has no research');
  const research = { ...before, bulbsResearched: 1000 };
  world.research.set(before.id, research, markChanged(world));
  commit(world);
  expect(world.settings.get('techpenalty')).toBe(100);
  const others = researchableTechs(world).filter(({ id }) => id !== research.researching);
  expect(others.length).toBeGreaterThan(0);
  for (const { id } of others)
    expect(switchCost(world, id)).toEqual({ bulbs: techCost(world, research, id).bulbs, lost: 1000 });
  const { researching } = research;
  expect(switchCost(world, researching)).toEqual({
    bulbs: goalCost(world, research, researching)?.bulbs,
    lost: 0,
  });
});

test('bulbs a turn follow the cities at once, which the server tells of when rates change', () => {
  const world = worldAtTurn(50);
  const research = ownResearch(world);
  if (research === undefined) throw new Error('the player has no research');
  const own = [...world.cities.values()].filter(({ owner }) => owner === 0);
  const told = bulbsPerTurn(world, research);
  expect(told).toBe(own.reduce((sum, { detail }) => sum + (detail?.prod[5] ?? 0), 0));
  for (const city of own) {
    const detail = city.detail && { ...city.detail, prod: [1, 2, 3, 4, 5, 7] };
    world.cities.set(city.id, { ...city, detail }, markChanged(world));
  }
  commit(world);
  expect(bulbsPerTurn(world, research)).toBe(7 * own.length);
  const others = world.research.get(1);
  expect(others && bulbsPerTurn(world, others)).toBe(others?.totalBulbsProd);
});
