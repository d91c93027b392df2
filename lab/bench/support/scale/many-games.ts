import type { AgentConnection } from '../../../../agent/agent-connection.js';
import type { ClusterStack } from '../../../../test/support/cluster/cluster-stack.js';
import { usedBetween } from '../../../../test/support/process-usage.js';
import { quantile } from '../../../../test/support/quantile.js';
import { costLine, counted, lagLine, msEach, waitLine } from '../cost-lines.js';
import { figure } from '../figures.js';
import { named } from '../form.js';
import { type LoopLag, loopLagOf } from '../loop-lag.js';
import { playTogether, seededConfigs, takeSeats } from '../seated-games.js';
import { addressOf, megabytesOf, PARTS, redisCommands, startScaleStack, usageByPart } from './scale-stack.js';

const GAMES = named('games', 20, 2);
const AGENTS = named('agents', 5, 1);
const TURNS = named('turns', 10, 1);
const WARM_UP_TURNS = named('warm-up', 5, 1);
/** Games that are busy while a state of another one is asked for. */
const BUSY_GAMES = named('busy', 10, 1);
const PROXIES = named('game-proxies', 2, 1);
const ACTIONS = 4;
const STATES = named('states', 50, 3);

/** Many games at once on several proxies, and the states of one seat beside busy games and without them. */
export async function measureGames(): Promise<void> {
  const maxGames = Math.ceil(GAMES / PROXIES) + 1;
  await using stack = await startScaleStack({ gateways: 1, proxies: PROXIES, maxGames });
  const games = await takeSeats(stack.gateways.map(addressOf), seededConfigs(GAMES, AGENTS));
  const agents = games.flat();
  console.log(
    `games: ${GAMES} of ${counted(AGENTS, 'agent')} on ${counted(PROXIES, 'proxy', 'proxies')}, ${ACTIONS} actions in a turn of a seat`,
  );
  console.log(`memory as they begin: ${memoryLine(stack)}`);
  await playTogether(agents, { turns: WARM_UP_TURNS, actions: ACTIONS });
  await measureBeside(stack, games);
  await measurePlay(stack, agents);
  console.log(`memory after ${WARM_UP_TURNS + TURNS} turns and more: ${memoryLine(stack)}`);
  await Promise.all(agents.map((agent) => agent.close()));
}

/** Some games play; the first seat of another one asks for its state. */
async function measureBeside(
  stack: ClusterStack,
  games: readonly (readonly AgentConnection[])[],
): Promise<void> {
  const [quiet] = games.at(-1) ?? [];
  if (quiet === undefined) throw new Error('there is no game');
  const isOver = new AbortController();
  const alone = await timedStates(quiet);
  const busyGames = games.slice(0, BUSY_GAMES);
  await lagsOf(stack);
  const busy = playUntil(busyGames.flat(), isOver.signal);
  const beside = await timedStates(quiet);
  isOver.abort();
  const lags = await lagsOf(stack);
  await busy;
  console.log(waitLine('state, nobody plays', alone));
  console.log(waitLine(`state beside ${counted(busyGames.length, 'busy game')}`, beside));
  for (const [name, lag] of lags) console.log(lagLine(`event loop of ${name}`, lag));
  figure(`state beside ${counted(busyGames.length, 'busy game')}, p99`, quantile(beside, 0.99), 'ms', {
    name: 'while nobody plays',
    value: quantile(alone, 0.99),
  });
}

/** Milliseconds of states with offers, one after the other. */
async function timedStates(agent: AgentConnection): Promise<readonly number[]> {
  const times: number[] = [];
  for (let count = 0; count < STATES; count += 1) {
    const began = performance.now();
    await agent.offers();
    times.push(performance.now() - began);
  }
  return times;
}

/** Turns are played to their end, so that every seat has ended its own. */
async function playUntil(agents: readonly AgentConnection[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await playTogether(agents, { turns: 1, actions: ACTIONS });
}

async function measurePlay(stack: ClusterStack, agents: readonly AgentConnection[]): Promise<void> {
  const seatTurns = agents.length * TURNS;
  await lagsOf(stack);
  const before = usageByPart(stack);
  const commandsBefore = await redisCommands(stack);
  const began = performance.now();
  const times = await playTogether(agents, { turns: TURNS, actions: ACTIONS });
  const perSecond = (GAMES * TURNS) / ((performance.now() - began) / 1000);
  const after = usageByPart(stack);
  const commands = ((await redisCommands(stack)) - commandsBefore) / seatTurns;
  const lags = await lagsOf(stack);
  console.log(`${TURNS} turns: ${perSecond.toFixed(2)} game turns a second`);
  figure(`turns of ${counted(GAMES, 'game')} of ${counted(AGENTS, 'agent')}`, perSecond, '1/s');
  for (const part of PARTS) {
    const [name, usage] = [part, usedBetween(before[part], after[part])];
    console.log(costLine(name, usage, seatTurns));
    figure(`CPU of ${name} for a seat and turn`, msEach(usage, seatTurns), 'ms');
  }
  console.log(`Redis: ${commands.toFixed(0)} commands for each seat and turn`);
  figure('commands of Redis for a seat and turn', commands, '');
  console.log(waitLine('state with offers', times.states));
  console.log(waitLine('action', times.actions));
  console.log(waitLine('end of turn to next turn', times.turnChanges));
  for (const [name, lag] of lags) console.log(lagLine(`event loop of ${name}`, lag));
}

async function lagsOf(stack: ClusterStack): Promise<readonly (readonly [string, LoopLag])[]> {
  const lags: (readonly [string, LoopLag])[] = [];
  for (const { name, port } of stack.gateways) lags.push([name, await loopLagOf('gateway', port)]);
  for (const { name, port } of stack.proxies) lags.push([name, await loopLagOf('proxy', port)]);
  return lags;
}

function memoryLine(stack: ClusterStack): string {
  const servers = megabytesOf(stack.gameServers());
  const [gateways, proxies] = [stack.gateways, stack.proxies].map((members) =>
    megabytesOf(members.map(({ pid }) => pid))
      .map((megabytes) => megabytes.toFixed(0))
      .join(' and '),
  );
  return `gateway ${gateways} MB, proxies ${proxies} MB, a game server ${quantile(servers, 0.5).toFixed(1)} MB (at most ${quantile(servers, 1).toFixed(1)})`;
}
