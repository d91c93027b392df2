import { describe, expect, test } from 'vitest';
import type { EventType } from '../../../proxy/freeciv/generated/packets.js';
import { type Occupation, occupationOf } from '../../../proxy/orders/occupation.js';
import { type EndedOrder, orderEnd } from '../../../proxy/orders/order-end.js';
import type { Message } from '../../../proxy/world/messages.js';
import type { Unit } from '../../../proxy/world/unit.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, unitWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const world = worldAtTurn(60);
const archers = must(world.units.get(170));
const workers = must(world.units.get(108));
/** An enemy, wherever the tests put it. */
const enemy = must([...world.units.values()].find(({ owner }) => owner === 2));
const NESA = archers.tile;
const FIELD = workers.tile;
const KUSSARA = must(world.cities.get(143)).tile;
const IRRIGATION = 0;
const RIVER = 13;

function said(event: EventType, text: string, tile?: number): Message {
  return { text, event, tile, turn: 60, version: 1 };
}

const order = (occupation: Occupation, more: Partial<EndedOrder> = {}): EndedOrder => ({
  ...{ unitId: archers.id, occupation, before: archers, messages: [] },
  ...more,
});

const work = (extra: number, activity = 'ACTIVITY_IRRIGATE'): Occupation => ({
  kind: 'work',
  activity,
  extra,
});
const ofWorkers = (occupation: Occupation) => order(occupation, { unitId: workers.id, before: workers });
const goto: Occupation = { kind: 'goto', goal: KUSSARA };
const because = said('E_UNIT_ORDERS', 'Orders for [l tgt="unit" id=170 name="Archers" /] aborted.');

// biome-ignore format: a line for each case
test.each([
    ['at its goal', order({ kind: 'goto', goal: NESA }), archers, 'arrived', 'arrived at Nesa (9, 23)'],
    ['before its goal', order(goto), archers, 'interrupted', 'stopped at Nesa (9, 23) on its way to Kussara (5, 16)'],
    ['before a goal that is not known', order({ kind: 'goto' }), archers, 'interrupted', 'stopped at Nesa (9, 23)'],
    ['as the server says', order(goto, { messages: [because] }), archers, 'blocked', 'stopped at Nesa (9, 23) on its way to Kussara (5, 16): Orders for Archers aborted.'],
    ['and the server speaks of others', order(goto, { messages: [said('E_UNIT_ORDERS', '[id:17 x]')] }), archers, 'interrupted', 'stopped at Nesa (9, 23) on its way to Kussara (5, 16)'],
    ['and the server speaks of other things', order(goto, { messages: [said('E_CITY_GROWTH', '[id:170 x]')] }), archers, 'interrupted', 'stopped at Nesa (9, 23) on its way to Kussara (5, 16)'],
    ['with nothing left to explore', order({ kind: 'explore' }), archers, 'finished', 'found nothing more to explore, or no way to it'],
    ['with the work done', ofWorkers(work(RIVER)), workers, 'finished', 'finished its work on River'],
    ['with the work not done', ofWorkers(work(IRRIGATION)), workers, 'interrupted', 'is no longer working on Irrigation'],
    ['with a thing removed', ofWorkers(work(IRRIGATION, 'ACTIVITY_PILLAGE')), workers, 'finished', 'finished its work on Irrigation'],
    ['with a thing not removed', ofWorkers(work(RIVER, 'ACTIVITY_PILLAGE')), workers, 'interrupted', 'is no longer working on River'],
    ['with the terrain changed', ofWorkers({ kind: 'work', activity: 'ACTIVITY_TRANSFORM', extra: -1, terrain: 5 }), workers, 'finished', 'finished its work on the terrain'],
    ['with the terrain as it was', ofWorkers({ kind: 'work', activity: 'ACTIVITY_TRANSFORM', extra: -1, terrain: 6 }), workers, 'interrupted', 'is no longer working on the terrain'],
    ['with another type of unit', order({ kind: 'convert' }), unitWith(archers, { type: 3 }), 'finished', 'was converted'],
    ['with the same type of unit', order({ kind: 'convert' }), archers, 'interrupted', 'is no longer converting'],
    ['although it goes on until told', order({ kind: 'fortify' }), archers, 'interrupted', 'is no longer fortified'],
    ['of a worker by itself', order({ kind: 'auto_work' }), archers, 'interrupted', 'is no longer working by itself'],
    ['and why is told', order({ kind: 'fortify' }, { messages: [because] }), archers, 'interrupted', 'is no longer fortified: Orders for Archers aborted.'],
    ['with all hit points', order({ kind: 'sentry' }, { before: unitWith(archers, { hp: 9 }) }), archers, 'finished', 'has recovered on sentry'],
    ['with some hit points', order({ kind: 'sentry' }, { before: unitWith(archers, { hp: 8 }) }), unitWith(archers, { hp: 9 }), 'interrupted', 'is no longer on sentry'],
    ['of a unit that had them all', order({ kind: 'sentry' }), archers, 'interrupted', 'is no longer on sentry'],
    ['of a patrol that has recovered', order({ kind: 'patrol' }, { before: unitWith(archers, { hp: 9 }) }), archers, 'interrupted', 'is no longer on patrol'],
    ['with the unit lost', order({ kind: 'sentry' }), undefined, 'lost', 'was lost while it was on sentry'],
    ['with the unit lost in a fight', order(goto, { messages: [because] }), undefined, 'lost', 'was lost while it was going to Kussara (5, 16): Orders for Archers aborted.'],
  ] as const)('an order has ended %s', (_statement, ended, now, outcome, words) => {
    expect(orderEnd(world, ended, now)).toMatchObject({ outcome, words });
  });

describe('lost units', () => {
  const lost = (type: EventType, text: string, tile: number) =>
    orderEnd(world, order({ kind: 'explore' }, { messages: [said(type, text, tile)] }), undefined).said;

  test('the server names place and type instead of a unit that is gone', () => {
    expect(lost('E_UNIT_LOST_DEF', 'Your Archers lost.', NESA)).toEqual(['Your Archers lost.']);
    expect(lost('E_UNIT_LOST_DEF', 'Your Archers lost.', FIELD)).toEqual([]);
    expect(lost('E_UNIT_LOST_DEF', 'Your Legion lost.', NESA)).toEqual([]);
    expect(lost('E_UNIT_WIN_DEF', 'Your Archers won.', NESA)).toEqual([]);
  });

  test('a unit was used up where a city of its own came to be, or the server says for what', () => {
    const type = [...world.ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === 'Settlers');
    const settlers = unitWith(archers, { type: must(type).id });
    const nesa = must(world.cities.get(133));
    const founded = (turnFounded: number): World => {
      const city = { ...nesa, detail: { ...must(nesa.detail), turnFounded } };
      return worldWith(world, { cities: tableWith(world.cities, ({ id }) => id, city) });
    };
    const end = (of: World, before: Unit, occupation: Occupation, ...messages: Message[]) =>
      orderEnd(of, order(occupation, { before, messages }), undefined);
    const finished = { outcome: 'finished', words: 'founded Nesa (9, 23)' };
    expect(end(founded(60), settlers, { kind: 'goto', goal: NESA })).toMatchObject(finished);
    expect(end(founded(59), settlers, { kind: 'auto_work' })).toMatchObject(finished);
    expect(end(founded(58), settlers, { kind: 'auto_work' })).toMatchObject({ outcome: 'lost' });
    expect(end(founded(60), archers, { kind: 'goto', goal: NESA })).toMatchObject({ outcome: 'lost' });
    const away = unitWith(settlers, { tile: FIELD });
    expect(end(founded(60), away, { kind: 'goto', goal: NESA })).toMatchObject(finished);
    expect(end(founded(60), away, { kind: 'goto', goal: KUSSARA })).toMatchObject({ outcome: 'lost' });
    expect(
      end(world, archers, { kind: 'explore' }, said('E_CARAVAN_ACTION', 'Your Archers trades.', NESA)),
    ).toMatchObject({
      ...{ outcome: 'finished', words: 'was used: Your Archers trades.' },
    });
    expect(
      end(world, archers, { kind: 'explore' }, said('E_CARAVAN_ACTION', 'Your Caravan trades.', NESA)),
    ).toMatchObject({
      outcome: 'lost',
    });
    const lost = said('E_UNIT_LOST_DEF', 'Your Settlers lost.', NESA);
    expect(end(founded(60), settlers, { kind: 'goto', goal: NESA }, lost)).toMatchObject({ outcome: 'lost' });
  });

  test('nothing is told of a unit that is gone when nothing was known of it', () => {
    const ended = order({ kind: 'explore' }, { before: undefined });
    expect(orderEnd(world, ended, undefined)).toEqual({
      outcome: 'lost',
      words: 'was lost while it was exploring',
      said: [],
    });
  });
});

test('a watch ends at the sight of strangers, not of allies', () => {
  const beside = unitWith(enemy, { tile: NESA + 1 });
  const { players } = world;
  const there = worldWithUnits(world, beside);
  const end = orderEnd(there, order({ kind: 'patrol' }), archers);
  expect(end).toMatchObject({
    outcome: 'interrupted',
    by: expect.arrayContaining([expect.objectContaining({ id: enemy.id, kind: 'unit', player_id: 2 })]),
  });
  expect(end.words).toMatch(/^stopped at the sight of .*Austrian/u);
  const allies = tableWith(
    world.diplomacy,
    ({ plr1, plr2 }) => plr1 * 160 + plr2,
    ...[...world.diplomacy.values()].map((entry) => ({
      ...entry,
      type: 'DS_ALLIANCE' as const,
      contactTurnsLeft: 9,
    })),
  );
  const friendly = worldWith(there, { diplomacy: allies, players });
  expect(orderEnd(friendly, order({ kind: 'patrol' }), archers).by).toBeUndefined();
});

test.each(['ACTIVITY_CULTIVATE', 'ACTIVITY_PLANT', 'ACTIVITY_TRANSFORM'] as const)(
  '%s is work that a unit goes on with',
  (activity) => {
    expect(occupationOf(world, unitWith(workers, { activity }, { ai: false }))).toMatchObject({
      kind: 'work',
      activity,
    });
  },
);
