import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { actionBatchDataSchema } from '#shared/protocol/actions.js';
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
    alice.world,
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

test('the reports of the server are read', async () => {
  await using stage = await Stage.of(['alice']);
  const [alice] = stage.first();
  await alice.city('Aton', { x: 20, y: 15 });
  const verdict = await alice.does('report', { report: 'demographics' });
  expect((verdict.changed.lines as string[]).join('\n')).toContain('Population');
  expect((await alice.refused('report', { report: 'weather' })).code).toBe('E130');
});
