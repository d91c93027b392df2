import { describe, expect, test } from 'vitest';
import { adviceOf } from '../../../features/advisor/advice/advice.js';
import { spaceTechs } from '../../../features/advisor/advice/research-order.js';
import { spaceCounsel } from '../../../features/advisor/counsel/space-counsel.js';
import { buildOptions } from '../../../features/advisor/production/build-options.js';
import { spaceChoices } from '../../../features/advisor/production/building-choices.js';
import { nationNeeds, takePart } from '../../../features/advisor/production/nation-needs.js';
import { shipPlans } from '../../../features/advisor/rules/ship-plans.js';
import { rivalShips, spaceRace } from '../../../features/advisor/rules/space-race.js';
import { situationOf } from '../../../features/advisor/situation.js';
import { threats } from '../../../features/advisor/threats/threats.js';
import { withBit } from '../../../proxy/freeciv/value-codecs.js';
import { isCapital } from '../../../proxy/rules/cities/realm.js';
import { supposeTechs } from '../../../proxy/rules/lookup/supposed-world.js';
import { turnsToYear, yearsATurn } from '../../../proxy/rules/players/calendar.js';
import { type Spaceship, structuralsPlaced } from '../../../proxy/rules/players/spaceship.js';
import type { City } from '../../../proxy/world/city.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { counselContradiction } from '../../support/counsel-contradiction.js';
import { ownCities } from '../../support/own-things.js';
import { worldAtTurn } from '../../support/recorded-world.js';
import { looseShip, placedShip } from '../../support/ships.js';

const recorded = worldAtTurn(60);
const me = must(recorded.seat.player);
const building = (name: string) =>
  must([...recorded.ruleset.improvements.values()].find(({ ruleName }) => ruleName === name));
const allTechs = [...recorded.ruleset.techs.keys()].filter((id) => id > 0);

/** The recorded world with every technology known, in the year 1960, and the space race on. */
function late(changes: Partial<NonNullable<World['game']>> = {}): World {
  const game = must(recorded.game);
  return worldWith(supposeTechs(recorded, me, allTechs), {
    game: {
      ...game,
      year32: 1960,
      victoryConditions: new Set(['VC_SPACERACE']),
      globalAdvances: game.globalAdvances.map(() => true),
      ...changes,
    },
  });
}

/** The same with the Apollo Program built, and so many own cities with a Factory; all make so many shields a turn. */
function open(factories: number, shields = 10): World {
  const owners = must(recorded.game).greatWonderOwners.map((owner, id) =>
    id === building('Apollo Program').id ? 1 : owner,
  );
  const world = late({ greatWonderOwners: owners });
  const cities = ownCities(world).map((city, index) => {
    const detail = must(city.detail);
    const surplus = detail.surplus.map((amount, output) => (output === 1 ? shields : amount));
    const improvements =
      index < factories ? withBit(city.improvements, building('Factory').id, true) : city.improvements;
    return { ...city, improvements, detail: { ...detail, surplus } };
  });
  return worldWith(world, { cities: tableWith(world.cities, ({ id }) => id, ...cities) });
}

const empty = looseShip({ structurals: 0, components: 0, modules: 0 });

function withShips(world: World, ...ships: readonly Spaceship[]): World {
  return worldWith(world, {
    spaceships: tableWith(world.spaceships, ({ playerNum }) => playerNum, ...ships),
  });
}

describe('ships that can be built', () => {
  test('the least that flies takes 8 structurals, 2 components and 3 modules', () => {
    expect(shipPlans(undefined)[0]).toMatchObject({
      pairs: 1,
      missing: { structurals: 8, components: 2, modules: 3 },
    });
    expect(shipPlans(undefined).map(({ pairs }) => pairs)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('a ship is faster with each pair, and the parts of a plan hold together', () => {
    const years = shipPlans(undefined).map((plan) => plan.years);
    expect(years).toEqual(years.toSorted((a, b) => b - a));
    for (const { pairs, missing } of shipPlans(undefined)) {
      const ship = placedShip(missing);
      expect(structuralsPlaced(ship)).toBe(missing.structurals);
      expect(shipPlans(ship)[0]).toMatchObject({
        pairs,
        missing: { structurals: 0, components: 0, modules: 0 },
      });
    }
  });

  test('a part that nothing holds makes a ship no slower', () => {
    const least = placedShip({ structurals: 8, components: 2, modules: 3 });
    const [plan] = shipPlans({ ...least, modules: 4, habitation: 2 });
    expect(plan?.years).toBe(shipPlans(least)[0]?.years);
  });

  test('parts that are not placed yet are not asked for again', () => {
    const [plan] = shipPlans({ ...empty, structurals: 5, components: 1, modules: 2 });
    expect(plan?.missing).toEqual({ structurals: 3, components: 1, modules: 1 });
  });
});

describe('the calendar', () => {
  test('a turn is a year once the technologies of the space race are known, and more without the race', () => {
    expect(yearsATurn(late({ year32: -1500 }))).toBe(1);
    expect(yearsATurn(late({ year32: -1500, victoryConditions: new Set() }))).toBe(50);
    expect(turnsToYear(late(), 1972)).toBe(12);
    expect(turnsToYear(late({ year32: 1980 }), 1972)).toBe(0);
  });
});

describe('the space race', () => {
  test('a seat has no space race where a spaceship does not win, or while it lacks technologies', () => {
    expect(spaceRace(late({ victoryConditions: new Set() }))).toBeUndefined();
    expect(spaceTechs(late({ victoryConditions: new Set() })).size).toBe(0);
    const early = worldWith(recorded, { game: must(late().game) });
    expect(spaceRace(early)).toBeUndefined();
    expect(spaceTechs(early).size).toBe(3);
  });

  test('the space race begins with the Apollo Program, then with parts where a Factory stands', () => {
    expect(spaceRace(late())).toMatchObject({ step: 'wonder', wonder: { ruleName: 'Apollo Program' } });
    const world = open(2, 60);
    const race = must(spaceRace(world));
    expect(race).toMatchObject({ step: 'parts', wonder: undefined, pays: true });
    expect(race.makers).toHaveLength(2);
    expect(race.candidates.size).toBe(ownCities(world).length - 2);
    const situation = situationOf(world);
    const needs = nationNeeds(situation, [], new Set());
    const choicesIn = (city: City) =>
      spaceChoices(situation, city, needs, buildOptions(situation, city)).map(
        ({ target }) => target.thing.ruleName,
      );
    for (const city of situation.cities)
      expect(choicesIn(city).toSorted()).toEqual(
        race.makers.includes(city) ? ['Space Component', 'Space Module', 'Space Structural'] : ['Factory'],
      );
    for (const { part, count } of race.lacking)
      for (let one = 0; one < count; one += 1) takePart(must(needs.space), part.id);
    expect(choicesIn(must(race.makers[0]))).toEqual([]);
    const apollo = situationOf(worldWith(open(0, 90), { game: must(late().game) }));
    const [first] = apollo.cities.map((city) =>
      spaceChoices(apollo, city, nationNeeds(apollo, [], new Set()), buildOptions(apollo, city)),
    );
    expect(first?.map(({ why }) => why)).toContain('a spaceship needs it first');
    expect(must(spaceRace(apollo.world)).buildTurns).toBeGreaterThan(must(spaceRace(open(0, 90))).buildTurns);
  });

  test('more shields make a ship of more parts, which arrives earlier', () => {
    const [few, many] = [must(spaceRace(open(2))), must(spaceRace(open(2, 90)))];
    expect(many.flightTurns).toBeLessThan(few.flightTurns);
    expect(many.buildTurns + many.flightTurns).toBeLessThan(few.buildTurns + few.flightTurns);
  });

  test('a ship is placed, then launched when no better one would arrive earlier', () => {
    const parts = { structurals: 32, components: 16, modules: 12 };
    const world = open(2);
    const loose = withShips(world, { ...empty, ...parts });
    const actionsIn = (there: World) =>
      adviceOf(situationOf(there), []).map(({ do: { action_type: type } }) => type);
    expect(actionsIn(loose)[0]).toBe('spaceship_place');
    const ready = withShips(world, { ...placedShip(parts), successRate: 1, travelTime: 9.5 });
    expect(actionsIn(ready)[0]).toBe('spaceship_launch');
    const turn = must(world.game).turn;
    const [line] = spaceCounsel(ready);
    expect(line?.figures).toMatchObject({ step: 'launch', flight_turns: 9, arrival_turn: turn + 9 });
    expect(counselContradiction(ready, must(line))).toBeUndefined();
    const least = {
      ...placedShip({ structurals: 8, components: 2, modules: 3 }),
      successRate: 1,
      travelTime: 26,
    };
    expect(actionsIn(withShips(world, least))).toContain('spaceship_launch');
    expect(actionsIn(withShips(open(2, 60), least))).not.toContain('spaceship_launch');
  });

  test('a nation without a capital is not told to launch', () => {
    const world = open(2);
    const cities = ownCities(world).map((city) =>
      isCapital(world, city) ? { ...city, improvements: new Uint8Array(city.improvements.length) } : city,
    );
    const headless = worldWith(world, { cities: tableWith(world.cities, ({ id }) => id, ...cities) });
    const ready = withShips(headless, {
      ...placedShip({ structurals: 32, components: 16, modules: 12 }),
      ...{ successRate: 1, travelTime: 9.5 },
    });
    expect(adviceOf(situationOf(ready), []).map(({ do: action }) => action.action_type)).not.toContain(
      'spaceship_launch',
    );
    expect(spaceCounsel(ready)[0]?.text).toContain('without a capital it cannot be launched');
  });

  test('a ship that arrives after a rival’s or after the last turn is not built', () => {
    const rival: Spaceship = {
      ...{ ...empty, playerNum: 2, sshipState: 'SSHIP_LAUNCHED' },
      ...{ launchYear32: 1955, travelTime: 8.9, successRate: 1 },
    };
    const world = withShips(open(2, 60), rival);
    expect(rivalShips(world)).toEqual([{ player: 2, turns: 3 }]);
    expect(spaceRace(world)?.pays).toBe(false);
    expect(adviceOf(situationOf(world), []).some(({ why }) => why.includes('spaceship'))).toBe(false);
    const [first] = threats(situationOf(world)).filter(({ type }) => type === 'spaceship');
    expect(first).toMatchObject({ severity: 'high', player_id: 2 });
    const turn = must(world.game).turn;
    expect(first?.description).toContain(`at the end of turn ${turn + 3}, in 3 turns: then the game is lost`);
    const short = open(2, 60);
    const ending = worldWith(short, { game: { ...must(short.game), turn: 98 } });
    expect(spaceRace(ending)?.pays).toBe(false);
    expect(spaceCounsel(ending)).toEqual([]);
  });
});
