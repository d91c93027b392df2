import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#shared/core/config.js';
import { createLogger } from '#shared/core/log.js';
import { connect } from '../../../agent/client.js';
import type { AgentSeat } from '../../../agent/seat.js';
import { type Proxy as RunningProxy, startProxy } from '../../../services/proxy/proxy.js';
import { sized } from '../../integration/promises/support/form.js';
import { type HeldBatch, holdBatch } from '../../support/faults/held-batch.js';
import { startPythonBatch } from '../../support/faults/python-batch.js';
import { freePort } from '../../support/free-port.js';
import { Relay } from '../../support/relay.js';
import { type DataFolder, makeDataFolder } from '../../support/services/data-folder.js';
import { type ServiceProcess, startService } from '../../support/services/service-process.js';
import { token, unlimited } from '../../support/services/settings.js';
import { SplitStack } from '../../support/services/split-stack.js';

const game_config = { players: 2, seeds: { game: 7, map: 7 } };

/** Each of the things is put at the end of the city's worklist by an action of its own: none may be missing or there twice. */
const things = ['Warriors', 'Settlers', 'Workers', 'Warriors', 'Settlers', 'Workers', 'Warriors', 'Settlers'];

let data: DataFolder;
let proxy: RunningProxy;
let gateway: ServiceProcess;
let settings: Readonly<Record<string, string>>;

beforeAll(async () => {
  data = await makeDataFolder();
  const own = { ...unlimited, DATA_DIR: data.path, HEARTBEAT_S: '1', SESSION_TIMEOUT_S: '3' };
  const config = readConfig(own);
  if (!config.ok) throw new Error(config.failure.join('; '));
  proxy = await startProxy({
    config: config.value,
    log: createLogger('test', config.value.LOG_LEVEL),
  });
  settings = { ...own, PROXY_PORT: String(proxy.port), GATEWAY_PORT: String(await freePort()) };
  gateway = await startService({ name: 'gateway', environment: settings });
});

afterAll(async () => {
  await gateway.kill();
  await proxy.close();
  await data[Symbol.asyncDispose]();
});

/** A seat whose first city is founded; closed with the test. */
async function settled(
  port: number,
  game: string,
): Promise<{ readonly seat: AgentSeat; readonly city: number }> {
  const options = { agentId: 'ann', token, game, login: { game_config }, connectTimeoutMs: 60_000 };
  const seat = await connect(`ws://127.0.0.1:${port}`, options);
  onTestFinished(() => seat.close());
  const { offers } = await seat.offers();
  const founding = offers.find(({ type }) => type === 'unit_build_city');
  if (founding === undefined) throw new Error('nobody can found a city');
  const { result } = await seat.act(founding);
  return { seat, city: Number(result.state_change.city_id) };
}

/** A batch that puts the things on the worklist. It is the caller's code, the same whatever happens. */
function append(seat: AgentSeat, city_id: number) {
  return seat.batch(things.map((item) => ({ type: 'city_worklist_append', city_id, items: [item] })));
}

async function worklist(seat: AgentSeat): Promise<readonly string[]> {
  const { cities, player_id } = await seat.state({ format: 'full' });
  return cities.find(({ owner }) => owner === player_id)?.worklist ?? [];
}

/** Holds the batch of a game when three of its actions are done. */
function holdInBatch(game: string): HeldBatch {
  return holdBatch(proxy.games, game, 'ann', 3);
}

/** The same batch of the Python client, in a game of its own, held in the same way; closed with the test. */
async function pythonHeldInBatch(port: number, game: string) {
  const batch = await startPythonBatch(port, game, token, things);
  onTestFinished(() => batch[Symbol.dispose]());
  const held = holdInBatch(game);
  batch.begin();
  await held.reached;
  return { held, report: () => batch.report() };
}

const allApplied = {
  outcomes: things.map(() => 'applied'),
  worklist: things.map((item) => item.toLowerCase()),
  turn: 2,
};

test('a batch in which the gateway is killed is answered in full by the next one', async () => {
  const { seat, city } = await settled(gateway.port, 'gateway-killed');
  const { session } = seat;
  const python = await pythonHeldInBatch(gateway.port, 'gateway-killed-python');
  const held = holdInBatch('gateway-killed');
  const done = append(seat, city);
  await held.reached;
  await gateway.kill();
  gateway = await startService({ name: 'gateway', environment: settings });
  held.release();
  python.held.release();
  const { results } = await done;
  expect(results).toMatchObject(things.map((_, index) => ({ index, outcome: 'applied' })));
  expect(await worklist(seat)).toHaveLength(things.length);
  expect(seat.session?.id).toBe(session?.id);
  expect(await seat.endTurn()).toMatchObject({ turn: 2 });
  expect(await python.report()).toEqual(allApplied);
});

test('a batch during which the network is cut is answered when it is back', async () => {
  const relay = await Relay.to(gateway.port);
  onTestFinished(() => relay[Symbol.asyncDispose]());
  const { seat, city } = await settled(relay.port, 'network-cut');
  const python = await pythonHeldInBatch(relay.port, 'network-cut-python');
  const held = holdInBatch('network-cut');
  const done = append(seat, city);
  await held.reached;
  relay.hold();
  const later = seat.act('city_worklist_append', { city_id: city, items: ['Coinage'] });
  const began = performance.now();
  const chosenMs = sized(5_000, 90_000);
  await expect
    .poll(() => performance.now() - began, { timeout: 2 * chosenMs, interval: 200 })
    .toBeGreaterThan(chosenMs);
  held.release();
  python.held.release();
  relay.release();
  expect((await done).results).toMatchObject(things.map((_, index) => ({ index, outcome: 'applied' })));
  expect(await later).toMatchObject({ outcome: 'applied' });
  expect(await worklist(seat)).toHaveLength(things.length + 1);
  expect(await python.report()).toEqual(allApplied);
});

/** Kills the game server of a game and waits until its seat has noticed. */
async function killServer(game: string): Promise<void> {
  process.kill(proxy.games.get(game)?.serverPid ?? 0, 'SIGKILL');
  await expect.poll(() => proxy.games.get(game)?.seat('ann')?.isConnected).toBe(false);
}

test('a batch whose game server is killed goes on in the restored game; at most one action is unknown', async () => {
  const { seat, city } = await settled(gateway.port, 'server-killed');
  const python = await pythonHeldInBatch(gateway.port, 'server-killed-python');
  const held = holdInBatch('server-killed');
  const done = append(seat, city);
  await held.reached;
  await killServer('server-killed');
  await killServer('server-killed-python');
  held.release();
  python.held.release();
  const { results } = await done;
  const applied = results.filter((result) => 'outcome' in result && result.outcome === 'applied').length;
  const unknown = results.filter(
    (result) => 'error' in result && result.error.details?.outcome === 'unknown',
  ).length;
  expect(applied + unknown).toBe(things.length);
  expect(unknown).toBeLessThanOrEqual(1);
  const there = (await worklist(seat)).length;
  expect([applied, applied + unknown]).toContain(there);
  expect(await seat.endTurn()).toMatchObject({ turn: 2 });
  const { outcomes, worklist: entries, turn } = await python.report();
  const certain = outcomes.filter((outcome) => outcome === 'applied').length;
  expect(outcomes.filter((outcome) => outcome === 'E131').length).toBe(things.length - certain);
  expect(things.length - certain).toBeLessThanOrEqual(1);
  expect([certain, things.length]).toContain(entries.length);
  expect(turn).toBe(2);
});

test('a batch in which the proxy is killed is told to be unknown, and what it did is there once', async () => {
  await using stack = await SplitStack.start();
  const { seat, city } = await settled(stack.gateway.port, 'proxy-killed');
  const done = append(seat, city);
  await stack.killProxy();
  await stack.startProxy();
  const { results } = await done;
  const applied = results.filter((result) => 'outcome' in result && result.outcome === 'applied').length;
  const there = (await worklist(seat)).length;
  expect(there).toBeGreaterThanOrEqual(applied);
  expect(there).toBeLessThanOrEqual(things.length);
  expect(results).toHaveLength(things.length);
  for (const result of results)
    if ('error' in result) expect(result.error.details).toMatchObject({ outcome: 'unknown' });
  expect(await seat.endTurn()).toMatchObject({ turn: 2 });
});
