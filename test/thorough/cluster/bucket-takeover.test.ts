import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { LinkAnswer } from '#shared/protocol/link.js';
import { BucketCluster } from '../../support/s3/bucket-cluster.js';
import type { LinkClient, LinkSeat } from '../../support/services/link-client.js';

const ann: LinkSeat = { agentId: 'ann', gameId: 'one' };
const config = { game_config: { players: 3, seeds: { game: 7, map: 7 } } };
const stateSchema = z.looseObject({
  turn: z.int(),
  // The server tells upkeep late: it is left out.
  units: z.array(z.object({ id: z.int(), x: z.int(), y: z.int(), activity: z.string() })),
});

async function stateOf(link: LinkClient): Promise<z.infer<typeof stateSchema>> {
  const { data } = await link.request(ann, 'state_query', { format: 'full', include_legal_actions: false });
  return stateSchema.parse(data.data);
}

function busy(link: LinkClient, unit: number, isSentry: boolean): Promise<LinkAnswer> {
  const action_type = isSentry ? 'unit_sentry' : 'unit_cancel_orders';
  return link.request(ann, 'action', { action_type, actor_id: unit });
}

/** Joins the game as soon as the proxy has it. */
async function joined(link: LinkClient): Promise<void> {
  const join = () =>
    link.connect(ann, { create: false }).then(
      () => 'joined',
      (error: Error) => error.message,
    );
  await expect.poll(join, { timeout: 60_000 }).toBe('joined');
}

test('a game goes on at another machine after its proxy was killed and its disk is gone', async () => {
  await using cluster = await BucketCluster.start();
  const [one, other] = [await cluster.add(), await cluster.add()];
  await one.link.connect(ann, config);
  const { units } = await stateOf(one.link);
  for (const { id } of units) expect((await busy(one.link, id, true)).type).toBe('action_result');
  await one.link.request(ann, 'action', { action_type: 'end_turn' });
  await expect.poll(async () => (await stateOf(one.link)).turn, { timeout: 30_000 }).toBe(2);
  const first = units[0]?.id ?? 0;
  expect((await busy(one.link, first, false)).type).toBe('action_result');
  const noted = { notes: [{ text: 'settle' }] };
  const note = { add: [{ text: 'settle' }], remove: [] };
  expect((await one.link.request(ann, 'notes', note)).data).toMatchObject(noted);
  const before = await stateOf(one.link);
  await one.process.kill();
  await rm(one.dataDir, { recursive: true });
  await joined(other.link);
  expect(await stateOf(other.link)).toMatchObject({ turn: 2, units: before.units });
  expect((await other.link.request(ann, 'notes', { add: [], remove: [] })).data).toMatchObject(noted);
  expect((await busy(other.link, first, true)).type).toBe('action_result');
  // The list of games comes from the bucket: a machine that has none of them knows them all.
  const third = await cluster.add();
  await other.process.stop();
  await rm(other.dataDir, { recursive: true });
  const games = async () => (await third.link.request(ann, 'game_list')).data.games;
  await expect.poll(games, { timeout: 60_000 }).toMatchObject([{ game_id: 'one', state: 'running' }]);
  const after = await stateOf(third.link);
  expect(after.units.find(({ id }) => id === first)?.activity).toBe('sentry');
  expect((await third.link.request(ann, 'game_delete')).data).toEqual({ deleted: 'one' });
  const objects = cluster.bucket.objects();
  expect(await objects.list('')).toEqual({ ok: true, value: [] });
  objects.close();
});

test('while the bucket is away nothing is acknowledged; what was done is there when it is back', async () => {
  await using cluster = await BucketCluster.start();
  const one = await cluster.add();
  await one.link.connect(ann, config);
  const [first, second] = (await stateOf(one.link)).units.map(({ id }) => id);
  if (first === undefined || second === undefined) throw new Error('a player begins with more units');
  await cluster.bucket.cut();
  // It was done, and nobody can say that it lasts.
  expect(await busy(one.link, first, true)).toMatchObject({
    type: 'error',
    data: { error_code: 'E131', details: { outcome: 'unknown', storage: 'behind', retry_after: 5 } },
  });
  const { units } = await stateOf(one.link);
  expect(units.find(({ id }) => id === first)?.activity).toBe('sentry');
  // By now nothing is begun any more.
  expect(await busy(one.link, second, true)).toMatchObject({
    type: 'error',
    data: { error_code: 'E123', details: { retry_after: 5 } },
  });
  expect((await stateOf(one.link)).units).toEqual(units);
  await cluster.bucket.mend();
  const again = async () => (await busy(one.link, second, true)).type;
  await expect.poll(again, { timeout: 30_000 }).toBe('action_result');
  await one.process.kill();
  await rm(one.dataDir, { recursive: true });
  const other = await cluster.add();
  await joined(other.link);
  const after = await stateOf(other.link);
  const activities = after.units.flatMap(({ id, activity }) =>
    id === first || id === second ? activity : [],
  );
  expect(activities).toEqual(['sentry', 'sentry']);
});

test('a proxy that was stopped for longer than its lease leaves the bucket to the new owner', async () => {
  await using cluster = await BucketCluster.start();
  const [one, other] = [await cluster.add(), await cluster.add()];
  await one.link.connect(ann, config);
  const [first, second] = (await stateOf(one.link)).units.map(({ id }) => id);
  if (first === undefined || second === undefined) throw new Error('a player begins with more units');
  expect((await busy(one.link, first, true)).type).toBe('action_result');
  process.kill(one.process.pid, 'SIGSTOP');
  await joined(other.link);
  expect((await busy(other.link, second, true)).type).toBe('action_result');
  // What comes first when it goes on.
  let late: LinkAnswer | undefined;
  void busy(one.link, first, false).then((answer) => {
    late = answer;
  });
  process.kill(one.process.pid, 'SIGCONT');
  await one.link.closed;
  expect(late?.type).not.toBe('action_result');
  await one.process.kill();
  await other.process.kill();
  // On the disk of the first, whose copy is not the newest.
  const third = await cluster.add(one.dataDir);
  await joined(third.link);
  const after = await stateOf(third.link);
  const activities = after.units.flatMap(({ id, activity }) =>
    id === first || id === second ? activity : [],
  );
  expect(activities).toEqual(['sentry', 'sentry']);
});

test('a proxy that comes back with its disk goes on with its copy, and takes a fork along', async () => {
  await using cluster = await BucketCluster.start();
  const one = await cluster.add();
  await one.link.connect(ann, config);
  const [first] = (await stateOf(one.link)).units.map(({ id }) => id);
  expect((await busy(one.link, first ?? 0, true)).type).toBe('action_result');
  const forked = await one.link.request(ann, 'game_fork', { turn: 1, game_id: 'two' });
  expect(forked.data).toMatchObject({ game_id: 'two' });
  await one.process.kill();
  const again = await cluster.add(one.dataDir);
  await joined(again.link);
  const { units } = await stateOf(again.link);
  expect(units.find(({ id }) => id === first)?.activity).toBe('sentry');
  await again.process.kill();
  await rm(again.dataDir, { recursive: true });
  const other = await cluster.add();
  // Until its lease has expired the game is that of the proxy that was killed.
  const fork = async () => (await other.link.request({ ...ann, gameId: 'two' }, 'game_info')).data;
  await expect
    .poll(fork, { timeout: 60_000 })
    .toMatchObject({ game_id: 'two', fork_of: { game_id: 'one', turn: 1 } });
  await joined(other.link);
});
