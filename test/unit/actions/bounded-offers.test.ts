import { expect, test } from 'vitest';
import type { Offer } from '#shared/protocol/state/offer.js';
import { boundedOffers } from '../../../proxy/actions/bounded-offers.js';

const offer = (type: string, fields: Partial<Offer> = {}): Offer => ({
  type,
  priority: 'low',
  certain: true,
  label: type,
  ...fields,
});

const moves = (unit: number, count: number) =>
  Array.from({ length: count }, (_, x) => offer('unit_move', { unit_id: unit, target: { x, y: 0 } }));

const all = [
  offer('unit_build_city', { unit_id: 1, priority: 'high' }),
  ...moves(1, 8),
  offer('unit_disband', { unit_id: 1 }),
  ...moves(2, 8),
  offer('unit_fortify', { unit_id: 2 }),
  offer('tech_research', { target: { value: 'Alphabet' } }),
  offer('end_turn'),
];

test.each([1, 2, 5, 10, 21, 100])(
  'offers within a bound are never more than asked for, and none is lost without a count (%i)',
  (most) => {
    const { offers, more } = boundedOffers(all, { most });
    expect(offers.length).toBe(Math.min(most, all.length));
    const left = Object.values(more).reduce((sum, count) => sum + count, 0);
    expect(offers.length + left).toBe(all.length);
  },
);

test('offers within a bound begin with urgent ones, have some for every actor, and end with end_turn', () => {
  const { offers } = boundedOffers(all, { most: 5 });
  expect(offers[0]?.type).toBe('unit_build_city');
  expect(offers.map(({ type }) => type)).toContain('tech_research');
  expect(offers.some(({ unit_id }) => unit_id === 2)).toBe(true);
  expect(offers.at(-1)?.type).toBe('end_turn');
});

test('offers within a bound have different actions of each actor before more of the same type', () => {
  const { offers } = boundedOffers(all, { most: 7 });
  expect(offers.map(({ type }) => type)).toContain('unit_fortify');
});

test('offers within a bound come before rarely wanted ones, unless those are urgent', () => {
  const seldom = offer('treaty_open', { target: { id: 3 } });
  const answer = offer('treaty_accept', { target: { id: 4 }, priority: 'high' });
  const wanted = all.filter(({ type }) => type !== 'unit_disband');
  const ranked = (most: number) => boundedOffers([seldom, answer, ...wanted], { most }).offers;
  expect(ranked(3).map(({ type }) => type)).toContain('treaty_accept');
  expect(ranked(wanted.length + 1)).not.toContain(seldom);
  expect(ranked(wanted.length + 2)).toContain(seldom);
});

test('offers of idle units come before those of busy units', () => {
  const types = (busy: ReadonlySet<number>) =>
    boundedOffers(all, { most: 10 }, busy).offers.filter(({ unit_id }) => unit_id === 2).length;
  expect(types(new Set())).toBeGreaterThan(0);
  expect(types(new Set([2]))).toBe(0);
});

test.each([0, 300, 1000, 5000])(
  'offers within a bound take no more than %i bytes, except for end_turn',
  (bytes) => {
    const { offers } = boundedOffers(all, { bytes });
    const rest = offers.filter(({ type }) => type !== 'end_turn');
    expect(JSON.stringify(rest).length).toBeLessThanOrEqual(Math.max(2, bytes));
  },
);
