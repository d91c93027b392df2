/**
 * What the gateway adds to a round trip: 1,000 agents through it, 2,000 messages a second in all; beside the same number
 * on 1,000 sockets straight to the same proxy, and through a relay that does nothing else. All three take turns in one
 * run, so that whatever else the machine does falls on each of them.
 */
import { quantile } from '../../test/support/quantile.js';
import { unlimited } from '../../test/support/services/settings.js';
import { BenchAgent, logInAll, steadily } from './support/bench-agent.js';
import { figure } from './support/figures.js';
import { amount, asked } from './support/form.js';
import { GatewayUnderLoad } from './support/gateway-under-load.js';
import { startBareRelay } from './support/start-script.js';

const AGENTS = amount(1000, 20);
const PER_SECOND = amount(2000, 200);
const SECONDS = amount(3, 1);
const ROUNDS = asked(5, 1);

const { RATE_MESSAGES_PER_MINUTE, RATE_BURST, RATE_ACTIONS_PER_MINUTE } = unlimited;
await using bench = await GatewayUnderLoad.start({
  RATE_MESSAGES_PER_MINUTE,
  RATE_BURST,
  RATE_ACTIONS_PER_MINUTE,
});
const relay = await startBareRelay(bench.proxyPort);

const ways = {
  'straight to the proxy': await logInAll(bench.proxyPort, AGENTS, 'straight', BenchAgent.straight),
  'through a bare relay': await logInAll(relay.port, AGENTS, 'relayed', BenchAgent.straight),
  'through the gateway': await logInAll(bench.port, AGENTS, 'agent'),
};
let gatewayCpu = 0;
for (let round = 0; round <= ROUNDS; round++) {
  for (const agents of Object.values(ways)) {
    const cpu = await bench.metric('process_cpu_seconds_total');
    await steadily(PER_SECOND, SECONDS, (count) => agents[count % AGENTS]?.ask());
    while (agents.some(({ unanswered }) => unanswered > 0))
      await new Promise((resolve) => setTimeout(resolve, 10));
    // The first round warms up.
    if (round === 0) for (const agent of agents) agent.times = [];
    else if (agents === ways['through the gateway'])
      gatewayCpu += (await bench.metric('process_cpu_seconds_total')) - cpu;
  }
}

const straight = timesOf(ways['straight to the proxy']);
for (const [way, agents] of Object.entries(ways)) {
  const times = timesOf(agents);
  const [p50, p99] = [0.5, 0.99].map((q) => [quantile(times, q), quantile(times, q) - quantile(straight, q)]);
  const errors = agents.reduce((sum, agent) => sum + agent.errors.size, 0);
  console.log(
    `${way.padEnd(24)} p50 ${shown(p50)}   p99 ${shown(p99)}   (${times.length} round trips, ${errors} errors)`,
  );
}
console.log(
  `gateway: ${((gatewayCpu / (ROUNDS * SECONDS)) * 100).toFixed(0)} % of a core, ${((await bench.metric('process_resident_memory_bytes')) / 2 ** 20).toFixed(0)} MB`,
);
for (const q of [0.5, 0.99]) {
  const bare = quantile(timesOf(ways['through a bare relay']), q);
  figure(
    `round trip through the gateway, p${q * 100}`,
    quantile(timesOf(ways['through the gateway']), q),
    'ms',
    {
      name: 'bare relay',
      value: bare,
    },
  );
}
figure('gateway', (gatewayCpu / (ROUNDS * SECONDS)) * 100, '% of a core');
for (const { socket } of Object.values(ways).flat()) socket.terminate();
relay.child.kill('SIGTERM');

function timesOf(agents: readonly BenchAgent[]): readonly number[] {
  return agents.flatMap(({ times }) => times);
}

/** A time, and how much more it is than straight. */
function shown([time = Number.NaN, more = Number.NaN]: readonly number[] = []): string {
  return `${time.toFixed(3)} ms (${more < 0 ? '' : '+'}${more.toFixed(3)})`;
}
