import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createLogger } from '#shared/core/log.js';
import { collectProcessMetrics } from '#shared/core/process.js';
import { createMetrics } from '../../../gateway/core/metrics.js';
import { startProxy } from '../../../services/proxy/proxy.js';
import { readConfig } from '../../../shared/core/config.js';
import { findPrometheus } from '../../../tools/steps/test-requirements.mjs';
import { type Fixture, startFixture } from '../../integration/gateway/support/gateway-fixture.js';
import { RawAgentSocket } from '../../integration/gateway/support/raw-agent-socket.js';
import { freePort } from '../../support/free-port.js';

const deploy = new URL('../../../deploy/', import.meta.url);

function tool(name: 'prometheus' | 'promtool'): string {
  const folder = findPrometheus();
  if (folder === undefined) throw new Error(`${name} is not there; npm test fetches it`);
  return join(folder, name);
}

/** A gateway that has served a little, with the metrics of its process. */
async function busyGateway(): Promise<Fixture> {
  const metrics = createMetrics();
  collectProcessMetrics(metrics.registry);
  const fixture = await startFixture({}, { metrics });
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  for (const type of ['state_query', 'action', 'nonsense']) {
    agent.sendRequest(type, { action_type: 'end_turn' });
    await agent.next();
  }
  fixture.proxy.push('turn_start', 'my-agent', 'g1');
  await agent.next();
  return fixture;
}

/** A proxy without games; its port. */
async function idleProxy(): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'proxy-metrics-'));
  const PROXY_SECRET = 'a-secret-for-this-test';
  const read = readConfig({ PROXY_PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', PROXY_SECRET });
  if (!read.ok) throw new Error(read.failure.join('; '));
  const proxy = await startProxy({ config: read.value, log: createLogger('proxy', 'error') });
  onTestFinished(async () => {
    await proxy.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return proxy.port;
}

async function text(url: string): Promise<string> {
  return (await fetch(url)).text();
}

/** What promtool says, and how it ends. */
async function promtool(args: readonly string[], input = ''): Promise<string> {
  const child = spawn(tool('promtool'), [...args]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return `${output.trim()}${code === 0 ? '' : ` (exit ${code})`}`;
}

test('promtool finds nothing to complain about in the metrics of gateway and proxy', async () => {
  await using fixture = await busyGateway();
  const proxyPort = await idleProxy();
  for (const url of [
    `http://127.0.0.1:${fixture.port}/api/metrics`,
    `http://127.0.0.1:${proxyPort}/metrics`,
  ]) {
    expect(await promtool(['check', 'metrics'], await text(url)), url).toBe('');
  }
});

test('promtool accepts the configuration and the alert rules', async () => {
  const report = await promtool(['check', 'config', new URL('prometheus/prometheus.yml', deploy).pathname]);
  expect(report).toContain('SUCCESS');
  expect(report).not.toMatch(/FAILED|exit/);
});

const targetsSchema = z.object({
  data: z.object({ activeTargets: z.array(z.object({ scrapePool: z.string(), health: z.string() })) }),
});
const rulesSchema = z.object({
  data: z.object({ groups: z.array(z.object({ rules: z.array(z.object({ health: z.string() })) })) }),
});
const querySchema = z.object({
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
});

test('a real Prometheus scrapes gateway and proxy, and evaluates every alert', async () => {
  await using fixture = await busyGateway();
  const proxyPort = await idleProxy();
  const folder = await mkdtemp(join(tmpdir(), 'prometheus-'));
  const port = await freePort();
  const config = await readFile(new URL('prometheus/prometheus.yml', deploy), 'utf8');
  const ours = config
    .replaceAll('15s', '3s')
    .replace(':8003', `:${fixture.port}`)
    .replace(':8002', `:${proxyPort}`);
  await writeFile(join(folder, 'prometheus.yml'), ours);
  await writeFile(join(folder, 'alerts.yml'), await readFile(new URL('prometheus/alerts.yml', deploy)));
  const args = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`];
  const listen = `--web.listen-address=127.0.0.1:${port}`;
  const child = spawn(tool('prometheus'), [...args, listen, '--log.level=error'], { stdio: 'ignore' });
  onTestFinished(async () => {
    const ended = once(child, 'close');
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  const api = async (path: string) => JSON.parse(await text(`http://127.0.0.1:${port}/api/v1/${path}`));
  const targets = async () => targetsSchema.parse(await api('targets')).data.activeTargets;
  await expect.poll(targets, { timeout: 90_000 }).toMatchObject([
    { scrapePool: 'freeciv-gateway', health: 'up' },
    { scrapePool: 'freeciv-proxy', health: 'up' },
  ]);
  const healths = async () => {
    const { groups } = rulesSchema.parse(await api('rules')).data;
    return [...new Set(groups.flatMap(({ rules }) => rules.map(({ health }) => health)))];
  };
  await expect.poll(healths, { timeout: 90_000 }).toEqual(['ok']);
  const sockets = querySchema.parse(await api('query?query=freeciv_gateway_agent_sockets'));
  expect(sockets.data.result[0]?.value[1]).toBe('1');
});

/** Names in a query that can only be metrics. */
function metricsIn(query: string): readonly string[] {
  return query.match(/\b(?:freeciv|nodejs|process)_[a-z0-9_]+/g) ?? [];
}

test('the dashboard and the alerts ask only for metrics that exist', async () => {
  await using fixture = await busyGateway();
  const proxyPort = await idleProxy();
  const served = [
    await text(`http://127.0.0.1:${fixture.port}/api/metrics`),
    await text(`http://127.0.0.1:${proxyPort}/metrics`),
  ].join('\n');
  const types = [...served.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  const known = new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
  const dashboard = await readFile(new URL('grafana/dashboard.json', deploy), 'utf8');
  const alerts = await readFile(new URL('prometheus/alerts.yml', deploy), 'utf8');
  const queries = [...dashboard.matchAll(/"expr": "(.*)"/g), ...alerts.matchAll(/expr: (.*)/g)];
  const asked = queries.flatMap(([, query = '']) => metricsIn(query));
  expect(asked.length).toBeGreaterThan(30);
  expect(asked.filter((name) => !known.has(name))).toEqual([]);
  const shown = new Set(metricsIn(dashboard).map((name) => name.replace(/_bucket$/, '')));
  const names = types.map(([, name = '']) => name);
  const ours = names.filter((name) => /^freeciv_(gateway|proxy)_(?!process_|nodejs_)/.test(name));
  expect(ours.length).toBeGreaterThan(30);
  expect(ours.filter((name) => !shown.has(name))).toEqual([]);
});
