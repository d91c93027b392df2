/**
 * `npm run chaos -- soak [--minutes 60] [--agents 20]`: agents at ten times the rate of the specification against a real
 * installation; what gateway and proxy hold is looked at every ten seconds. Exit code 1 when, after a third of the time,
 * memory grows by 1 MB or more in ten minutes, or descriptors grow at all.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { AgentConnection } from '../../agent/agent-connection.js';
import { held } from '../integration/operations/support/held.js';
import { SplitStack } from '../support/services/split-stack.js';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, agents: { type: 'string', default: '20' } },
});
const [minutes = 60, agentCount = 20] = [values.minutes, values.agents].map(Number);
/** Ten times 100 a minute. */
const REQUEST_EVERY_MS = 60;
const LOOK_EVERY_MS = 10_000;
const GAMES = 4;
const MAX_MB_IN_TEN_MINUTES = 1;

await using stack = await SplitStack.start({ isBuilt: true, environment: { TURN_TIME_LIMIT_S: '0' } });
const agents: AgentConnection[] = [];
for (let number = 0; number < agentCount; number += 1) {
  const agent = await stack.agent(`agent-${number}`);
  const game_config = {
    players: agentCount / GAMES,
    map: { xsize: 40, ysize: 30 },
    seeds: { game: 1, map: 1 },
  };
  await agent.connect({ api_token: stack.token, game_id: `soak-${number % GAMES}`, game_config });
  agents.push(agent);
}
const end = performance.now() + minutes * 60_000;
let requests = 0;
const looks: { minute: number; gateway: ReturnType<typeof held>; proxy: ReturnType<typeof held> }[] = [];

/** The turn never ends: what grows is not the game. */
async function ask(agent: AgentConnection): Promise<void> {
  for (let number = 0; performance.now() < end; number += 1) {
    const format = number % 10 === 0 ? 'full' : 'llm_optimized';
    await agent.state({ format, include_legal_actions: number % 5 === 0 }).catch(() => undefined);
    requests += 1;
    await pause(REQUEST_EVERY_MS);
  }
}

async function look(): Promise<void> {
  while (performance.now() < end) {
    const minute = minutes - (end - performance.now()) / 60_000;
    looks.push({ minute, gateway: held(stack.gateway.pid), proxy: held(stack.proxy.pid) });
    await pause(LOOK_EVERY_MS);
  }
}

/** Least squares of what a process holds over the minutes: MB in ten minutes. */
function slope(of: 'gateway' | 'proxy', from: typeof looks): number {
  const [x, y] = [from.map(({ minute }) => minute), from.map((each) => each[of].megabytes)];
  const [meanX, meanY] = [mean(x), mean(y)];
  const above = x.reduce((sum, each, i) => sum + (each - meanX) * ((y[i] ?? meanY) - meanY), 0);
  return (10 * above) / x.reduce((sum, each) => sum + (each - meanX) ** 2, 0);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}

await Promise.all([look(), ...agents.map(ask)]);
const warm = looks.slice(Math.floor(looks.length / 3));
process.stdout.write(`${requests} requests of ${agentCount} agents in ${minutes} minutes\n`);
for (const of of ['gateway', 'proxy'] as const) {
  const [first, last] = [warm[0]?.[of], warm.at(-1)?.[of]];
  const growth = slope(of, warm);
  const more = (last?.descriptors ?? 0) - (first?.descriptors ?? 0);
  process.stdout.write(
    `${of}: ${growth.toFixed(2)} MB in ten minutes, ${first?.megabytes.toFixed(0)} to ${last?.megabytes.toFixed(0)} MB; descriptors ${first?.descriptors} to ${last?.descriptors}\n`,
  );
  if (growth >= MAX_MB_IN_TEN_MINUTES || more > 2) process.exitCode = 1;
}
