import { expect, it, test } from 'vitest';
import { llmOptimizedView } from '../../../features/advisor/optimized/llm-optimized.js';
import { productionChoices } from '../../../features/advisor/production/advice.js';
import { buildOptions } from '../../../features/advisor/production/build-options.js';
import { guardChoice } from '../../../features/advisor/production/guard-choices.js';
import { nationNeeds } from '../../../features/advisor/production/nation-needs.js';
import { settlingOutlook } from '../../../features/advisor/settling/settling.js';
import { defendersOf, situationOf } from '../../../features/advisor/situation.js';
import { isCapital } from '../../../proxy/rules/cities/realm.js';
import { wireNameOf } from '../../../proxy/rules/lookup/names.js';
import { canBuild } from '../../../proxy/rules/production/build-targets.js';
import { allTargets } from '../../../proxy/rules/production/target.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { VersionedTable } from '../../../proxy/world/versioned-table.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, unitWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { ownCities, ownUnits } from '../../support/own-things.js';
import { replay, worldAtTurn } from '../../support/recorded-world.js';

function adviceOf(world: World, player = 0): ReadonlyMap<string, string> {
  world.seat = { ...world.seat, player };
  const cities = llmOptimizedView(world).own_cities;
  return new Map(
    cities.flatMap(({ name, advice }) => (advice ? [[name, `${advice.build}: ${advice.why}`]] : [])),
  );
}

it('advice on what to build is a strong defender near an enemy', () => {
  expect(adviceOf(worldAtTurn(50)).get('Tiliura')).toBe('phalanx: an enemy is near');
});

it('an undefended city gets a cheap defender, and a strong one on the coast once barbarians may land soon', () => {
  const whys = (turn: number) =>
    [0, 1, 2, 3, 4, 5].flatMap((player) => [...adviceOf(worldAtTurn(turn), player).values()]);
  expect(whys(40)).toContain('warriors: it has no defender');
  expect(whys(60)).toContain('phalanx: it has no defender');
});

it('a city on the coast that is held by Warriors alone gets a strong defender once barbarians may land soon', () => {
  const world = worldAtTurn(60);
  const told = [0, 1, 2, 3, 4, 5].flatMap((player) => {
    const situation = situationOf({ ...world, seat: { ...world.seat, player } });
    const needs = nationNeeds(situation, [], new Set());
    return situation.cities.flatMap((city) => {
      const choice = guardChoice(situation, city, needs, buildOptions(situation, city));
      return choice?.why === 'it is weakly held against landings' ? [{ city, choice, situation }] : [];
    });
  });
  expect(told.length).toBeGreaterThan(0);
  for (const { city, choice, situation } of told) {
    const held = defendersOf(situation, city).map(({ type }) => world.ruleset.unitTypes.get(type)?.ruleName);
    expect(new Set(held)).toEqual(new Set(['Warriors']));
    expect(choice.target.thing.name).toBe('Phalanx');
    // A chance of 0.25 % a turn to lose all citizens and two that would come, in the 40 turns left.
    expect(choice.points).toBeCloseTo((city.size + 2) * 40 * 0.0025);
  }
});

/** The game so many turns before its end, which is turn 100 in the recorded one. */
function gameBeforeEnd({ game }: World, turns: number) {
  return { ...must(game), turn: 100 - turns };
}

test('a city that an enemy is near to gets walls and more than two guards only while the game is long', () => {
  const world = worldAtTurn(60);
  const city = must(ownCities(world).find((one) => !isCapital(world, one)));
  const phalanx = must(allTargets(world).find(({ thing }) => thing.ruleName === 'Phalanx'));
  const units = new VersionedTable<Unit>();
  for (const unit of ownUnits(world).slice(0, 2)) {
    const guard = unitWith(unit, { type: phalanx.value, tile: city.tile }, { type: phalanx.value });
    units.set(guard.id, guard, world.version);
  }
  const toldWith = (turnsLeft: number, without?: string) => {
    const situation = situationOf(worldWith(world, { units, game: gameBeforeEnd(world, turnsLeft) }));
    expect(defendersOf(situation, city)).toHaveLength(2);
    const needs = { ...nationNeeds(situation, [], new Set()), endangered: new Set([city.id]) };
    const options = buildOptions(situation, city).filter(({ target }) => target.thing.name !== without);
    const choice = guardChoice(situation, city, needs, options);
    return choice && `${choice.target.thing.name}: ${choice.why}`;
  };
  expect(toldWith(41)).toBe('City Walls: an enemy is near');
  expect(toldWith(41, 'City Walls')).toBe('Phalanx: an enemy is near');
  expect(toldWith(40)).toBeUndefined();
});

test('a landing is more likely where barbarians hold a city, and the game is long', () => {
  const world = worldAtTurn(60);
  const pointsIn = (turnsLeft: number, isBesieged: boolean) =>
    [0, 1, 2, 3, 4, 5].flatMap((player) => {
      const foreign = must([...world.cities.values()].find(({ owner }) => owner !== player));
      const players = tableWith(world.players, ({ playerno }) => playerno, {
        ...must(world.players.get(foreign.owner)),
        ...(isBesieged && { barbarianType: 'SEA_BARBARIAN' as const }),
      });
      const seat = { ...world.seat, player };
      const game = gameBeforeEnd(world, turnsLeft);
      const situation = situationOf(worldWith(world, { players, seat, game }));
      const needs = nationNeeds(situation, [], new Set());
      return situation.cities.flatMap((city) => {
        const choice = guardChoice(situation, city, needs, buildOptions(situation, city));
        return choice?.why === 'it is weakly held against landings' ? [choice.points] : [];
      });
    });
  const quiet = pointsIn(41, false);
  expect(quiet.length).toBeGreaterThan(0);
  expect(pointsIn(41, true)).toEqual(quiet.map((points) => expect.closeTo(3 * points)));
  expect(pointsIn(40, true)).toEqual(pointsIn(40, false));
});

it('advice on what to build is a strong defender in a capital that has fewer than two', () => {
  const world = worldAtTurn(60);
  const capital = must(ownCities(world).find((city) => isCapital(world, city)));
  expect(ownCities(world).filter((city) => isCapital(world, city))).toEqual([capital]);
  const phalanx = must(allTargets(world).find(({ thing }) => thing.ruleName === 'Phalanx'));
  const [one, other] = ownUnits(world).map((unit) =>
    unitWith(unit, { type: phalanx.value, tile: capital.tile }, { type: phalanx.value }),
  );
  const weak = `${capital.name}: phalanx: the capital is weakly held`;
  const told = (there: World) => [...adviceOf(there)].map((entry) => entry.join(': '));
  expect(told(world)).toContain(weak);
  expect(told(worldWithUnits(world, must(one), must(other)))).not.toContain(weak);
});

test('a capital that is weakly held is told so turn by turn, whatever settlers would be worth just then', () => {
  const told = new Map<number, string>();
  replay(0, (world) => {
    const turn = world.game?.turn ?? 0;
    if (world.turn.phase !== 'movement' || turn < 50 || told.has(turn)) return true;
    const capital = ownCities(world).find((city) => isCapital(world, city));
    const choice = productionChoices(situationOf(world)).find(({ city }) => city === capital)?.choice;
    told.set(turn, choice?.why ?? '');
    return turn < 54;
  });
  expect([...told.values()]).toEqual(Array.from({ length: 5 }, () => 'the capital is weakly held'));
});

it('advice on what to build is no coinage in a city that builds settlers and does not grow just now', () => {
  const world = worldAtTurn(20);
  const [, second] = ownCities(world);
  const settlers = must(allTargets(world).find(({ thing }) => thing.ruleName === 'Settlers'));
  const city = must(second);
  const detail = must(city.detail);
  const surplus = detail.surplus.map((amount, output) => (output === 0 ? 0 : amount));
  const building = { productionKind: settlers.kind, productionValue: settlers.value, surplus };
  const stalled = { ...city, size: 1, granary: undefined, detail: { ...detail, ...building } };
  const there = worldWith(world, { cities: tableWith(world.cities, ({ id }) => id, stalled) });
  expect(settlingOutlook(situationOf(there)).left).toBeGreaterThan(0);
  expect(adviceOf(there).get(city.name) ?? '').not.toContain('coinage');
});

it('advice on what to build is settlers, one for each site, and a wonder where it is quick', () => {
  const advice = [...adviceOf(worldAtTurn(50)).values()];
  const places = advice.filter((one) => one.startsWith('settlers: room at'));
  expect(places.length).toBeGreaterThan(1);
  expect(new Set(places).size).toBe(places.length);
  const wonders = [0, 1, 2].flatMap((player) => [...adviceOf(worldAtTurn(90), player).values()]);
  expect(wonders.some((one) => /^\w+: a wonder in \d+ turns?$/.test(one))).toBe(true);
});

it('advice on what to build does not replace production that is nearly done and would be lost', () => {
  expect(adviceOf(worldAtTurn(50)).has('Salatiwari')).toBe(false);
});

it('advice on what to build is nothing that takes longer than the game', () => {
  const world = worldAtTurn(50);
  if (world.game === undefined) throw new Error('no game');
  // The recorded game ends with turn 100.
  world.game = { ...world.game, turn: 97 };
  expect([...adviceOf(world).values()].filter((one) => /settlers|wonder/.test(one))).toEqual([]);
});

it('advice on what to build is only what the city can build, for every player in every age', () => {
  for (const turn of [10, 40, 70, 100]) {
    const world = worldAtTurn(turn);
    for (const { playerno } of [...world.players.values()]) {
      expect(impossible({ ...world, seat: { ...world.seat, player: playerno } })).toEqual([]);
    }
  }
});

/** What is advised and cannot be built. */
function impossible(world: World): readonly string[] {
  return llmOptimizedView(world).own_cities.flatMap(({ id, advice }) => {
    const city = world.cities.get(id);
    if (advice === undefined || city === undefined) return [];
    const target = allTargets(world).find(({ thing }) => wireNameOf(thing) === advice.build);
    return target !== undefined && canBuild(world, city, target) === true
      ? []
      : [`${advice.build} in ${city.name}`];
  });
}

it('research that could come next is listed cheapest first, with bulbs, turns and what it allows', () => {
  const { research_options: options } = llmOptimizedView(worldAtTurn(50));
  expect(options.map(({ bulbs }) => bulbs)).toEqual(
    options.map(({ bulbs }) => bulbs).toSorted((a, b) => a - b),
  );
  expect(options).toContainEqual({
    tech: 'ceremonial_burial',
    bulbs: 28,
    turns: expect.any(Number),
    allows: ['temple'],
  });
});
