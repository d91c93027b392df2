import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { LinkAnswer } from '#shared/protocol/link.js';
import { alive, processTree } from '../../../tools/steps/process-tree.mjs';
import { signal } from '../../support/faults/installation.js';
import type { LinkClient, LinkSeat } from '../../support/services/link-client.js';
import { type ClusterProxy, ProxyCluster } from '../../support/services/proxy-cluster.js';

const ann: LinkSeat = { agentId: 'ann', gameId: 'one' };
const config = { game_config: { players: 3, seeds: { game: 7, map: 7 } } };

const stateSchema = z.looseObject({
  turn: z.int(),
  // The server tells upkeep late: it is left out.
  units: z.array(z.object({ id: z.int(), x: z.int(), y: z.int(), activity: z.string() })),
});

/** The state of a seat, as full as it is. */
async function stateOf(link: LinkClient, seat = ann): Promise<z.infer<typeof stateSchema>> {
  const query = { format: 'full', include_legal_actions: false };
  const { data } = await link.request(seat, 'state_query', query);
  return stateSchema.parse(data.data);
}

/** Joins a game as soon as the proxy has it; the numbering of pushes there. */
async function joined(link: LinkClient, seat = ann): Promise<string> {
  const connected: string[] = [];
  const attempt = () => link.connect(seat, { create: false }).then((outbox) => void connected.push(outbox));
  const join = () => attempt().catch((error: Error) => error.message);
  await expect.poll(join, { timeout: 60_000 }).toBe(undefined);
  return connected[0] ?? '';
}

/** Gives a unit another activity; the answer. */
function busy(link: LinkClient, unit: number, isSentry: boolean, seat = ann): Promise<LinkAnswer> {
  const action_type = isSentry ? 'unit_sentry' : 'unit_cancel_orders';
  return link.request(seat, 'action', { action_type, actor_id: unit });
}

function two(cluster: ProxyCluster): readonly [ClusterProxy, ClusterProxy] {
  const [one, other] = cluster.proxies;
  if (one === undefined || other === undefined) throw new Error('there are not two proxies');
  return [one, other];
}

/**
 * The files of a game with their bytes, besides the folders of its servers, what its owner records all the time, and saves that are
 * being copied: they do not count before they have their names.
 */
async function filesOf(cluster: ProxyCluster, gameId: string): Promise<Readonly<Record<string, string>>> {
  const folder = join(cluster.dataDir, 'games', gameId);
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => !/^(run|recordings)|\.(part|new)$/.test(name),
  );
  const files = names.map(async (name) => [
    name,
    await readFile(join(folder, name), 'latin1').catch(() => ''),
  ]);
  return Object.fromEntries(await Promise.all(files));
}

/** The same once its owner has taken its files into use: two looks in a row find them alike. */
async function settledFilesOf(
  cluster: ProxyCluster,
  gameId: string,
): Promise<Readonly<Record<string, string>>> {
  let files = await filesOf(cluster, gameId);
  const isSettled = async (): Promise<boolean> => {
    const before = files;
    files = await filesOf(cluster, gameId);
    return isDeepStrictEqual(files, before);
  };
  await expect.poll(isSettled, { interval: 500 }).toBe(true);
  return files;
}

test('the games of a proxy that is killed go on at another, with all that was acknowledged', async () => {
  await using cluster = await ProxyCluster.start(2);
  const [one, other] = two(cluster);
  await one.link.connect(ann, config);
  const { units, turn } = await stateOf(one.link);
  const moved = { error_code: 'E123', details: { moved_to: one.url, retry_after: 1 } };
  expect(await other.link.request(ann, 'state_query', { format: 'llm_optimized' })).toMatchObject({
    type: 'error',
    data: moved,
  });
  for (const { id } of units) expect((await busy(one.link, id, true)).type).toBe('action_result');
  const before = await stateOf(one.link);
  await one.process.kill();
  await joined(other.link);
  expect(await stateOf(other.link)).toMatchObject({ turn, units: before.units });
  expect(before.units.every(({ activity }) => activity === 'sentry')).toBe(true);
});

test('a proxy that was stopped for longer than its leases writes and acknowledges nothing when it goes on', async () => {
  await using cluster = await ProxyCluster.start(2, { LEASE_S: '2' });
  const [one, other] = two(cluster);
  const outbox = await one.link.connect(ann, config);
  const { units } = await stateOf(one.link);
  const [first, second] = units.map(({ id }) => id);
  if (first === undefined || second === undefined) throw new Error('a player begins with more units');
  expect((await busy(one.link, first, true)).type).toBe('action_result');
  const servers = processTree(one.process.pid).filter((pid) => pid !== one.process.pid);
  process.kill(one.process.pid, 'SIGSTOP');
  await joined(other.link);
  expect((await busy(other.link, second, true)).type).toBe('action_result');
  const before = await settledFilesOf(cluster, 'one');
  // What comes first when it goes on: an action, a question, and one that is not to be done twice.
  const late = [
    busy(one.link, first, false),
    one.link.request(ann, 'state_query', { format: 'llm_optimized' }),
    one.link.request(ann, 'action', { action_type: 'unit_sentry', actor_id: second }, { key: 'k', outbox }),
  ];
  const answers: LinkAnswer[] = [];
  for (const request of late) void request.then((answer) => answers.push(answer));
  one.link.pushes.length = 0;
  process.kill(one.process.pid, 'SIGCONT');
  // It cuts the link, so that gateways look for the new owner.
  await one.link.closed;
  expect(answers.filter(({ type }) => type !== 'error')).toEqual([]);
  await expect.poll(() => alive(servers)).toEqual([]);
  expect(one.link.pushes.filter(({ type }) => type !== 'status')).toEqual([]);
  expect(await filesOf(cluster, 'one')).toEqual(before);
  const { units: now } = await stateOf(other.link);
  const activities = now.flatMap(({ id, activity }) => (id === first || id === second ? activity : []));
  expect(activities).toEqual(['sentry', 'sentry']);
  expect((await busy(other.link, first, false)).type).toBe('action_result');
});

test('a proxy that was stopped while it brought a game back leaves the server of the new owner alone', async () => {
  await using cluster = await ProxyCluster.start(2, { LEASE_S: '2' });
  const [one, other] = two(cluster);
  await one.link.connect(ann, config);
  const children = () => processTree(one.process.pid).filter((pid) => pid !== one.process.pid);
  for (const pid of alive(children())) signal(pid, 'SIGKILL');
  // It clears the folder of the server that has ended, and starts the next.
  await setTimeout(50);
  process.kill(one.process.pid, 'SIGSTOP');
  await joined(other.link);
  const run = join(cluster.dataDir, 'games', 'one', 'run');
  // Its owner takes saves out of the folder at any time.
  const filesInRun = async () =>
    (await readdir(run, { recursive: true })).filter((name) => !name.endsWith('.gz')).toSorted();
  const before = await filesInRun();
  process.kill(one.process.pid, 'SIGCONT');
  await one.link.closed;
  await expect.poll(children).toEqual([]);
  const { turn } = await stateOf(other.link);
  expect(turn).toBe(1);
  await expect.poll(filesInRun).toEqual(before);
});

test('SIGTERM moves the games of a proxy under load to another, and no request is lost', async () => {
  await using cluster = await ProxyCluster.start(2);
  const [one, other] = two(cluster);
  await one.link.connect(ann, config);
  const { units } = await stateOf(one.link);
  const unit = units[0]?.id ?? 0;
  let link = one.link;
  let isMoved = false;
  let isSentry = false;
  let acknowledged = 0;
  const ended = one.process.stop();
  while (!isMoved || acknowledged < 20) {
    const answer = await busy(link, unit, !isSentry);
    if (answer.type === 'action_result') {
      isSentry = !isSentry;
      acknowledged += 1;
      continue;
    }
    // Refused ones were not done: the same is asked of the next owner.
    expect(answer).toMatchObject({
      type: 'error',
      data: { error_code: 'E123', details: { retry_after: 1 } },
    });
    expect(answer.data.details).toHaveProperty('moved_to');
    if (isMoved) continue;
    isMoved = true;
    link = other.link;
    await joined(link);
    const state = await stateOf(link);
    expect(state.units.find(({ id }) => id === unit)?.activity).toBe(isSentry ? 'sentry' : 'idle');
  }
  expect(await ended).toBe(0);
});

test('who had ended the turn when its proxy was killed has ended it, as it was declared', async () => {
  await using cluster = await ProxyCluster.start(2);
  const [one, other] = two(cluster);
  const [ben, cyd] = ['ben', 'cyd'].map((agentId): LinkSeat => ({ ...ann, agentId }));
  if (ben === undefined || cyd === undefined) throw new Error('there are not three agents');
  const game_config = { ...config.game_config, min_agents: 3 };
  for (const seat of [ann, ben, cyd]) await one.link.connect(seat, { game_config });
  await stateOf(one.link, cyd);
  const end = (link: LinkClient, seat: LinkSeat, more = {}) =>
    link.request(seat, 'action', { action_type: 'end_turn', ...more });
  expect((await end(one.link, ann)).type).toBe('action_result');
  expect((await end(one.link, ben, { failed: 'the model gave no answer' })).type).toBe('action_result');
  await one.process.kill();
  for (const seat of [ann, ben, cyd]) await joined(other.link, seat);
  expect((await end(other.link, cyd)).type).toBe('action_result');
  const ended = () => other.link.pushes.find(({ type }) => type === 'turn_end')?.data.players;
  await expect.poll(ended, { timeout: 60_000 }).toMatchObject([
    { agent_id: 'ann', how: 'ended', mark: 'played' },
    { agent_id: 'ben', how: 'ended', mark: 'failed' },
    { agent_id: 'cyd', how: 'ended', mark: 'played' },
  ]);
});

test('several games of a proxy that is killed are shared by those that are left', async () => {
  await using cluster = await ProxyCluster.start(3, { MAX_GAMES: '2' });
  const [one, ...others] = cluster.proxies;
  const seats = ['a', 'b'].map((gameId) => ({ agentId: 'ann', gameId }));
  for (const seat of seats) await one?.link.connect(seat, config);
  const further = { agentId: 'ann', gameId: 'c' };
  await others[0]?.link.connect(further, config);
  // Another proxy has room; this one has none.
  const refused = await one?.link.request({ agentId: 'ann', gameId: 'd' }, 'llm_connect', config);
  expect(refused).toMatchObject({ type: 'error', data: { error_code: 'E123' } });
  await one?.process.kill();
  const listed = async () => {
    const lists = await Promise.all(others.map(({ link }) => link.request(seats[0] ?? ann, 'game_list')));
    return lists.flatMap(({ data }) => gamesSchema.parse(data).games);
  };
  const running = async () =>
    (await listed()).flatMap(({ game_id, state }) => (state === 'running' ? game_id : [])).sort();
  await expect.poll(running, { timeout: 60_000 }).toEqual(['a', 'b', 'c']);
});

const gamesSchema = z.looseObject({
  games: z.array(z.looseObject({ game_id: z.string(), state: z.string() })),
});
