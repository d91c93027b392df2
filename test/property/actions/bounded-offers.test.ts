import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Offer } from '#shared/protocol/state/offer.js';
import { boundedOffers } from '../../../proxy/actions/bounded-offers.js';

/** So many offers of each actor come before all others have had as many. */
const MAX_OFFERS = 3;

const actor = fc.oneof(
  fc.record({ unit_id: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ city_id: fc.integer({ min: 1, max: 3 }) }),
  fc.constant({}),
);

const offer: fc.Arbitrary<Offer> = fc
  .record({
    actor,
    type: fc.constantFrom(
      'unit_move',
      'unit_sentry',
      'city_production',
      'tech_goal',
      'player_rates',
      'treaty_open',
    ),
    priority: fc.constantFrom('high', 'medium', 'low'),
    x: fc.integer({ min: 0, max: 99 }),
  })
  .map(({ actor: who, type, priority, x }) => ({
    type,
    ...who,
    target: { x, y: 0 },
    priority,
    certain: true,
    label: `${type} ${x}`,
  }));

const cases = fc.record({
  offers: fc.array(offer, { maxLength: 120 }),
  most: fc.integer({ min: 1, max: 60 }),
  busy: fc.uniqueArray(fc.integer({ min: 1, max: 6 })).map((ids) => new Set(ids)),
});

const nameOf = ({ unit_id: unit, city_id: city, type }: Offer) =>
  `${unit ?? '-'} ${city ?? '-'} ${unit ?? city ?? (type === 'treaty_open' ? type : 'nation')}`;

/** What is wanted of who waits, apart from what is urgent: only this is shared out. */
function isShared({ priority, type, unit_id: unit }: Offer, busy: ReadonlySet<number>): boolean {
  if (priority === 'high') return false;
  return priority === 'medium' || (type !== 'treaty_open' && !busy.has(unit ?? -1));
}

function counts(offers: readonly Offer[]): Map<string, number> {
  const counted = new Map<string, number>();
  for (const one of offers) counted.set(nameOf(one), (counted.get(nameOf(one)) ?? 0) + 1);
  return counted;
}

test('no actor gets more than a few offers before all have as many, or all of their own', () => {
  fc.assert(
    fc.property(cases, ({ offers, most, busy }) => {
      const taken = boundedOffers(offers, { most }, busy).offers;
      const shared = taken.filter((one) => isShared(one, busy));
      // What is urgent comes before, and counts as a turn.
      const isCounted = (one: Offer) => one.priority === 'high' || isShared(one, busy);
      const [got, has] = [counts(taken.filter(isCounted)), counts(offers.filter(isCounted))];
      const highest = Math.max(0, ...shared.map((one) => Math.min(MAX_OFFERS, got.get(nameOf(one)) ?? 0)));
      for (const [name, own] of has)
        expect(got.get(name) ?? 0).toBeGreaterThanOrEqual(Math.min(own, highest - 1));
    }),
  );
});

test('urgent offers come first, those of the busy and seldom wanted ones last, and all are counted', () => {
  fc.assert(
    fc.property(cases, ({ offers, most, busy }) => {
      const { offers: taken, more } = boundedOffers(offers, { most }, busy);
      const left = Object.values(more).reduce((sum, count) => sum + count, 0);
      expect(taken.length + left).toBe(offers.length);
      const isLeft = (wanted: (one: Offer) => boolean) =>
        offers.filter(wanted).length > taken.filter(wanted).length;
      const isUrgent = ({ priority }: Offer) => priority === 'high';
      const isOther = (one: Offer) => !isUrgent(one) && !isShared(one, busy);
      if (isLeft(isUrgent)) expect(taken.every(isUrgent)).toBe(true);
      // Of the nation only the first few come before what the busy could do.
      const isOfActor = (one: Offer) => isShared(one, busy) && !nameOf(one).endsWith('nation');
      if (isLeft(isOfActor)) expect(taken.some(isOther)).toBe(false);
    }),
  );
});
