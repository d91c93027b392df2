import { describe, expect, it } from 'vitest';
import { counselOf } from '../../../features/advisor/counsel/counsel.js';
import { orderCounsel } from '../../../features/advisor/counsel/order-counsel.js';
import { lookUpRules } from '../../../features/rules-lookup/rules-lookup.js';
import type { Plan } from '../../../proxy/plans/plan.js';
import { cityBasis, cityEconomy } from '../../../proxy/rules/cities/city-economy.js';
import { areAtWar, type Player } from '../../../proxy/rules/lookup/players.js';
import { unitsOn } from '../../../proxy/rules/lookup/tiles.js';
import { realmBasis, realmTotals } from '../../../proxy/rules/players/realm-forecast.js';
import type { City } from '../../../proxy/world/city.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { VersionedTable } from '../../../proxy/world/versioned-table.js';
import { commit, markChanged, type World } from '../../../proxy/world/world.js';
import { counselContradiction } from '../../support/counsel-contradiction.js';
import { replay, worldAtTurn } from '../../support/recorded-world.js';

interface Checked {
  readonly cities: Record<string, number>;
  readonly lines: Map<string, number>;
  readonly wrong: string[];
  readonly rules: string[];
}

/** Visits every tenth turn of the recording as each of its players. */
function check(): Checked {
  const checked: Checked = {
    cities: { all: 0, output: 0, usage: 0, moods: 0 },
    lines: new Map(),
    wrong: [],
    rules: [],
  };
  let last = 0;
  replay(0, (world) => {
    const turn = world.game?.turn ?? 0;
    if (world.turn.phase !== 'movement' || turn === last || turn % 10 !== 0) return turn < 100;
    last = turn;
    compareCities(world, checked);
    for (const { playerno } of [...world.players.values()]) checkPlayer(world, playerno, checked);
    world.seat = { ...world.seat, player: 0 };
    if (turn === 50) checked.rules.push(...governmentRules(world));
    return true;
  });
  return checked;
}

function checkPlayer(world: World, player: number, { lines, wrong }: Checked): void {
  world.seat = { ...world.seat, player };
  // What is kept of a version is of one seat.
  markChanged(world);
  commit(world);
  const counsel = counselOf(world);
  for (const line of counsel) {
    lines.set(line.kind, (lines.get(line.kind) ?? 0) + 1);
    const contradicted = counselContradiction(world, line);
    if (contradicted !== undefined) wrong.push(`turn ${world.game?.turn}: ${contradicted}`);
  }
  const weights = counsel.map(({ weight }) => weight);
  if (weights.some((weight, index) => weight < (weights[index + 1] ?? 0))) wrong.push('not sorted by weight');
}

function governmentRules(world: World): readonly string[] {
  return ['despotism', 'republic', 'anarchy', 'democracy'].flatMap((name) => {
    const found = lookUpRules(world, { name, kind: 'government' });
    return found.ok ? (found.value[0]?.sentences ?? []) : [];
  });
}

/** As an observer, who knows of every player what its effects depend on. */
function compareCities(world: World, { cities }: Checked): void {
  world.seat = { ...world.seat, player: undefined, observer: true };
  for (const city of world.cities.values()) compareCity(world, city, cities);
  world.seat = { ...world.seat, observer: false };
}

function compareCity(world: World, city: City, cities: Record<string, number>): void {
  const { detail } = city;
  if (detail === undefined) return;
  const { prod, usage, waste, moods } = cityEconomy(world, cityBasis(world, city));
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const told = [detail.pplHappy, detail.pplContent, detail.pplUnhappy, detail.pplAngry].map((list) =>
    list.at(-1),
  );
  const count = (key: string, holds: boolean) => {
    cities[key] = (cities[key] ?? 0) + (holds ? 1 : 0);
  };
  count('all', true);
  count('output', isSame([prod, waste], [detail.prod, detail.waste]));
  count('usage', isSame(usage, detail.usage));
  count('moods', isSame([moods.happy, moods.content, moods.unhappy, moods.angry], told));
}

it('counsel of a recorded game says what the server says of its cities, and contradicts none of it', () => {
  const { cities, lines, wrong, rules } = check();
  expect(wrong).toEqual([]);
  expect([...lines.keys()].sort()).toEqual([
    'government',
    'rates',
    'research_switch',
    'score',
    'settling',
    'standing',
    'tech',
    'tech_trade',
    'tile',
    'treaty',
    'wonder',
  ]);
  const { all = 0, output = 0, usage = 0, moods = 0 } = cities;
  expect(all).toBeGreaterThan(300);
  // A city is told of again only when the server computes it anew: a unit that moved meanwhile changes its moods.
  expect(Math.min(output, usage, moods) / all).toBeGreaterThan(0.97);
  expect(rules).toContain('+1 trade on each worked tile that yields some already.');
  expect(rules).toContain(
    'A worked tile that yields more than 2 food, shields, trade yields 1 less of it, unless the city celebrates.',
  );
  expect(rules).toContain(
    'Corruption and waste take 15% of trade and 2% more for each tile from the nearest centre of government.',
  );
  expect(rules).toContain('A revolution takes 1 to 5 turns of anarchy.');
  expect(rules).toContain('All trade becomes luxury: no gold and no bulbs from taxes.');
});

describe('turn 85', () => {
  const world = worldAtTurn(85, 'civ2civ3-4-ai-90-turns');
  const seenBy = (player: number): World => ({ ...world, seat: { ...world.seat, player, observer: false } });

  it('counsel names the citizens who end the disorder of a city', () => {
    const [line] = counselOf(seenBy(2)).flatMap((one) => (one.kind === 'disorder' ? [one] : []));
    expect(line?.text).toMatch(
      /^Wien riots at the turn change; with Entertainers in place of work on \(\d+, \d+\) it does not/u,
    );
    expect(line?.figures.shields.after).toBeGreaterThan(line?.figures.shields.now ?? 0);
  });

  it('counsel foretells no disorder at the turn change that ends a revolution', () => {
    const players = new VersionedTable<Player>(world.version);
    for (const player of world.players.values()) players.set(player.playerno, player, world.version);
    const { game } = world;
    const own = world.players.get(2);
    if (game === undefined || own === undefined) throw new Error('the recording has no game of that player');
    const { turn, governmentDuringRevolutionId: government } = game;
    const kindsWhenItEndsIn = (revolutionFinishes: number) => {
      players.set(2, { ...own, government, revolutionFinishes }, world.version);
      const basis = realmBasis({ ...seenBy(2), players }, 2);
      const disorder = basis.cities.slice(0, 1).map(({ city }) => city.id);
      return orderCounsel(basis, { ...realmTotals(basis), disorder }).map(({ kind }) => kind);
    };
    expect(kindsWhenItEndsIn(turn + 2)).toEqual(['disorder']);
    expect(kindsWhenItEndsIn(turn + 1)).toEqual([]);
  });

  it('counsel says where to stop building settlers when there are more of them than sites', () => {
    const [line] = counselOf(seenBy(3)).flatMap((one) => (one.kind === 'settling' ? [one] : []));
    expect(line?.figures).toMatchObject({ left: 3, city_id: null, site: null });
    expect(line?.figures.waiting).toHaveLength(1);
    expect(line?.figures.building).toHaveLength(3);
    expect(line?.figures.stop).toEqual(line?.figures.building.slice(2));
  });

  it('counsel names what a technology opens with its gains, and not while it is in a research queue', () => {
    const ofTech = (plans: readonly Plan[]) =>
      counselOf(seenBy(3), plans).flatMap((one) => (one.kind === 'tech' ? [one.figures] : []));
    const [first] = ofTech([]);
    expect(first).toMatchObject({ tech: 'writing', steps: 1, gains: [{ name: 'library', cost: 60 }] });
    expect(first?.gains[0]?.bulbs).toBeGreaterThan(0);
    const writing = [...world.ruleset.techs.values()].find(({ name }) => name === 'Writing')?.id ?? -1;
    const queue: Plan = { kind: 'research_queue', id: 'research', since: 80, techs: [writing] };
    expect(ofTech([queue]).map(({ tech }) => tech)).not.toContain('writing');
  });

  it('counsel warns of a change of research only while no research queue chooses', () => {
    const queue: Plan = { kind: 'research_queue', id: 'research', since: 80, techs: [1] };
    const kinds = (plans: readonly Plan[]) => counselOf(seenBy(3), plans).map(({ kind }) => kind);
    expect(kinds([])).toContain('research_switch');
    expect(kinds([queue])).not.toContain('research_switch');
  });
});

/** A world in which an enemy stands so many tiles east of an own city that nobody defends. */
function withEnemy(distance: number): { readonly world: World; readonly city: City; readonly enemy: Unit } {
  const world = worldAtTurn(50);
  const me = world.seat.player ?? -1;
  const city = [...world.cities.values()].find(({ owner }) => owner === me);
  const rival = [...world.players.values()].find(({ playerno }) => areAtWar(world, me, playerno) === true);
  const legion = [...world.ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === 'Legion');
  if (city === undefined || rival === undefined || legion === undefined) throw new Error('no such game');
  for (const unit of unitsOn(world, city.tile)) world.units.delete(unit.id, markChanged(world));
  const { x, y } = world.map.position(city.tile);
  const land = world.tiles.get(city.tile);
  for (const step of [1, 2, 3, 4, 5]) {
    const tile = world.map.tileAt({ x: x + step, y }) ?? -1;
    const there = world.tiles.get(tile);
    if (land === undefined || there === undefined) throw new Error('the city stands at the edge');
    world.tiles.set(tile, { ...there, terrain: land.terrain, continent: land.continent }, markChanged(world));
    for (const unit of unitsOn(world, tile)) world.units.delete(unit.id, markChanged(world));
  }
  const enemy: Unit = {
    ...{
      id: 9999,
      owner: rival.playerno,
      tile: world.map.tileAt({ x: x + distance, y }) ?? -1,
      type: legion.id,
    },
    ...{ veteran: 0, hp: 10, activity: 'ACTIVITY_IDLE', activityTarget: -1, occupied: false },
    ...{ transportedBy: undefined, detail: undefined },
  };
  world.units.set(enemy.id, enemy, markChanged(world));
  commit(world);
  return { world, city, enemy };
}

it.each([
  [1, true],
  [4, false],
])('an empty city %i tiles from an enemy that moves one tile a turn is named: %s', (distance, isNamed) => {
  const { world, city, enemy } = withEnemy(distance);
  const found = counselOf(world).flatMap((one) =>
    one.kind === 'undefended' && one.figures.enemy_id === enemy.id ? [one.figures.city_id] : [],
  );
  expect(found).toEqual(isNamed ? [city.id] : []);
});

it('an empty city beside an enemy is named while workers alone are in it, not once a fighter is', () => {
  const { world, city, enemy } = withEnemy(1);
  const named = () =>
    counselOf(world).flatMap((one) => (one.kind === 'undefended' ? [one.figures.city_id] : []));
  const enter = (name: string) => {
    const type = [...world.ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === name)?.id ?? -1;
    const unit = { ...enemy, id: 9998, type, owner: city.owner, tile: city.tile };
    world.units.set(unit.id, unit, markChanged(world));
    commit(world);
  };
  enter('Workers');
  expect(named()).toContain(city.id);
  enter('Warriors');
  expect(named()).not.toContain(city.id);
});

it('foretells famine in a city that eats more than it makes', () => {
  const world = worldAtTurn(40);
  const city = [...world.cities.values()].find(({ owner }) => owner === world.seat.player);
  if (city?.detail === undefined) throw new Error('no own city');
  world.cities.set(
    city.id,
    { ...city, size: city.size + 5, detail: { ...city.detail, foodStock: 1 } },
    world.version,
  );
  const lines = counselOf(world).filter(({ kind }) => kind === 'famine');
  expect(lines).toMatchObject([{ figures: { city_id: city.id, stock: 1, turns: 1 } }]);
});
