import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { RedisServer } from '../../support/redis/redis-server.js';
import { LinkClient, type LinkSeat } from '../../support/services/link-client.js';
import { ProxyCluster } from '../../support/services/proxy-cluster.js';

const ann: LinkSeat = { agentId: 'ann', gameId: 'one' };
const config = { game_config: { players: 3, seeds: { game: 7, map: 7 } } };
const closedLink: { readonly data: Readonly<Record<string, unknown>> } = { data: { type: 'closed' } };
const stateSchema = z.looseObject({
  // The server tells upkeep late: it is left out.
  units: z.array(z.object({ id: z.int(), x: z.int(), y: z.int(), activity: z.string() })),
});

async function unitsOf(link: LinkClient) {
  const { data } = await link.request(ann, 'state_query', { format: 'full', include_legal_actions: false });
  return stateSchema.parse(data.data).units;
}

function sentry(link: LinkClient, unit: number | undefined) {
  return link.request(ann, 'action', { action_type: 'unit_sentry', actor_id: unit });
}

test('with Redis, play goes on while it is away, and a proxy that is killed loses its games to another', async () => {
  await using redis = await RedisServer.start();
  await using cluster = await ProxyCluster.start(2, { REDIS_URL: redis.url, LEASE_S: '2' });
  const [one, other] = cluster.proxies;
  if (one === undefined || other === undefined) throw new Error('there are not two proxies');
  await one.link.connect(ann, config);
  const [first, second] = await unitsOf(one.link);
  expect((await sentry(one.link, first?.id)).type).toBe('action_result');
  const moved = { error_code: 'E123', details: { moved_to: one.url } };
  expect((await other.link.request(ann, 'state_query', { format: 'llm_optimized' })).data).toMatchObject(
    moved,
  );
  await redis.kill();
  const until = performance.now() + 4000;
  do expect((await unitsOf(one.link)).length).toBeGreaterThan(0);
  while (performance.now() < until);
  expect((await sentry(one.link, second?.id)).type).toBe('action_result');
  const refused = await other.link.request({ ...ann, gameId: 'two' }, 'llm_connect', config);
  expect(refused.data).toMatchObject({ error_code: 'E112', details: { retry_after: 2 } });
  await redis.restart();
  const before = await unitsOf(one.link);
  await expect
    .poll(async () => (await other.link.request(ann, 'state_query', { format: 'llm_optimized' })).data, {
      timeout: 60_000,
    })
    .toMatchObject(moved);
  await one.process.kill();
  const join = () => other.link.connect(ann, { create: false }).catch((error: Error) => error.message);
  await expect.poll(join, { timeout: 60_000 }).not.toContain('E1');
  expect(await unitsOf(other.link)).toEqual(before);
  expect(before.filter(({ activity }) => activity === 'sentry')).toHaveLength(2);
});

test('a Redis that hangs stops a game, whose agents are told to ask again, until it answers', async () => {
  await using redis = await RedisServer.start();
  await using cluster = await ProxyCluster.start(1, { REDIS_URL: redis.url, LEASE_S: '2' });
  const [only] = cluster.proxies;
  if (only === undefined) throw new Error('there is no proxy');
  // On a busy machine Redis may be too slow at first, which is E112: try again.
  await vi.waitFor(() => only.link.connect(ann, config), { timeout: 30_000, interval: 500 });
  const before = await unitsOf(only.link);
  // A proxy that loses a game closes its links.
  const state = async () => {
    const link = await LinkClient.open(only.process.port);
    const { data } = await Promise.race([
      link.request(ann, 'state_query', { format: 'llm_optimized' }),
      link.closed.then(() => closedLink),
    ]);
    link.close();
    return data;
  };
  redis.freeze();
  const stopped = { error_code: 'E123', details: { moved_to: null, retry_after: expect.any(Number) } };
  await expect.poll(state, { timeout: 60_000 }).toMatchObject(stopped);
  // A proxy that has given its game up can tell no more of it.
  const codes = new Set<unknown>();
  for (const until = performance.now() + 3000; performance.now() < until; ) {
    const { type, error_code } = await state();
    codes.add(type === 'error' ? error_code : type);
  }
  codes.delete(closedLink.data.type);
  expect([...codes]).toEqual(['E123']);
  redis.thaw();
  await expect.poll(state, { timeout: 60_000 }).toHaveProperty('type', 'state_response');
  const link = await LinkClient.open(only.process.port);
  expect(await unitsOf(link)).toEqual(before);
  link.close();
});
