import { expect, test } from 'vitest';
import { InFlightTargets } from '../../../proxy/orders/in-flight-targets.js';

test.each([
  ['unitId', { unitId: 7 }],
  ['actorId', { actorId: 7 }],
  ['cargoId', { cargoId: 7 }],
])('a packet is about the unit in its field %s until the server has processed it', (_field, fields) => {
  const targets = new InFlightTargets();
  const end = targets.begin(fields);
  expect([targets.hasUnit(7), targets.hasUnit(8), targets.hasCity(7)]).toEqual([true, false, false]);
  end();
  expect(targets.hasUnit(7)).toBe(false);
});

test('a packet is about the city in its field cityId until the server has processed it', () => {
  const targets = new InFlightTargets();
  const end = targets.begin({ cityId: 7, name: 'Nesa' });
  expect([targets.hasCity(7), targets.hasCity(8), targets.hasUnit(7)]).toEqual([true, false, false]);
  end();
  expect(targets.hasCity(7)).toBe(false);
});

test('a packet may be about a unit and a city, or about none', () => {
  const targets = new InFlightTargets();
  const end = targets.begin({ unitId: 7, cityId: 7 });
  targets.begin({ unitId: '7', turn: 7 })();
  expect([targets.hasUnit(7), targets.hasCity(7)]).toEqual([true, true]);
  end();
  expect([targets.hasUnit(7), targets.hasCity(7)]).toEqual([false, false]);
});

test('requests about the same things are in flight until the last of them is processed', () => {
  const targets = new InFlightTargets();
  const ends = [targets.begin({ unitId: 7, cityId: 8 }), targets.begin({ unitId: 7, cityId: 8 })];
  const other = targets.begin({ unitId: 9, cityId: 9 });
  ends[0]?.();
  expect([targets.hasUnit(7), targets.hasCity(8)]).toEqual([true, true]);
  ends[1]?.();
  expect([targets.hasUnit(7), targets.hasCity(8)]).toEqual([false, false]);
  expect([targets.hasUnit(9), targets.hasCity(9)]).toEqual([true, true]);
  other();
  expect([targets.hasUnit(9), targets.hasCity(9)]).toEqual([false, false]);
});
