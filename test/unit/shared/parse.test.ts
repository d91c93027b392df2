import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseWith } from '#shared/core/parse.js';

const schema = z.object({
  actor_id: z.int(),
  target: z.union([z.looseObject({ x: z.int(), y: z.int() }), z.looseObject({ value: z.literal('best') })]),
  site: z.union([z.int(), z.literal('best')], { error: 'expected the id of a site, or "best"' }).optional(),
  until: z.union([z.enum(['turn', 'decision']), z.int().min(1)]).optional(),
});
const whole = { actor_id: 7, target: { x: 1, y: 2 } };

test.each([
  [
    'a missing field',
    { target: whole.target },
    'E101',
    'Missing required field data.actor_id: expected number',
  ],
  [
    'a missing field of several forms',
    { actor_id: 7 },
    'E101',
    'Missing required field data.target: expected object',
  ],
  [
    'a field that has none of its forms',
    { ...whole, target: { x: 1 } },
    'E105',
    'Bad value in data.target: y: expected number, or value: expected one of best',
  ],
  [
    'a value of no form',
    { ...whole, until: 'never' },
    'E105',
    'Bad value in data.until: expected one of turn, decision, or expected number, received string',
  ],
  [
    'a field that says itself what it expects',
    { ...whole, site: 'good' },
    'E105',
    'Bad value in data.site: expected the id of a site, or "best"',
  ],
])('%s is refused with what is expected', (_, value, code, message) => {
  const parsed = parseWith(schema, value, 'data');
  expect(parsed).toMatchObject({ ok: false, failure: { code, message } });
});

test('a whole value is given back', () => {
  expect(parseWith(schema, whole)).toEqual({ ok: true, value: whole });
});
