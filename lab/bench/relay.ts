/**
 * What the gateway adds to a round trip: 1,000 agents through it, 2,000 messages a second in all; beside the same number
 * on 1,000 sockets straight to the same proxy, and through a relay that does nothing else. All three take turns in one
 * run, so that whatever else the machine does falls on each of them. What the gateway and the relay add is printed as milliseconds
 * of a round trip and as processor time of a message.
 */
import { usageOf } from '../../test/support/process-usage.js';
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
/** The processes between the agents and the proxy, and the seconds of CPU that they used. */
const between = [
  { name: 'bare relay', agents: ways['through a bare relay'], pid: relay.child.pid ?? 0, cpu: 0 },
  { name: 'gateway', agents: ways['through the gateway'], pid: bench.pid, cpu: 0 },
];
for (let round = 0; round <= ROUNDS; round++) {
  for (const agents of Object.values(ways)) {
    const process = between.find((one) => one.agents === agents);
    const before = usageOf(process?.pid ?? 0).cpuSeconds;
    await steadily(PER_SECOND, SECONDS, (count) => agents[count % AGENTS]?.ask());
    while (agents.some(({ unanswered }) => unanswered > 0))
      await new Promise((resolve) => setTimeout(resolve, 10));
    // The first round warms up.
    if (round === 0) for (const agent of agents) agent.times = [];
    else if (process !== undefined) process.cpu += usageOf(process.pid).cpuSeconds - before;
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
const MESSAGES = ROUNDS * SECONDS * PER_SECOND;
const [relayUs = 0, gatewayUs = 0] = between.map(({ cpu }) => (cpu / MESSAGES) * 1e6);
for (const { name, cpu, pid } of between)
  console.log(
    `${name.padEnd(24)} ${((cpu / MESSAGES) * 1e6).toFixed(0)} us of CPU a message, ${((cpu / (ROUNDS * SECONDS)) * 100).toFixed(0)} % of a core, ${usageOf(pid).megabytes.toFixed(0)} MB`,
  );
const adds = (way: keyof typeof ways) => quantile(timesOf(ways[way]), 0.5) - quantile(straight, 0.5);
const [relayAdds, gatewayAdds] = [adds('through a bare relay'), adds('through the gateway')];
console.log(
  `the gateway adds ${(gatewayAdds / relayAdds).toFixed(2)} times what the bare relay adds (p50), and takes ${(gatewayUs / relayUs).toFixed(2)} times its CPU`,
);
figure('what the gateway adds to a round trip, p50', gatewayAdds, 'ms', {
  name: 'bare relay',
  value: relayAdds,
});
figure('CPU of the gateway a message', gatewayUs, 'us', { name: 'bare relay', value: relayUs });
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
figure('gateway', (gatewayUs * PER_SECOND) / 1e4, '% of a core');
for (const { socket } of Object.values(ways).flat()) socket.terminate();
relay.child.kill('SIGTERM');

function timesOf(agents: readonly BenchAgent[]): readonly number[] {
  return agents.flatMap(({ times }) => times);
}

/** A time, and how much more it is than straight. */
function shown([time = Number.NaN, more = Number.NaN]: readonly number[] = []): string {
  return `${time.toFixed(3)} ms (${more < 0 ? '' : '+'}${more.toFixed(3)})`;
}
