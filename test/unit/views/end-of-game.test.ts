import { expect, test } from 'vitest';
import { ratesOutlook } from '../../../features/advisor/advice/nation-orders.js';
import { researchOrder } from '../../../features/advisor/advice/research-order.js';
import { comesInTime, counselOf } from '../../../features/advisor/counsel/counsel.js';
import { productionChoices } from '../../../features/advisor/production/advice.js';
import { buildOptions } from '../../../features/advisor/production/build-options.js';
import { nationNeeds } from '../../../features/advisor/production/nation-needs.js';
import { workersChoice } from '../../../features/advisor/production/unit-choices.js';
import { situationOf } from '../../../features/advisor/situation.js';
import { ownResearch } from '../../../proxy/rules/lookup/research.js';
import { outputWorth, SCORE_POINTS } from '../../../proxy/rules/players/output-worth.js';
import { realmBasis } from '../../../proxy/rules/players/realm-forecast.js';
import { isWorkerType } from '../../../proxy/rules/units/action-enablers.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { VersionedTable } from '../../../proxy/world/versioned-table.js';
import { commit, markChanged, type World } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const PLAYERS = [0, 1, 2];
/** It knows what workers need. */
const POTTER = 1;
const NO_TECH = 0;

const recorded = worldAtTurn(60);

/** The world of turn 60 as a player has it in a later turn of the game, which ends with turn 100. */
function inTurn(turn: number, player: number): World {
  const game = { ...must(recorded.game), turn };
  const world = worldWith(recorded, { game, seat: { ...recorded.seat, player } });
  // What is kept of a version is of one moment.
  markChanged(world);
  commit(world);
  return world;
}

/** The same without anybody who works the land. */
function withoutWorkers(world: World): World {
  const situation = situationOf(world);
  const units = new VersionedTable<Unit>();
  for (const unit of world.units.values())
    if (!isWorkerType(situation.world, unit.type)) units.set(unit.id, unit, world.version);
  return worldWith(world, { units });
}

const linesIn = (turn: number) => PLAYERS.flatMap((player) => counselOf(inTurn(turn, player)));
/** Why each city would build workers. */
function reasonsIn(turn: number): readonly string[] {
  const situation = situationOf(withoutWorkers(inTurn(turn, POTTER)));
  const needs = nationNeeds(situation, [], new Set());
  return situation.cities.flatMap(
    (city) => workersChoice(situation, needs, buildOptions(situation, city))?.why ?? [],
  );
}

test('counsel names nothing that comes after the end of the game, and what comes before stays', () => {
  expect(linesIn(60).filter((line) => !comesInTime(line, 40))).toEqual([]);
  const late = linesIn(60).filter((line) => !comesInTime(line, 2));
  const kinds = late.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['government', 'settling', 'tech']));
  const told = linesIn(98).map(({ kind, text }) => ({ kind, text }));
  expect(told.filter(({ text }) => late.some((line) => line.text === text))).toEqual([]);
  expect(told.map(({ kind }) => kind)).toContain('standing');
});

test('workers are advised with how many there are, and not where their work would pay after the end', () => {
  const cities = situationOf(inTurn(60, POTTER)).cities.length;
  const few = reasonsIn(60);
  expect(few.length).toBeGreaterThan(0);
  expect(new Set(few)).toEqual(new Set([`there are few workers: 0 for ${cities} cities`]));
  for (const turn of [88, 98]) expect(reasonsIn(turn)).toEqual([]);
});

test('gold buys less and less towards the end of the game, and nothing after its last purchases', () => {
  const goldIn = (turn: number) => outputWorth(inTurn(turn, POTTER)).gold;
  expect(goldIn(80)).toBe(goldIn(60));
  expect(goldIn(94) / goldIn(60)).toBeCloseTo(4 / 12);
  expect([98, 100, 101].map(goldIn)).toEqual([0, 0, 0]);
});

test('research in the last turns is for what is known in time, without wonders that come too late', () => {
  const orderIn = (turn: number, bulbs: number) => {
    const world = inTurn(turn, POTTER);
    const idle = { ...must(ownResearch(world)), researching: NO_TECH, techGoal: NO_TECH };
    const research = tableWith(world.research, ({ id }) => id, idle);
    const basis = must(realmBasis(worldWith(world, { research }), POTTER));
    const rates = ratesOutlook(basis);
    const best = { ...rates.best, totals: { ...rates.best.totals, bulbs } };
    return researchOrder(basis, { ...rates, best }).map(({ why }) => why);
  };
  expect(orderIn(80, 1).join()).toMatch(/opens/);
  expect(orderIn(88, 1000).join()).toMatch(/opens/);
  expect(orderIn(92, 1000)).toEqual(['the most for its bulbs']);
  expect(orderIn(98, 1)).toEqual(['the cheapest, none is known in time']);
});

test('in the last turns a city without anything better builds units, because the score counts them', () => {
  const builtIn = (turn: number) =>
    productionChoices(situationOf(inTurn(turn, POTTER)))
      .map(({ choice }) => choice)
      .filter(({ why }) => why === 'the score counts units built');
  expect(builtIn(60)).toEqual([]);
  const built = builtIn(98);
  expect(built.length).toBeGreaterThan(0);
  for (const { points, turns } of built) {
    expect(points).toBeLessThanOrEqual(SCORE_POINTS.unitBuilt);
    expect(turns).toBeLessThanOrEqual(2);
  }
});
