/**
 * What the two WebSocket libraries cost beside each other: the same gateway on `ws` and on uWebSockets.js, in turns. 1,000
 * agents log in and are idle; then 2,000 messages a second come from them, and 1,000 states are fetched over HTTP.
 */
import { quantile } from '../../test/support/quantile.js';
import { unlimited } from '../../test/support/services/settings.js';
import { type BenchAgent, logInAll, steadily } from './support/bench-agent.js';
import { figure } from './support/figures.js';
import { amount, asked } from './support/form.js';
import { GatewayUnderLoad } from './support/gateway-under-load.js';

const AGENTS = amount(1000, 20);
const PER_SECOND = amount(2000, 200);
const SECONDS = amount(5, 1);
const PAGES = amount(1000, 20);
const ROUNDS = asked(3, 1);

type Name = 'ws' | 'uws';
const { RATE_MESSAGES_PER_MINUTE, RATE_BURST, RATE_ACTIONS_PER_MINUTE } = unlimited;

interface Cost {
  /** Kilobytes of the process for each agent that is logged in and idle. */
  readonly idleKB: number;
  /** Milliseconds of a request and its answer. */
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of processor for each such request. */
  readonly cpu: number;
  /** Microseconds of processor for each answer to an HTTP request. */
  readonly httpCpu: number;
}

const costs: Record<Name, Cost[]> = { ws: [], uws: [] };
for (let round = 0; round < ROUNDS; round++)
  for (const name of ['ws', 'uws'] as const) costs[name].push(await measure(name));
show('KB an idle agent', ({ idleKB }) => idleKB);
show('p50 of a request, ms', ({ p50 }) => p50);
show('p99 of a request, ms', ({ p99 }) => p99);
show('CPU of a request, µs', ({ cpu }) => cpu);
show('CPU of an HTTP answer, µs', ({ httpCpu }) => httpCpu);

async function measure(TRANSPORT: Name): Promise<Cost> {
  const limits = { RATE_MESSAGES_PER_MINUTE, RATE_BURST, RATE_ACTIONS_PER_MINUTE };
  await using bench = await GatewayUnderLoad.start({ ...limits, TRANSPORT });
  await warmUp(bench);
  const empty = await bench.metric('process_resident_memory_bytes');
  const agents = await logInAll(bench.port, AGENTS, 'agent');
  const idleKB = ((await bench.metric('process_resident_memory_bytes')) - empty) / 1024 / AGENTS;
  const cpu = await cpuOf(bench, PER_SECOND * SECONDS, () => play(agents));
  const httpCpu = await cpuOf(bench, PAGES, async () => {
    for (let count = 0; count < PAGES; count++)
      await (await fetch(`http://127.0.0.1:${bench.port}/health`)).text();
  });
  const times = agents.flatMap((agent) => agent.times);
  for (const { socket } of agents) socket.terminate();
  return { idleKB, p50: quantile(times, 0.5), p99: quantile(times, 0.99), cpu, httpCpu };
}

/** So that code is compiled and pools are filled before anything is measured. */
async function warmUp(bench: GatewayUnderLoad): Promise<void> {
  const agents = await logInAll(bench.port, 50, 'warm');
  await play(agents);
  for (const { socket } of agents) socket.terminate();
}

async function play(agents: readonly BenchAgent[]): Promise<void> {
  await steadily(PER_SECOND, SECONDS, (count) => agents[count % agents.length]?.ask());
  while (agents.some(({ unanswered }) => unanswered > 0))
    await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Microseconds of the gateway's processor for each message. */
async function cpuOf(bench: GatewayUnderLoad, count: number, work: () => Promise<void>): Promise<number> {
  const before = await bench.metric('process_cpu_seconds_total');
  await work();
  return (((await bench.metric('process_cpu_seconds_total')) - before) / count) * 1e6;
}

/** The medians of the rounds, beside each other. */
function show(what: string, of: (cost: Cost) => number): void {
  const [ws = Number.NaN, uws = Number.NaN] = (['ws', 'uws'] as const).map((name) =>
    quantile(costs[name].map(of), 0.5),
  );
  figure(`${what}, by uws`, uws, '', { name: 'by ws', value: ws });
  const ratio = (uws / ws).toFixed(2);
  console.log(
    `${what.padEnd(28)} ws ${ws.toFixed(2).padStart(8)}   uws ${uws.toFixed(2).padStart(8)}   uws/ws ${ratio}`,
  );
}
