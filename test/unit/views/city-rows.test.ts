import { describe, expect, it } from 'vitest';
import { type CityRow, cityRowSchema } from '#shared/protocol/state/city-rows.js';
import { type CityRowLog, logRows, rowsChangedSince } from '../../../features/city-rows/changed-rows.js';
import { cityRows } from '../../../features/city-rows/city-row.js';
import { cityRowsText, cityRowText } from '../../../features/city-rows/city-rows-text.js';
import type { CityPlan } from '../../../proxy/plans/plan.js';
import { specialistOutput } from '../../../proxy/rules/cities/tile-output.js';
import { outputs } from '../../../proxy/rules/lookup/outputs.js';
import { tokenCounter } from '../../../proxy/views/packing/pack-state.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { expectToFit } from '../../support/fits.js';
import { type Recording, replay, worldAtTurn } from '../../support/recorded-world.js';

const recordings: readonly Recording[] = ['classic-6-ai-100-turns', 'classic-8-ai-150-turns'];

/** Calls `visit` as those turns of a recorded game begin. */
function atTurns(
  recording: Recording,
  turns: readonly number[],
  visit: (world: World, turn: number) => void,
): void {
  const left = [...turns];
  replay(
    0,
    (world) => {
      const turn = world.game?.turn ?? 0;
      if (world.turn.phase !== 'movement' || turn !== left[0]) return true;
      left.shift();
      visit(world, turn);
      return left.length > 0;
    },
    recording,
  );
  expect(left).toEqual([]);
}

/** The rows of a player of a recorded game. */
function rowsOf(world: World, player: number, plans: readonly CityPlan[] = []): readonly CityRow[] {
  const { seat } = world;
  world.seat = { ...seat, player };
  const rows = cityRows(world, plans);
  world.seat = seat;
  return rows;
}

/** The figures of a row, and the same as the server has told them. */
function compare(world: World, row: CityRow) {
  const city = world.cities.get(row.id);
  const detail = city?.detail;
  if (city === undefined || detail === undefined) throw new Error('it has no detail');
  const { specialists = {}, ...moods } = row.citizens;
  const count = (counts: object) => Object.values(counts).reduce((sum, one: number) => sum + one, 0);
  const ofSpecialists = (output: number) =>
    detail.specialists.reduce((sum, one, kind) => sum + one * specialistOutput(world, city, kind, output), 0);
  const yields = (name: 'food' | 'shield' | 'trade', output: number) =>
    row.tiles.reduce((sum, tile) => sum + tile[name], 0) + ofSpecialists(output);
  const amounts = (['food', 'shield', 'trade', 'gold', 'luxury', 'science'] as const).map(
    (name) => row.outputs[name] ?? { gross: 0, net: 0 },
  );
  const { food, shields, trade } = outputs;
  return {
    shown: {
      net: amounts.map(({ net }) => net),
      upkeep: amounts.map(({ upkeep = 0 }) => upkeep),
      prod: amounts.map(({ gross, lost = 0 }) => gross - lost),
      balance: amounts.map(({ gross, lost = 0, upkeep = 0 }) => gross - lost - upkeep),
      tiles: [yields('food', food), yields('shield', shields), yields('trade', trade)],
      citizens: count(moods) + count(specialists),
      workers: row.tiles.length - 1,
    },
    told: {
      net: detail.surplus,
      upkeep: detail.usage,
      prod: detail.prod,
      balance: detail.surplus,
      tiles: detail.citizenBase.slice(0, 3),
      citizens: city.size,
      workers: city.size - count(specialists),
    },
  };
}

describe.each(recordings)('the game %s', (recording) => {
  it('the rows of cities have the figures of the server for every city', () => {
    atTurns(recording, [10, 20, 30, 40, 50, 60, 70, 80, 90, 100], (world, turn) => {
      for (const { playerno: player } of world.players.values()) {
        for (const row of rowsOf(world, player)) {
          const { shown, told } = compare(world, row);
          expect(shown, `${row.name} on turn ${turn}`).toEqual(told);
        }
      }
      for (const row of rowsOf(world, 0)) expectToFit(cityRowSchema, row, row.name);
    });
  });

  it('the rows of cities are as they were foretold in rows that are left out as unchanged', () => {
    let log: CityRowLog = new Map();
    let since = -1;
    const kept = new Map<number, CityRow>();
    let left = 0;
    atTurns(recording, [50, 51, 52, 53, 54, 80], (world) => {
      const rows = rowsOf(world, 0);
      log = logRows(log, rows, world.version);
      const { cities, gone, unchanged } = rowsChangedSince(log, rows, since);
      for (const row of cities) kept.set(row.id, row);
      for (const id of gone) kept.delete(id);
      left += unchanged;
      since = world.version;
      expect([...kept.keys()].sort((a, b) => a - b)).toEqual(rows.map(({ id }) => id));
      for (const row of rows) expect(withoutStock(kept.get(row.id))).toEqual(withoutStock(row));
      expect(rowsChangedSince(logRows(log, rows, world.version + 5), rows, since).cities).toEqual([]);
    });
    expect(left).toBeGreaterThan(0);
  });
});

function withoutStock(row: CityRow | undefined) {
  return row && { ...row, building: row.building && { ...row.building, stock: 0 } };
}

describe('row of a city', () => {
  const world = worldAtTurn(60);

  it('a row of most cities takes at most 35 tokens as text', async () => {
    const count = await tokenCounter();
    const worlds = [world, worldAtTurn(60, 'classic-8-ai-150-turns')];
    const tokens = worlds.flatMap((one) =>
      [...one.players.values()].flatMap(({ playerno }) =>
        rowsOf(one, playerno).map((row) => count(`${cityRowText(one, row)}\n`)),
      ),
    );
    expect(tokens.length).toBeGreaterThan(50);
    expect(tokens.toSorted((a, b) => a - b)[Math.floor(tokens.length / 2)]).toBeLessThanOrEqual(35);
  });

  it('a row of a city is one line of text, with a legend where all rows are there', () => {
    const cities = rowsOf(world, 0);
    const all = cityRowsText(world, { unchanged: 0, cities }).split('\n');
    expect(all).toHaveLength(cities.length + 2);
    expect(all[1]).toContain('net/gross');
    const changed = cityRowsText(world, { since: 7, unchanged: 4, gone: [5], cities }).split('\n');
    expect(changed[0]).toContain('changed since version 7, 4 did not');
    expect(changed[1]).toBe('No longer yours: 5.');
    expect(changed).toHaveLength(cities.length + 2);
  });

  it('a short row has a worklist and no tiles and buildings, and most take at most 25 tokens', async () => {
    const count = await tokenCounter();
    const [first] = rowsOf(world, 0);
    const city = must(world.cities.get(must(first).id));
    const worklist = [{ kind: 'VUT_IMPROVEMENT' as const, value: 0 }];
    const detail = { ...must(city.detail), worklist };
    const listed = worldWith(world, { cities: tableWith(world.cities, ({ id }) => id, { ...city, detail }) });
    const cities = rowsOf(listed, 0);
    const [head, legend, ...lines] = cityRowsText(listed, { unchanged: 0, cities }, 'short').split('\n');
    expect(head).toBe(`Turn 60: ${cities.length} cities.`);
    expect(legend).toContain('+what follows');
    expect(lines).toHaveLength(cities.length);
    expect(lines[0]).toMatch(/^\d+ \S+ \d+ f-?\d+ s-?\d+ t\d+ .*[a-z_]+(@\d+)? \+[a-z_]+$/);
    const tokens = lines.map((line) => count(line)).toSorted((a, b) => a - b);
    expect(tokens[Math.floor(tokens.length / 2)]).toBeLessThanOrEqual(25);
    const changed = cityRowsText(listed, { since: 7, unchanged: 4, cities }, 'short');
    expect(changed).toContain('cities changed, 4 did not.');
  });

  it('a short row is told again for its size and what it builds, and not for yields and dates', () => {
    const [first, ...others] = rowsOf(world, 0);
    const row = must(first);
    const { building } = row;
    if (building === null) throw new Error('it builds nothing');
    const log = logRows(new Map(), [row, ...others], 10, 'short');
    const fresh = (changes: Partial<CityRow>) => {
      const rows = [{ ...row, ...changes }, ...others];
      return rowsChangedSince(logRows(log, rows, 20, 'short'), rows, 10).cities.length;
    };
    const outputs = { ...row.outputs, trade: { gross: 50, net: 50 } };
    const later = { ...building, turn: (building.turn ?? 60) + 5, stock: 1 };
    expect(fresh({ outputs, building: later, grows_turn: 90, tiles: [] })).toBe(0);
    expect(fresh({ size: row.size + 1 })).toBe(1);
    expect(fresh({ building: { ...building, name: 'coinage' } })).toBe(1);
    expect(fresh({ disorder: true })).toBe(1);
  });

  it('a row of a city has the standing plans for it, and what of them is left', () => {
    const [first, second] = rowsOf(world, 0);
    const plan = (cities: CityPlan['cities']): CityPlan => ({
      ...{ kind: 'city_plan', id: `city_plan-${cities}`, since: 1, cities, keepDefenders: 0 },
      list: [0, 1].map((value) => ({ kind: 'VUT_IMPROVEMENT', value })),
      given: { [String(first?.id)]: [0] },
      known: [first?.id ?? -1],
    });
    const rows = rowsOf(world, 0, [plan('new'), plan('all'), plan(second?.id ?? -1)]);
    expect(rows[0]?.plans).toEqual([{ id: 'city_plan-all', left: ['aqueduct'] }]);
    expect(rows[1]?.plans).toHaveLength(3);
  });

  it('a row has its own plan in its line; what one plan has left for several is told once, with ids', () => {
    const rows = rowsOf(world, 0);
    const [first, second, third] = rows;
    if (first === undefined || second === undefined || third === undefined) throw new Error('too few cities');
    const left = { id: 'city_plan-all', left: ['temple', 'library'] };
    const planned = [
      { ...first, plans: [left, { id: 'city_plan-new' }] },
      { ...second, plans: [left, { id: `city_focus-${second.id}`, focus: 'trade' as const }] },
      third,
    ];
    const text = (cities: readonly CityRow[]) => cityRowsText(world, { since: 7, unchanged: 0, cities });
    const lines = text(planned).split('\n');
    expect(lines.at(-1)).toBe(`Plan city_plan-all temple library: ${first.id}, ${second.id}`);
    expect(lines[1]).not.toContain('city_plan');
    expect(lines[2]).toContain(` city_focus-${second.id} trade`);
    expect(text(planned.slice(0, 2))).toMatch(/\nPlan city_plan-all temple library: all of these$/u);
    expect(text(planned.slice(0, 1))).toMatch(/ city_plan-all temple library$/u);
  });

  it('a row is not a changed one because a plan has less left, only because another plan holds', () => {
    const rows = rowsOf(world, 0);
    const withPlan = (id: string, left: readonly string[]) =>
      rows.map((row) => ({ ...row, plans: [{ id, left }] }));
    const log = logRows(new Map(), withPlan('city_plan-all', ['temple', 'library']), 5);
    const changed = (later: readonly CityRow[]) => rowsChangedSince(logRows(log, later, 6), later, 5).cities;
    expect(changed(withPlan('city_plan-all', ['library']))).toEqual([]);
    expect(changed(withPlan('city_plan-new', ['library']))).toHaveLength(rows.length);
  });

  it('a row of a city is not there for an observer', () => {
    const { seat } = world;
    world.seat = { ...seat, player: undefined, observer: true };
    expect(cityRows(world, [])).toEqual([]);
    world.seat = seat;
  });
});
