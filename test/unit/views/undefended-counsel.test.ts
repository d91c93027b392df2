import { expect, test } from 'vitest';
import { undefendedCounsel } from '../../../features/advisor/counsel/undefended-counsel.js';
import { adjacentTiles } from '../../../proxy/rules/lookup/adjacency.js';
import { terrainOf } from '../../../proxy/rules/lookup/tiles.js';
import { realmBasis, realmTotals } from '../../../proxy/rules/players/realm-forecast.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { VersionedTable } from '../../../proxy/world/versioned-table.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, unitWith, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

/** Player 0 is at war with player 2, of which the legion is. */
const recorded = worldAtTurn(60);
const at = (x: number, y: number) => must(recorded.map.tileAt({ x, y }));
const nesa = must(recorded.cities.get(133));
const archers = must(recorded.units.get(170));
const typeNamed = (name: string) =>
  must([...recorded.ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === name)).id;
/** On the tile north of Nesa, which it can take at its next move. */
const legion: Unit = { ...must(recorded.units.get(131)), tile: at(9, 22) };

/** The world with these units alone, and so much gold of ours. */
function worldOf(gold: number, ...units: readonly Unit[]): World {
  const player = { ...must(recorded.players.get(0)), gold };
  return worldWith(recorded, {
    units: tableWith(new VersionedTable<Unit>(), ({ id }) => id, ...units),
    players: tableWith(recorded.players, ({ playerno }) => playerno, player),
  });
}

function counsel(gold: number, ...units: readonly Unit[]) {
  const basis = realmBasis(worldOf(gold, ...units), 0);
  return undefendedCounsel(basis, realmTotals(basis));
}

/** Of ours, with moves left. */
const own = (name: string, tile: number, movesleft = 3) =>
  unitWith(archers, { type: typeNamed(name), tile, activity: 'ACTIVITY_IDLE' }, { movesleft, tile });

/** The enemies that can take Nesa. */
const enemiesNamed = (...units: readonly Unit[]) =>
  counsel(0, ...units).flatMap(({ figures }) => (figures.city_id === nesa.id ? [figures.enemy_id] : []));
const helpers = (...units: readonly Unit[]) =>
  counsel(0, legion, ...units).map(({ figures }) => figures.helper_id);

test('a city that nobody defends and nothing can help is named with who can take it', () => {
  const [line] = counsel(0, legion, own('Workers', nesa.tile));
  expect(line).toMatchObject({
    kind: 'undefended',
    text:
      'Nesa has no defender: Legion 131 (Austrian) at (9, 22) can take it at its next move; ' +
      'nothing can be there before',
    figures: { city_id: 133, enemy_id: 131, helper_id: null, buy: null },
  });
  expect(line?.figures.made).toBeGreaterThan(0);
});

test.each([
  ['is a passenger', { ...legion, transportedBy: 9 }],
  ['is of a nation in a ceasefire', { ...legion, owner: 3 }],
  ['can take no city', { ...legion, type: typeNamed('Bomber') }],
  ['has a longer way than one move', { ...legion, tile: at(9, 20) }],
])('an empty city is not in danger of a unit that %s', (_why, unit) => {
  expect(enemiesNamed(unit)).toEqual([]);
});

test('the nearest of several enemies that can take an empty city is named', () => {
  const fast = { ...legion, id: 130, type: typeNamed('Alpine Troops'), tile: at(7, 23) };
  expect(enemiesNamed(fast)).toEqual([130]);
  expect(enemiesNamed(fast, legion)).toEqual([131]);
});

test('the cheapest defender that the treasury pays for can be bought', () => {
  const bought = (gold: number) => counsel(gold, legion).map(({ figures }) => figures.buy);
  expect(bought(3)).toEqual([null]);
  expect(bought(4)).toEqual([{ name: 'warriors', gold: 4 }]);
  expect(bought(500)).toEqual([{ name: 'warriors', gold: 4 }]);
});

test('the nearest fighter that can be there this turn is asked to help', () => {
  const beside = own('Archers', at(8, 22));
  expect(helpers(beside)).toEqual([170]);
  expect(counsel(4, legion, beside)[0]?.text).toMatch(
    /; Archers 170 can be there this turn, Warriors can be bought for 4 gold$/u,
  );
  const fast = { ...own('Alpine Troops', at(7, 23)), id: 99 };
  expect(helpers(fast)).toEqual([99]);
  expect(helpers(fast, beside)).toEqual([170]);
});

test.each([
  ['has no moves left', own('Archers', at(8, 22), 0)],
  ['is no fighter', own('Workers', at(8, 22))],
  ['cannot defend', own('Cruise Missile', at(8, 22))],
  ['is too far away', own('Archers', at(9, 21))],
])('a unit that %s does not help an empty city', (_why, unit) => {
  expect(helpers(unit)).toEqual([null]);
});

test('the last defender of a city beside does not leave it to help an empty one', () => {
  const kussara = { ...must(recorded.cities.get(143)), tile: at(8, 22) };
  const cities = tableWith(recorded.cities, ({ id }) => id, kussara);
  const named = (...units: readonly Unit[]) => {
    const basis = realmBasis(worldWith(worldOf(0, legion, ...units), { cities }), 0);
    const lines = undefendedCounsel(basis, realmTotals(basis));
    return lines.map(({ figures }) => [figures.city_id, figures.helper_id]);
  };
  const guard = own('Archers', kussara.tile);
  expect(named(guard)).toEqual([[133, null]]);
  expect(named(guard, { ...guard, id: 171 })).toEqual([[133, 170]]);
});

test('a fighter in a city with an airport is flown to one with another, however far it is', () => {
  const [far] = [...recorded.cities.values()]
    .filter(({ owner, id }) => owner === 0 && id !== nesa.id)
    .toSorted((a, b) => recorded.map.distance(b.tile, nesa.tile) - recorded.map.distance(a.tile, nesa.tile));
  const guard = own('Archers', must(far).tile);
  const text = (airlift: number) => {
    const flying = [nesa, must(far)].map((city) => ({ ...city, detail: { ...must(city.detail), airlift } }));
    const cities = tableWith(recorded.cities, ({ id }) => id, ...flying);
    const world = worldWith(worldOf(0, legion, guard, { ...guard, id: 171 }), { cities });
    const basis = realmBasis(world, 0);
    return undefendedCounsel(basis, realmTotals(basis)).find(({ figures }) => figures.city_id === nesa.id)
      ?.text;
  };
  expect(text(0)).toMatch(/; nothing can be there before$/u);
  expect(text(1)).toMatch(/; Archers 17[01] can be flown there this turn$/u);
});

test('two of many empty cities in danger are named, those that make most first', () => {
  const world = worldOf(0);
  const cities = [133, 143, 150].map((id) => must(recorded.cities.get(id)));
  const legions = cities.map(({ tile }, index) => ({
    ...legion,
    id: 9700 + index,
    tile: landBeside(world, tile),
  }));
  const lines = counsel(0, ...legions);
  const made = lines.map(({ figures }) => figures.made);
  expect(lines).toHaveLength(2);
  expect(made).toEqual(made.toSorted((a, b) => b - a));
  const each = cities.map((_, index) => counsel(0, must(legions[index]))[0]?.figures.made ?? 0);
  expect(made).toEqual(each.toSorted((a, b) => b - a).slice(0, 2));
});

/** A tile of land beside a city. */
function landBeside(world: World, tile: number): number {
  return must(
    adjacentTiles(world.map, tile).find(
      (near) => near !== tile && terrainOf(world, near)?.tclass === 'TC_LAND',
    ),
  );
}
