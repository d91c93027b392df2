import { expect, test } from 'vitest';
import { bulbsPerTurn, ownResearch, researchableTechs } from '../../../proxy/rules/lookup/research.js';
import { bulbsLostBySwitching, switchCost } from '../../../proxy/rules/players/research-switch.js';
import { goalCost, techCost } from '../../../proxy/rules/players/tech-cost.js';
import { ServerSettings } from '../../../proxy/world/ruleset.js';
import { commit, markChanged } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
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

/** The settings of a server in which a change of research costs that part of the bulbs. */
function techPenalty(val: number): ServerSettings {
  const settings = new ServerSettings();
  settings.define({ id: 0, name: 'techpenalty', shortHelp: '', extraHelp: '', category: 0 });
  const about = { isVisible: true, isChangeable: true, initialSetting: true } as const;
  settings.set({ id: 0, ...about, setdef: 'SETDEF_CHANGED', val, defaultVal: 100, minVal: 0, maxVal: 100 });
  return settings;
}

test.each([
  ['half of them, rounded down', 50, { bulbsResearched: 35 }, 17],
  ['all of them', 100, { bulbsResearched: 35 }, 35],
  ['none where the game takes none', 0, { bulbsResearched: 35 }, 0],
  ['none before the game tells how many', undefined, { bulbsResearched: 35 }, 0],
  ['none while there are none', 50, { bulbsResearched: 0 }, 0],
  ['none of a debt', 50, { bulbsResearched: -10 }, 0],
  ['none while nothing is researched', 50, { bulbsResearched: 35, researching: 9_999 }, 0],
])('a change of research loses of the bulbs %s', (_how, percent, changes, lost) => {
  const recorded = worldAtTurn(50);
  const research = { ...must(ownResearch(recorded)), ...changes };
  const world = worldWith(recorded, {
    settings: percent === undefined ? new ServerSettings() : techPenalty(percent),
    research: tableWith(recorded.research, ({ id }) => id, research),
  });
  expect(bulbsLostBySwitching(world)).toBe(lost);
});

test('a seat without research loses no bulbs by a change of it', () => {
  const world = worldAtTurn(50);
  expect(bulbsLostBySwitching({ ...world, seat: { ...world.seat, player: undefined } })).toBe(0);
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
