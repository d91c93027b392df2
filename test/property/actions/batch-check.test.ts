import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actionBatchDataSchema } from '#shared/protocol/actions.js';
import { checkBatch } from '../../../proxy/actions/batch/check-batch.js';
import { NOTHING_CREATED } from '../../../proxy/actions/batch/references.js';
import { actions } from '../../../proxy/actions/registry.js';
import { runs } from '../../support/property-runs.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const world = worldAtTurn(60);
/** What is asked of the server ends the test. */
const port = { world, request: () => Promise.reject(new Error('nothing is asked of the server')) };
const check = (list: readonly object[]) =>
  checkBatch(port, actionBatchDataSchema.parse({ actions: list }), NOTHING_CREATED);

const own = [...world.units.values(), ...world.cities.values()].filter(
  ({ owner }) => owner === world.seat.player,
);
const id = fc.oneof(
  fc.constantFrom(...own.map((one) => one.id)),
  fc.constantFrom('last_created', 'selected', 'capital', 'nearest_enemy'),
  fc.integer({ min: -2, max: 4000 }),
);
const target = fc.oneof(
  id,
  fc.record({ x: fc.integer({ min: -3, max: 90 }), y: fc.integer({ min: -3, max: 60 }) }),
  fc.constantFrom('Workers', 'Currency', 'Library', 'best', 'nearest_city'),
  fc.anything({ maxDepth: 2 }),
);
const action = fc.record(
  {
    action_type: fc.oneof(fc.constantFrom(...actions.keys()), fc.string({ maxLength: 12 })),
    actor_id: id,
    target,
    name: fc.string({ maxLength: 100 }),
    tax: fc.integer({ min: -1, max: 101 }),
    number: fc.integer({ min: -1, max: 9 }),
  },
  { requiredKeys: ['action_type'] },
);
/** Names a unit or city that is nobody's. */
const malformed = { action_type: 'city_rename', actor_id: 999_999, name: 'Nowhere' };

test('each action of any batch is checked, nothing is asked of the server and nothing changes', async () => {
  const { version } = world;
  const run = fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 6 }), async (list) => {
    const parsed = actionBatchDataSchema.safeParse({ actions: list });
    if (!parsed.success) return;
    const checks = await checkBatch(port, parsed.data, NOTHING_CREATED);
    expect(checks).toHaveLength(list.length);
    for (const one of checks) if (!one.ok) expect(one.failure.code).toMatch(/^E1(?:01|05|30)$/);
    expect(world.version).toBe(version);
  });
  await fc.assert(run, { numRuns: runs(150) });
});

test('an action that is not valid is refused wherever it stands in a batch', async () => {
  const run = fc.asyncProperty(
    fc.array(action, { maxLength: 4 }),
    fc.array(action, { maxLength: 3 }),
    async (before, after) => {
      const wrong = { action_type: 'city_rename', actor_id: own[0]?.id };
      const checks = await check([...before, wrong, ...after]);
      expect(checks[before.length]?.ok).toBe(false);
    },
  );
  await fc.assert(run, { numRuns: runs(100) });
});

test('an action of a batch is judged by the rules alike wherever nothing before it concerns it', async () => {
  const [one] = await check([malformed]);
  expect(one).toMatchObject({ ok: false, failure: { code: 'E130' } });
  const rates = { action_type: 'player_rates', tax: 40, luxury: 20, science: 40 };
  const both = await check([rates, malformed]);
  expect(both[1]).toEqual(one);
});
