import { describe, expect, test } from 'vitest';
import { adviceOf } from '../../../features/advisor/advice/advice.js';
import { buildOptions } from '../../../features/advisor/production/build-options.js';
import { nationNeeds } from '../../../features/advisor/production/nation-needs.js';
import { helperChoice } from '../../../features/advisor/production/unit-choices.js';
import { wonderChoices } from '../../../features/advisor/production/wonder-choices.js';
import { landOf, wonderProjects } from '../../../features/advisor/production/wonder-help.js';
import { freeTechOf } from '../../../features/advisor/rules/free-tech.js';
import { situationOf } from '../../../features/advisor/situation.js';
import { stepsTo } from '../../../proxy/rules/lookup/research.js';
import { supposeTechs } from '../../../proxy/rules/lookup/supposed-world.js';
import { turnsToReach } from '../../../proxy/rules/movement/path.js';
import { buildCost } from '../../../proxy/rules/production/build-costs.js';
import { allTargets, type Target } from '../../../proxy/rules/production/target.js';
import type { City } from '../../../proxy/world/city.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, unitWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { ownCities, ownUnits } from '../../support/own-things.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
const research = must(recorded.research.get(0));
const tech = (name: string) =>
  must([...recorded.ruleset.techs.values()].find(({ ruleName }) => ruleName === name));
const target = (name: string): Target =>
  must(allTargets(recorded).find(({ thing }) => thing.ruleName === name));
const trading = supposeTechs(recorded, 0, must(stepsTo(recorded, research, tech('Trade').id)));

/** Cities that build something at so many shields a turn. */
function building(world: World, cities: readonly City[], { kind, value }: Target, shields: number): World {
  const changed = cities.map((city) => {
    const detail = must(city.detail);
    const surplus = detail.surplus.map((amount, output) => (output === 1 ? shields : amount));
    const made = { productionKind: kind, productionValue: value, shieldStock: 0, surplus };
    return { ...city, detail: { ...detail, ...made } };
  });
  return worldWith(world, { cities: tableWith(world.cities, ({ id }) => id, ...changed) });
}

describe('helpers of wonders', () => {
  const [first, ...others] = ownCities(recorded);
  const builder = must(first);
  const there = building(building(trading, others, target('Coinage'), 3), [builder], target('Colossus'), 5);
  const project = must(wonderProjects(situationOf(there)).get(landOf(there, builder.tile)));

  test('the wonders of a land are built in one city, which other cities can help', () => {
    expect(project.city.id).toBe(builder.id);
    expect(project.present?.thing.ruleName).toBe('Colossus');
    expect(project.wanted).toBeGreaterThan(buildCost(there, target('Colossus')) - 1);
    expect(wonderProjects(situationOf(recorded)).size).toBe(0);
  });

  test('shields in stock are taken off what the wonders of a land still need once, not once for each of them', () => {
    const wantedWith = (shieldStock: number) => {
      const city = must(there.cities.get(builder.id));
      const stocked = { ...city, detail: { ...must(city.detail), shieldStock } };
      const world = worldWith(there, { cities: tableWith(there.cities, ({ id }) => id, stocked) });
      return must(wonderProjects(situationOf(world)).get(landOf(world, builder.tile))).wanted;
    };
    expect(wantedWith(30) - wantedWith(90)).toBe(60);
  });

  test('cities that would take long over a wonder build caravans for that city, and none the wonder itself', () => {
    const situation = situationOf(there);
    const needs = nationNeeds(situation, [], new Set());
    const [helping, alone, ofBuilder] = [must(others[0]), must(others[1]), builder].map((city) => {
      const now = must(there.cities.get(city.id));
      const options = buildOptions(situation, now);
      return {
        help: helperChoice(situation, now, needs, options),
        wonders: wonderChoices(situation, now, needs, options).map(({ target: { thing } }) => thing.ruleName),
      };
    });
    expect(helping?.help).toMatchObject({ why: `for a wonder in ${builder.name}` });
    expect(helping?.help?.target.thing.ruleName).toBe('Caravan');
    expect(helping?.help?.counted).toBeCloseTo((0.9 * 5 * 50) / project.cost);
    expect([...(helping?.wonders ?? []), ...(alone?.wonders ?? [])]).toEqual([]);
    expect(ofBuilder?.help).toBeUndefined();
    expect(ofBuilder?.wonders).toContain('Colossus');
  });

  const ROAD_TURNS = 4;

  /** Caravans there, each standing so many tiles from the city or on its way there. */
  function withCaravans(...places: readonly { readonly tile: number; readonly goto?: number }[]): World {
    const unit = must(ownUnits(recorded).find(({ detail }) => detail !== undefined));
    const type = target('Caravan').value;
    const caravans = places.map(({ tile, goto }, index) =>
      unitWith(
        unit,
        { ...{ id: 9700 + index, type, tile, activity: 'ACTIVITY_IDLE' } },
        {
          ...{ id: 9700 + index, type, tile, movesleft: 3, doneMoving: false, ai: false },
          ...{ hasOrders: goto !== undefined, gotoTile: goto ?? -1 },
        },
      ),
    );
    return worldWithUnits(there, ...caravans);
  }

  /** What is said of the Colossus in the city that builds it. */
  function toldOf(world: World): string | undefined {
    const situation = situationOf(world);
    const city = must(world.cities.get(builder.id));
    const needs = { ...nationNeeds(situation, [], new Set()), gold: 0 };
    const choices = wonderChoices(situation, city, needs, buildOptions(situation, city));
    return choices.find(({ target: { thing } }) => thing.ruleName === 'Colossus')?.why;
  }

  test('the turns of a wonder count helpers that are there or on their way when they come, and no others', () => {
    const alone = Math.ceil(buildCost(there, target('Colossus')) / 5);
    expect(toldOf(there)).toBe(`a wonder in ${alone} turns`);
    const home = builder.tile;
    const unit = must(withCaravans({ tile: home }).units.get(9700));
    const reached = turnsToReach(there, unit, { maxTurns: 20, maxLegs: 500 });
    const [away] = must([...reached].find(([, turns]) => turns === ROAD_TURNS));
    const missing = alone * 5 - buildCost(there, target('Caravan'));
    expect(toldOf(withCaravans({ tile: home }))).toBe(
      `a wonder in ${missing / 5} turns with 1 helper on the way`,
    );
    expect(toldOf(withCaravans({ tile: away, goto: home }))).toBe(
      `a wonder in ${missing / 5} turns with 1 helper on the way`,
    );
    // It stands, or goes elsewhere.
    expect(toldOf(withCaravans({ tile: away }))).toBe(`a wonder in ${alone} turns`);
    expect(toldOf(withCaravans({ tile: home, goto: away }))).toBe(`a wonder in ${alone} turns`);
    // Five would make it at once; those on the way make it when they are there.
    const four = Array.from({ length: 4 }, () => ({ tile: away, goto: home }));
    const [first] = /\d+/u.exec(toldOf(withCaravans(...four)) ?? '') ?? [];
    expect(Number(first)).toBeGreaterThan(ROAD_TURNS - 1);
  });

  test('an idle caravan is sent to the city that builds a wonder, and to none that builds something else', () => {
    const unit = must(ownUnits(recorded).find(({ detail }) => detail !== undefined));
    const caravan = unitWith(
      unit,
      { type: target('Caravan').value, activity: 'ACTIVITY_IDLE' },
      {
        ...{ type: target('Caravan').value, activity: 'ACTIVITY_IDLE' },
        ...{ movesleft: 3, hasOrders: false, doneMoving: false, ai: false },
      },
    );
    const orders = (world: World) =>
      adviceOf(situationOf(worldWithUnits(world, caravan)), []).filter(
        ({ do: action }) => action.unit_id === unit.id,
      );
    const { x, y } = there.map.position(builder.tile);
    expect(orders(there)).toEqual([
      {
        do: { action_type: 'go_and', unit_id: unit.id, x, y, do: 'help_wonder' },
        why: `${builder.name} builds Colossus`,
      },
    ]);
    expect(orders(building(there, [builder], target('Coinage'), 5))).toEqual([]);
  });
});

describe('a technology that brings another', () => {
  const philosophy = tech('Philosophy').id;

  test('the gift is the next step to the goal, and the dearest is named', () => {
    const free = must(freeTechOf(recorded, philosophy));
    const goal = must(stepsTo(recorded, research, research.techGoal) ?? [philosophy]);
    expect(free.dearest).toBeDefined();
    const before = must(stepsTo(recorded, research, philosophy));
    const [next] = goal.filter((step) => !before.includes(step));
    expect(free.gift?.id).toBe(next);
  });

  test('there is no gift once somebody knows it, nor for any other technology', () => {
    const game = must(recorded.game);
    const globalAdvances = game.globalAdvances.with(philosophy, true);
    expect(
      freeTechOf(worldWith(recorded, { game: { ...game, globalAdvances } }), philosophy),
    ).toBeUndefined();
    expect(freeTechOf(recorded, tech('Trade').id)).toBeUndefined();
  });
});
