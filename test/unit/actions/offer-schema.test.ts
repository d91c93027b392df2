import { expect, test } from 'vitest';
import type { Offer } from '#shared/protocol/state/offer.js';
import { offerSchema } from '../../../proxy/actions/legal-actions.js';

const common = { priority: 'low', certain: true, label: 'in words' } as const;

const offers: readonly Offer[] = [
  { type: 'unit_move', unit_id: 1, target: { x: 1, y: 2 }, ...common },
  { type: 'unit_move', unit_id: 1, target: { x: 2, y: 2 }, ...common },
  { type: 'unit_move', unit_id: 2, target: { x: 2, y: 2 }, ...common },
  { type: 'end_turn', ...common },
];

test('the schema of the offers has each actor with its own targets, all of them required', () => {
  const required = ['type', 'unit_id', 'target'];
  const move = (unit: number, targets: readonly object[]) => ({
    type: 'object',
    properties: { type: { const: 'unit_move' }, unit_id: { const: unit }, target: { enum: targets } },
    required,
    additionalProperties: false,
  });
  expect(offerSchema(offers).oneOf).toEqual([
    move(1, [
      { x: 1, y: 2 },
      { x: 2, y: 2 },
    ]),
    move(2, [{ x: 2, y: 2 }]),
    {
      type: 'object',
      properties: { type: { const: 'end_turn' } },
      required: ['type'],
      additionalProperties: false,
    },
  ]);
});

test('without offers no value fits the schema', () => {
  expect(offerSchema([]).not).toEqual({});
});
