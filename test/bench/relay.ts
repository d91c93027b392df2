/**
 * What the gateway adds to a round trip: 1,000 agents through it, 2,000 messages a second in all, beside the same number
 * straight over a link to the same proxy. Both take turns in one run, so that whatever else the machine does falls on both.
 */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { quantile } from '../support/quantile.js';
import { proxySecret, unlimited } from '../support/services/settings.js';
import { logInAll, steadily } from './support/bench-agent.js';
import { GatewayUnderLoad } from './support/gateway-under-load.js';

const AGENTS = 1000;
const PER_SECOND = 2000;
const SECONDS = 3;
const ROUNDS = 5;

const { RATE_MESSAGES_PER_MINUTE, RATE_BURST, RATE_ACTIONS_PER_MINUTE } = unlimited;
await using bench = await GatewayUnderLoad.start({
  RATE_MESSAGES_PER_MINUTE,
  RATE_BURST,
  RATE_ACTIONS_PER_MINUTE,
});
const agents = await logInAll(bench.port, AGENTS, 'agent');
const link = new WebSocket(`ws://127.0.0.1:${bench.proxyPort}/llmsocket/8002`, {
  headers: { authorization: `Bearer ${proxySecret}` },
  perMessageDeflate: false,
});
await once(link, 'open');

const direct: number[] = [];
const sent = new Map<string, number>();
const answer = z.looseObject({ correlation_id: z.string() });
link.on('message', (bytes) => {
  const now = performance.now();
  const { correlation_id: id } = answer.parse(JSON.parse(String(bytes)));
  direct.push(now - (sent.get(id) ?? Number.NaN));
  sent.delete(id);
});
const askDirectly = (count: number) => {
  const id = `d${count}`;
  sent.set(id, performance.now());
  const question = {
    type: 'state_query',
    agent_id: 'a',
    game_id: 'bench',
    timestamp: 1,
    correlation_id: id,
    data: {},
  };
  link.send(JSON.stringify(question));
};

const cpuBefore = await bench.metric('process_cpu_seconds_total');
const began = performance.now();
for (let round = 0; round <= ROUNDS; round++) {
  await steadily(PER_SECOND, SECONDS, askDirectly);
  await steadily(PER_SECOND, SECONDS, (count) => agents[count % AGENTS]?.ask());
  // The first round warms up.
  if (round > 0) continue;
  direct.length = 0;
  for (const agent of agents) agent.times = [];
}
const seconds = (performance.now() - began) / 1000;
const cpu = (await bench.metric('process_cpu_seconds_total')) - cpuBefore;
while (agents.some(({ unanswered }) => unanswered > 0))
  await new Promise((resolve) => setTimeout(resolve, 10));
const through = agents.flatMap(({ times }) => times);
const row = (name: string, times: readonly number[]) =>
  `${name.padEnd(34)} p50 ${quantile(times, 0.5).toFixed(3)} ms   p99 ${quantile(times, 0.99).toFixed(3)} ms   (${times.length})`;
console.log(row('straight to the proxy', direct));
console.log(row('agent, gateway, proxy and back', through));
const added = [0.5, 0.99].map((q) => (quantile(through, q) - quantile(direct, q)).toFixed(3));
console.log(
  `the gateway adds p50 ${added[0]} ms, p99 ${added[1]} ms; errors ${agents.reduce((sum, { errors }) => sum + errors.size, 0)}`,
);
console.log(
  `gateway: ${((cpu / seconds) * 100).toFixed(0)} % of a core over the whole, ${((await bench.metric('process_resident_memory_bytes')) / 2 ** 20).toFixed(0)} MB`,
);
for (const { socket } of agents) socket.terminate();
link.terminate();
