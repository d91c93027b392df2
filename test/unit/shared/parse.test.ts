import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseWith } from '#shared/core/parse.js';
import { stateQueryDataSchema } from '#shared/protocol/agent-requests.js';

const schema = z.object({
  actor_id: z.int(),
  target: z.union([z.looseObject({ x: z.int(), y: z.int() }), z.looseObject({ value: z.literal('best') })]),
  site: z.union([z.int(), z.literal('best')], { error: 'expected the id of a site, or "best"' }).optional(),
  until: z.union([z.enum(['turn', 'decision']), z.int().min(1)]).optional(),
  ids: z.array(z.int()).min(1).max(3).optional(),
  name: z.string().min(2).max(5).optional(),
  share: z.number().gt(0).lt(100).optional(),
  radius: z.int().min(1).max(40).optional(),
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
    'Bad value in data.target: y: expected number, or value: expected "best"',
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

test.each([
  ['ids', [1, 2, 3, 4], 'expected at most 3 items, received 4'],
  ['ids', [], 'expected at least 1 item, received 0'],
  ['name', 'Atlanta', 'expected at most 5 characters, received 7'],
  ['name', 'A', 'expected at least 2 characters, received 1'],
  ['share', 100, 'expected less than 100, received 100'],
  ['share', 0, 'expected more than 0, received 0'],
  ['radius', 41, 'expected at most 40, received 41'],
  ['radius', 0, 'expected at least 1, received 0'],
  ['radius', 1.5, 'expected a whole number, received 1.5'],
])('%s that is %j is refused in plain words', (field, value, expected) => {
  const parsed = parseWith(schema, { ...whole, [field]: value });
  const message = `Bad value in ${field}: ${expected}`;
  expect(parsed).toMatchObject({ ok: false, failure: { code: 'E105', message, path: field } });
});

test.each(['nation 1', 3.5, null])(
  'an actor whose options are asked for is named by an id, or "nation": not %j',
  (actor) => {
    const parsed = parseWith(stateQueryDataSchema, { format: 'options', actor_id: actor }, 'data');
    const message = 'Bad value in data.actor_id: expected the id of a unit or city, or "nation"';
    expect(parsed).toMatchObject({ ok: false, failure: { code: 'E105', message } });
  },
);

test('a whole value is given back', () => {
  expect(parseWith(schema, whole)).toEqual({ ok: true, value: whole });
});
