/**
 * 1,000 agents are logged in and 50 of them play at the specification's rate. In turns: alone, the control; then with ten
 * that flood, a hundred that have stopped reading, and a hundred half-open connections. The fifty should not notice.
 */
import { quantile } from '../../test/support/quantile.js';
import { codesOf, logInAll, steadily } from './support/bench-agent.js';
import { figure } from './support/figures.js';
import { amount, asked } from './support/form.js';
import { GatewayUnderLoad } from './support/gateway-under-load.js';
import { Flooders, openHalf } from './support/hostile-clients.js';
import { SlowReaders } from './support/slow-readers.js';

const AGENTS = amount(1000, 40);
const PLAYERS = amount(50, 10);
const FLOODERS = amount(10, 2);
const SLOW = amount(100, 4);
const HALF_OPEN = amount(100, 4);
const SECONDS = amount(12, 1);
const ROUNDS = asked(3, 1);
/** 100 messages a minute each. */
const PER_SECOND = (PLAYERS * 100) / 60;

interface Phase {
  readonly p50: number;
  readonly p99: number;
  readonly times: readonly number[];
  /** Of the gateway: share of a core, and megabytes at the end. */
  readonly cpu: number;
  readonly memory: number;
}

await using bench = await GatewayUnderLoad.start({ RATE_MESSAGES_PER_MINUTE: '150' });
const agents = await logInAll(bench.port, AGENTS - FLOODERS - SLOW, 'agent');
const players = agents.slice(0, PLAYERS);
const flooders = new Flooders(bench.port, FLOODERS);
await flooders.ready;
const control: Phase[] = [];
const attacked: Phase[] = [];
let closedSlow = 0;
await alone();
for (let round = 0; round < ROUNDS; round++) {
  control.push(await alone());
  attacked.push(await underAttack(round));
}
const floodCodes = await flooders.end();

show('50 players alone', control);
show('50 players under attack', attacked);
const ratios = attacked.map(({ p99 }, round) => p99 / (control[round]?.p99 ?? Number.NaN));
const list = ratios.map((ratio) => ratio.toFixed(2)).join(', ');
console.log(`the p99 is ${median(ratios).toFixed(2)} times the control's (the median of ${list})`);
const p99 = (phases: readonly Phase[]) => median(phases.map((phase) => phase.p99));
figure('players under attack, p99', p99(attacked), 'ms', { name: 'alone', value: p99(control) });
console.log(`errors of players: ${codesOf(players)}; of flooders: ${floodCodes}`);
console.log(`slow readers closed: ${closedSlow} of ${ROUNDS * SLOW}`);
for (const { socket } of agents) socket.terminate();

async function alone(): Promise<Phase> {
  const idle = await logInAll(bench.port, SLOW, 'idle');
  const phase = await play();
  for (const { socket } of idle) socket.terminate();
  return phase;
}

async function underAttack(round: number): Promise<Phase> {
  const slow = await SlowReaders.stopped(bench, SLOW, `slow-${round}`);
  const halfOpen = openHalf(bench.port, HALF_OPEN);
  slow.begin(SECONDS);
  flooders.begin();
  const phase = await play();
  flooders.pause();
  for (const socket of halfOpen) socket.destroy();
  closedSlow += await slow.whenGone();
  return phase;
}

async function play(): Promise<Phase> {
  const cpuBefore = await bench.metric('process_cpu_seconds_total');
  await steadily(PER_SECOND, SECONDS, (count) => players[count % PLAYERS]?.ask());
  while (players.some(({ unanswered }) => unanswered > 0))
    await new Promise((resolve) => setTimeout(resolve, 10));
  const times = players.flatMap((player) => player.times.splice(0));
  return {
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    times,
    cpu: ((await bench.metric('process_cpu_seconds_total')) - cpuBefore) / SECONDS,
    memory: (await bench.metric('process_resident_memory_bytes')) / 2 ** 20,
  };
}

function show(name: string, phases: readonly Phase[]): void {
  const ms = (of: (phase: Phase) => number) => `${median(phases.map(of)).toFixed(2)} ms`;
  const most = Math.max(...phases.map(({ memory }) => memory));
  const answers = phases.reduce((sum, { times }) => sum + times.length, 0);
  console.log(
    `${name.padEnd(26)} p50 ${ms(({ p50 }) => p50)}   p99 ${ms(({ p99 }) => p99)}   (${answers} answers)` +
      `   gateway: ${(median(phases.map(({ cpu }) => cpu)) * 100).toFixed(0)} % of a core, ${most.toFixed(0)} MB at most`,
  );
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
