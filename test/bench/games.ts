/**
 * What a game costs: scripted seats play real games at once, `npm run bench -- games --games N --agents A --turns T`. Each
 * asks for its state with offers, does about four actions and ends its turn. Printed: seconds of CPU of proxy, gateway and
 * game servers, and how long the seats and the event loops waited. Beside them in the same run the same number of bare
 * game servers with AIs alone. The first turns (`--warm-up`) are played before it is measured: the processes compile then.
 * CPU seconds say about the same on a busy machine; waiting times do not.
 */
import { AgentConnection } from '../../agent/agent-connection.js';
import {
  gameServersOf,
  type ProcessUsage,
  usageOf,
  usageOfAll,
  usedBetween,
} from '../support/process-usage.js';
import { quantile } from '../support/quantile.js';
import { SplitStack } from '../support/services/split-stack.js';
import { playAiGames } from './support/ai-games.js';
import { figure } from './support/figures.js';
import { named } from './support/form.js';
import { loopLags } from './support/loop-lag.js';
import { playScript } from './support/scripted-seat.js';

const GAMES = named('games', 10, 1);
const AGENTS = named('agents', 5, 2);
const TURNS = named('turns', 30, 3);
const WARM_UP_TURNS = named('warm-up', 10, 1);
const ACTIONS = named('actions', 4, 4);
const SEAT_TURNS = GAMES * AGENTS * TURNS;

const configs = Array.from({ length: GAMES }, (_, index) => ({
  players: Math.max(AGENTS, 5),
  min_agents: AGENTS,
  ai_skill: 'easy' as const,
  seeds: { game: index + 1, map: index + 1 },
}));

await using stack = await SplitStack.start({ isBuilt: true, environment: { MAX_GAMES: String(GAMES) } });
const agents = await Promise.all(
  configs.flatMap((config, game) =>
    Array.from({ length: AGENTS }, async (_, seat) => {
      const agent = await AgentConnection.open({
        gateway: `ws://127.0.0.1:${stack.gateway.port}`,
        agentId: `agent-${game}-${seat}`,
      });
      await agent.connect({ api_token: stack.token, game_id: `game-${game}`, game_config: config });
      return agent;
    }),
  ),
);
await Promise.all(agents.map((agent) => agent.push('game_ready')));

const { gateway, proxy } = stack;
const servers = gameServersOf(proxy.pid);
const look = () => ({
  proxy: usageOf(proxy.pid),
  gateway: usageOf(gateway.pid),
  'game servers': usageOfAll(servers),
});
const play = async (turns: number) => {
  const times = { states: [], actions: [], turnChanges: [] };
  await Promise.all(agents.map((agent) => playScript(agent, { turns, actions: ACTIONS, times })));
  return times;
};
await play(WARM_UP_TURNS);
await loopLags(stack);
const before = look();
const began = performance.now();
const times = await play(TURNS);
const seconds = (performance.now() - began) / 1000;
const after = look();
const lags = await loopLags(stack);
await Promise.all(agents.map((agent) => agent.close()));

console.log(
  `${GAMES} games of ${AGENTS} agents, ${TURNS} turns, ${(times.actions.length / SEAT_TURNS).toFixed(1)} actions in each: ` +
    `${seconds.toFixed(1)} s, ${((GAMES * TURNS) / seconds).toFixed(1)} game turns a second`,
);
const used = {
  proxy: usedBetween(before.proxy, after.proxy),
  gateway: usedBetween(before.gateway, after.gateway),
  'game servers': usedBetween(before['game servers'], after['game servers']),
};
const bare = await playAiGames(configs, WARM_UP_TURNS, TURNS);
for (const [name, usage] of Object.entries(used)) {
  costs(name, usage);
  figure(`CPU of the ${name} for a seat and turn`, msEach(usage), 'ms', {
    name: 'bare servers with AIs',
    value: msEach(bare),
  });
}
costs('bare servers with AIs', bare);
waits('state with offers', times.states);
waits('action', times.actions);
waits('end of turn to next turn', times.turnChanges);
for (const [name, { p50, p99, longest }] of Object.entries(lags))
  console.log(
    `${`event loop of the ${name}`.padEnd(26)} p50 ${fixed(p50)} ms   p99 ${fixed(p99)} ms   longest ${fixed(longest)} ms`,
  );

/** Milliseconds of CPU for each seat and turn. */
function msEach({ cpuSeconds }: ProcessUsage): number {
  return (cpuSeconds * 1000) / SEAT_TURNS;
}

function costs(name: string, usage: ProcessUsage): void {
  const { cpuSeconds, mainThreadSeconds, megabytes } = usage;
  console.log(
    `${name.padEnd(26)} ${fixed(cpuSeconds, 2)} s of CPU (main thread ${mainThreadSeconds.toFixed(2)})   ` +
      `${fixed(msEach(usage), 2)} ms for each seat and turn   ${megabytes.toFixed(0)} MB`,
  );
}

function waits(name: string, numbers: readonly number[]): void {
  console.log(
    `${name.padEnd(26)} p50 ${fixed(quantile(numbers, 0.5))} ms   p99 ${fixed(quantile(numbers, 0.99))} ms`,
  );
}

function fixed(number: number, digits = 1): string {
  return number.toFixed(digits).padStart(7);
}
