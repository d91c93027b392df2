import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { failure } from '#shared/core/failure.js';
import { fail } from '#shared/core/result.js';
import { actionBatchDataSchema } from '#shared/protocol/actions.js';
import { NOTHING_CREATED } from '../../../proxy/actions/batch/references.js';
import { runBatch } from '../../../proxy/actions/batch/run-batch.js';
import { performAction } from '../../../proxy/actions/perform-action.js';
import { Stage } from '../../support/stage.js';

test('a batch founds a city, tells it what to build and names it by reference', async () => {
  await using stage = await Stage.of(['alice']);
  const [alice] = stage.first();
  const settlers = await alice.unit('Settlers', { x: 20, y: 15 });
  const workers = await alice.unit('Workers', { x: 20, y: 15 });
  const { seat } = alice;
  const result = await runBatch(
    { port: seat, made: NOTHING_CREATED },
    actionBatchDataSchema.parse({
      actions: [
        { action_type: 'unit_build_city', unit_id: settlers.id, city_name: 'First' },
        { action_type: 'city_production', city_id: 'last_created', target: 'Barracks' },
        { action_type: 'city_rename', city_id: 'capital', name: 'Renamed' },
        { action_type: 'unit_home_city', unit_id: workers.id, target: 'last_city' },
      ],
    }),
    (data) => performAction(seat, data, randomUUID()),
    new AbortController().signal,
  );
  const [city] = [...alice.world.cities.values()];
  expect(result.results).toMatchObject([
    { success: true, outcome: 'applied' },
    { result: { state_change: { city_id: city?.id, production: 'Barracks' } } },
    { result: { state_change: { name: 'Renamed' } } },
    {},
  ]);
});

test('a batch of all or nothing that fails leaves rates, production, worklist, goal and name as they were', async () => {
  await using stage = await Stage.of(['alice']);
  const [alice] = stage.first();
  const city = await alice.city('Aton', { x: 20, y: 15 });
  await alice.does('tech_goal', { target: 'Currency' });
  const { seat } = alice;
  const facts = () => {
    const { name, detail } = alice.world.cities.get(city.id) ?? {};
    const { tax, luxury, science } = alice.world.players.get(alice.world.seat.player ?? -1) ?? {};
    return {
      name,
      production: [detail?.productionKind, detail?.productionValue],
      worklist: detail?.worklist,
      tax,
      luxury,
      science,
    };
  };
  const before = facts();
  const actor_id = city.id;
  const actions = [
    { action_type: 'city_rename', actor_id, name: 'Other' },
    { action_type: 'city_production', actor_id, target: 'Barracks' },
    { action_type: 'city_worklist_append', actor_id, items: ['Warriors'] },
    { action_type: 'player_rates', tax: 30, luxury: 30, science: 40 },
    { action_type: 'tech_goal', target: 'Bronze Working' },
  ];
  let whileDone: unknown;
  const all = actionBatchDataSchema.parse({
    actions,
    all_or_nothing: true,
  });
  const result = await runBatch(
    { port: seat, made: NOTHING_CREATED },
    all,
    (data) => {
      const isLast = data.action_type === 'tech_goal' && whileDone === undefined;
      if (isLast) whileDone = facts();
      return isLast
        ? Promise.resolve(fail(failure('E131', 'The last one fails')))
        : performAction(seat, data, randomUUID());
    },
    new AbortController().signal,
  );
  expect(result.results, JSON.stringify(result.results)).toHaveLength(5);
  expect(result.results.map((entry) => 'error' in entry && entry.error.code)).toEqual([
    'E134',
    'E134',
    'E134',
    'E134',
    'E131',
  ]);
  expect(whileDone).not.toEqual(before);
  expect(facts()).toEqual(before);
});

test('the reports of the server are read', async () => {
  await using stage = await Stage.of(['alice']);
  const [alice] = stage.first();
  await alice.city('Aton', { x: 20, y: 15 });
  const verdict = await alice.does('report', { report: 'demographics' });
  expect((verdict.changed.lines as string[]).join('\n')).toContain('Population');
  expect((await alice.refused('report', { report: 'weather' })).code).toBe('E130');
});
