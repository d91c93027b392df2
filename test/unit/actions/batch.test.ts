import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { type ActionData, actionBatchDataSchema, actionDataSchema } from '#shared/protocol/actions.js';
import type { ActionResult, Change } from '#shared/protocol/state/action-result.js';
import { checkBatch, undoOf } from '../../../proxy/actions/batch/check-batch.js';
import { NOTHING_CREATED } from '../../../proxy/actions/batch/references.js';
import { type BatchSeat, runBatch } from '../../../proxy/actions/batch/run-batch.js';
import { createWorld, type World } from '../../../proxy/world/world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const OWN = 3;
const never = new AbortController().signal;

function ownWorld() {
  const world = createWorld();
  world.seat = { connectionId: 1, player: OWN, observer: false };
  return world;
}

const seatIn = (world: World): BatchSeat => ({
  port: { world, request: () => Promise.reject(new Error('nothing is asked of the server')) },
  made: NOTHING_CREATED,
});

function applied(data: ActionData, changes: readonly Change[] = []): Result<ActionResult> {
  return ok({
    type: 'action_result',
    success: true,
    outcome: 'applied',
    action_type: data.action_type ?? '',
    result: { action_id: 'exec-1', state_change: {} },
    version: 1,
    server_messages: [],
    changes,
  });
}

/** Runs a batch with actions that all work; what they were asked is told. */
async function asked(actions: readonly object[], made: (data: ActionData) => readonly Change[] = () => []) {
  const seen: ActionData[] = [];
  const result = await runBatch(
    seatIn(ownWorld()),
    actionBatchDataSchema.parse({ actions }),
    async (data) => {
      seen.push(data);
      return applied(data, made(data));
    },
    never,
  );
  return { seen, result };
}

test('a batch is done in order, with one result for each action and the request id', async () => {
  const batch = actionBatchDataSchema.parse({
    request_id: 'r1',
    actions: [{ action_type: 'a' }, { action_type: 'b' }],
  });
  const result = await runBatch(seatIn(ownWorld()), batch, async (data) => applied(data), never);
  expect(result).toMatchObject({
    request_id: 'r1',
    success: true,
    results: [
      { index: 0, action_type: 'a' },
      { index: 1, action_type: 'b' },
    ],
  });
});

test.each([
  [true, ['E131', 'E134']],
  [false, ['E131', undefined]],
])('a batch with stop_on_error %s goes on after a failure or not', async (stop, codes) => {
  const actions = [{ action_type: 'bad' }, { action_type: 'good' }];
  const result = await runBatch(
    seatIn(ownWorld()),
    actionBatchDataSchema.parse({ actions, stop_on_error: stop }),
    async (data) => (data.action_type === 'bad' ? fail(failure('E131', 'refused')) : applied(data)),
    never,
  );
  expect(result.success).toBe(false);
  expect(result.results.map((entry) => ('error' in entry ? entry.error.code : undefined))).toEqual(codes);
});

test('a batch that is stopped answers E134 for each action not yet begun', async () => {
  const stop = new AbortController();
  const result = await runBatch(
    seatIn(ownWorld()),
    actionBatchDataSchema.parse({ actions: [{ action_type: 'a' }, { action_type: 'b' }] }),
    async (data) => {
      stop.abort();
      return applied(data);
    },
    stop.signal,
  );
  expect(result.results).toMatchObject([{ success: true }, { error: { code: 'E134' } }]);
});

describe('references', () => {
  const city: Change = { kind: 'city', id: 70, after: { owner: OWN } };
  const unit: Change = { kind: 'unit', id: 90, after: { owner: OWN } };
  const foreign: Change = { kind: 'unit', id: 91, after: { owner: OWN + 1 } };

  test('references are replaced by the latest created ids, in every field that takes an id', async () => {
    const { seen } = await asked(
      [
        { action_type: 'make' },
        { action_type: 'x', actor_id: 'last_created', target: 'last_city' },
        {
          action_type: 'y',
          unit_id: 'last_created',
          target: { id: 'last_city' },
          parameters: { city_id: 'last_city' },
        },
        { action_type: 'z', target: 'self', text: 'capital' },
      ],
      (data) => (data.action_type === 'make' ? [unit, city, foreign] : []),
    );
    expect(seen.slice(1)).toMatchObject([
      { actor_id: 70, target: { id: 70 } },
      { unit_id: 70, target: { id: 70 }, parameters: { city_id: 70 } },
      { target: { id: OWN }, text: 'capital' },
    ]);
  });

  test('references stand for the capital and for the city the batch has made, or else the one founded last', async () => {
    const seen: ActionData[] = [];
    const actions = [
      { action_type: 'x', actor_id: 'capital', city_id: 'last_city' },
      { action_type: 'y', parameters: { nested: ['capital'], target: 'capital' }, target: ['self'] },
    ];
    const batch = actionBatchDataSchema.parse({ actions });
    await runBatch(
      seatIn(worldAtTurn(60)),
      batch,
      async (data) => {
        seen.push(data);
        return applied(data);
      },
      never,
    );
    expect(seen).toEqual([
      { action_type: 'x', actor_id: 133, city_id: 302 },
      {
        action_type: 'y',
        parameters: { nested: ['capital'], target: { id: 133, x: 9, y: 23 } },
        target: ['self'],
      },
    ]);
  });

  test.each(['last_created', 'last_city', 'capital'])(
    'references to %s are refused where there is none',
    async (name) => {
      const { result } = await asked([{ action_type: 'x', actor_id: name }]);
      expect(result.results).toMatchObject([
        {
          error: {
            code: 'E130',
            path: 'data.actor_id',
            message: `There is nothing that "${name}" could mean here`,
          },
        },
      ]);
    },
  );

  test('references stay as they are made by an action that makes nothing, or only what others own', async () => {
    const made = (data: ActionData) => (data.action_type === 'unit' ? [unit, foreign] : []);
    const wish = { action_type: 'x', actor_id: 'last_created' };
    const { seen } = await asked([{ action_type: 'unit' }, { action_type: 'nothing' }, wish], made);
    expect(seen.at(-1)).toEqual({ action_type: 'x', actor_id: 90 });
    const before: Change = { ...city, before: { size: 1 } };
    const changed = await asked([{ action_type: 'unit' }, { action_type: 'city' }, wish], (data) =>
      data.action_type === 'city' ? [before] : made(data),
    );
    expect(changed.seen.at(-1)).toEqual({ action_type: 'x', actor_id: 90 });
  });

  test('references without a value are refused with E130 and their path, and nothing is sent', async () => {
    const { seen, result } = await asked([{ action_type: 'x', target: { id: 'last_created' } }]);
    expect(seen).toEqual([]);
    expect(result.results).toMatchObject([{ error: { code: 'E130', path: 'data.target.id' } }]);
  });
});

describe('nearest and selected', () => {
  const world = worldAtTurn(60);
  const own = [...world.units.values()].filter(({ owner }) => owner === world.seat.player);
  const [unit] = own;
  const targets = ['nearest_city', 'nearest_foreign_city', 'nearest_enemy'] as const;

  test.each(targets)('%s is the nearest to the unit that acts, with its tile', async (reference) => {
    const seen: ActionData[] = [];
    const batch = actionBatchDataSchema.parse({
      actions: [{ action_type: 'unit_move', unit_id: unit?.id, target: reference }],
    });
    const result = await runBatch(
      seatIn(world),
      batch,
      async (data) => {
        seen.push(data);
        return applied(data);
      },
      never,
    );
    const [action] = seen;
    const { target } = z
      .object({ target: z.object({ id: z.int(), x: z.int(), y: z.int() }) })
      .parse(action ?? result);
    const found = world.cities.get(target.id) ?? world.units.get(target.id);
    expect(world.map.position(found?.tile ?? -1)).toMatchObject({ x: target.x, y: target.y });
    const distance = (tile: number) => world.map.distance(unit?.tile ?? 0, tile);
    const cities = [...world.cities.values()].filter(
      ({ owner }) => (owner === world.seat.player) === (reference === 'nearest_city'),
    );
    if (reference !== 'nearest_enemy')
      expect(distance(found?.tile ?? 0)).toBe(Math.min(...cities.map(({ tile }) => distance(tile))));
  });

  test('selected is the unit or city that acted last, in this request or an earlier one', async () => {
    const seat = seatIn(world);
    const seen: unknown[] = [];
    const perform = async (data: ActionData) => {
      seen.push(data.actor_id);
      return applied(data);
    };
    const first = { action_type: 'a', actor_id: unit?.id };
    await runBatch(seat, actionBatchDataSchema.parse({ actions: [first] }), perform, never);
    const next = { action_type: 'b', actor_id: 'selected' };
    await runBatch(seat, actionBatchDataSchema.parse({ actions: [next, next] }), perform, never);
    expect(seen).toEqual([unit?.id, unit?.id, unit?.id]);
  });
});

describe('all or nothing', () => {
  const world = worldAtTurn(60);
  const [city] = [...world.cities.values()].filter(({ owner }) => owner === world.seat.player);
  const rename = { action_type: 'city_rename', actor_id: city?.id, name: 'Elsewhere' };
  const options = { action_type: 'city_options', actor_id: city?.id, disband: true };
  const done: ActionData[] = [];
  const run = (actions: readonly object[], perform = async (data: ActionData) => applied(data)) => {
    done.length = 0;
    const batch = actionBatchDataSchema.parse({ actions, all_or_nothing: true });
    const noted = (data: ActionData) => {
      done.push(data);
      return perform(data);
    };
    return runBatch(seatIn(world), batch, noted, never);
  };

  test('a batch of all or nothing is not begun with an action that is not valid or cannot be undone', async () => {
    const [unit] = [...world.units.values()].filter(({ owner }) => owner === world.seat.player);
    const bad = await run([rename, { action_type: 'city_rename', actor_id: city?.id }]);
    expect(bad.results).toMatchObject([{ error: { code: 'E134' } }, { error: { code: 'E130' } }]);
    const lasting = await run([rename, { action_type: 'unit_sentry', actor_id: unit?.id }]);
    expect(lasting.results).toMatchObject([
      { error: { code: 'E134' } },
      { error: { code: 'E130', message: expect.stringContaining('cannot be undone') } },
    ]);
    expect(done).toEqual([]);
  });

  test.each([
    ['tax_rates', { tax: 40, luxury: 0, science: 60 }, 'player_rates'],
    ['Tax rates', { tax: 40, luxury: 0, science: 60 }, 'player_rates'],
    ['city_build_unit', { actor_id: city?.id, target: 'warriors' }, 'city_production'],
    ['city_worklist_append', { actor_id: city?.id, items: ['temple'] }, 'city_worklist'],
  ])('the action "%s" is undone by one that is valid before it is done', async (name, fields, expected) => {
    const undo = undoOf(world, actionDataSchema.parse({ action_type: name, ...fields }));
    expect(undo?.action_type).toBe(expected);
    const batch = actionBatchDataSchema.parse({ actions: [undo] });
    const [check] = await checkBatch(seatIn(world).port, batch, NOTHING_CREATED);
    expect(check).toEqual({ ok: true, value: 'valid' });
  });

  test('a batch of all or nothing takes back what was done when a later action fails, the last first', async () => {
    const result = await run(
      [rename, options, { action_type: 'city_rename', actor_id: city?.id, name: 'Third' }],
      (data) => Promise.resolve(data.name === 'Third' ? fail(failure('E131', 'refused')) : applied(data)),
    );
    expect(result.results).toMatchObject([
      { success: false, error: { code: 'E134', message: expect.stringContaining('taken back') } },
      { success: false, error: { code: 'E134' } },
      { success: false, error: { code: 'E131' } },
    ]);
    expect(done.slice(3)).toEqual([
      { action_type: 'city_options', actor_id: city?.id, disband: false },
      { action_type: 'city_rename', actor_id: city?.id, name: city?.name },
    ]);
  });
});

test.each([
  ['a government', { action_type: 'player_government', target: 'anarchy' }, 'depends'],
  ['a government by another name', { action_type: 'revolution', target: 'anarchy' }, 'depends'],
  ['rates', { action_type: 'player_rates', tax: 40, luxury: 0, science: 60 }, undefined],
])('what a batch says of rates that are too high after %s before them', async (_, first, known) => {
  const rates = { action_type: 'player_rates', tax: 100, luxury: 0, science: 0 };
  const batch = actionBatchDataSchema.parse({ actions: [first, rates] });
  const [, check] = await checkBatch(seatIn(worldAtTurn(60)).port, batch, NOTHING_CREATED);
  expect(check?.ok ? check.value : undefined).toBe(known);
});

test.each([
  ['unit_pillage', 'depends'],
  ['unit_fortify', undefined],
  ['Fortify', undefined],
  ['go_and', 'depends'],
])('what a batch says of work that a unit cannot do after %s of a unit beside it', async (name, known) => {
  const [first, second] = [282, 227].map((id) => ({ action_type: name, actor_id: id }));
  const batch = actionBatchDataSchema.parse({
    actions: [first, { ...second, action_type: 'unit_auto_work' }],
  });
  const [, check] = await checkBatch(seatIn(worldAtTurn(60)).port, batch, NOTHING_CREATED);
  expect(check?.ok ? check.value : undefined).toBe(known);
});

test('advice that is followed may be any actions: a check takes it, and all or nothing does not', async () => {
  const { port } = seatIn(ownWorld());
  const batch = { actions: [{ action_type: 'follow_advice' }] };
  expect(await checkBatch(port, { ...batch, all_or_nothing: false }, NOTHING_CREATED)).toEqual([
    ok('depends'),
  ]);
  expect(await checkBatch(port, { ...batch, all_or_nothing: true }, NOTHING_CREATED)).toMatchObject([
    { ok: false, failure: { code: 'E130' } },
  ]);
});
