import { readFileSync } from 'node:fs';
import { AgentConnection } from '../../../../agent/agent-connection.js';
import { usedBetween } from '../../../../test/support/process-usage.js';
import { token } from '../../../../test/support/services/settings.js';
import { counted, waitLine } from '../cost-lines.js';
import { Crowd } from '../crowd.js';
import { figure } from '../figures.js';
import { named } from '../form.js';
import { seededConfigs } from '../seated-games.js';
import { addressOf, PARTS, startScaleStack, usageByPart } from './scale-stack.js';

const AGENTS = named('crowd-agents', 1000, 1);
/** The most that a game has. */
const AGENTS_OF_GAME = named('seats', 30, 1);
const SPECTATORS = named('spectators', 1000, 2);
const PROXIES = named('crowd-proxies', 2, 1);

const LOGINS_AT_ONCE = 10;
/** No further game is made while the machine has less memory than that. */
const MIN_FREE_MB = 4096;

type Usage = ReturnType<typeof usageByPart>;

/**
 * The memory for each of many agents and spectators: agents with seats in full games that have begun and stand still, as many
 * as there is memory for, then spectators of one game. The memory of the first game and the first spectator is not counted.
 */
export async function measureCrowd(): Promise<void> {
  const games = Math.ceil(AGENTS / AGENTS_OF_GAME) + 1;
  const maxGames = Math.ceil(games / PROXIES) + 1;
  await using stack = await startScaleStack({ gateways: 1, proxies: PROXIES, maxGames });
  const [gateway] = stack.gateways.map(addressOf);
  if (gateway === undefined) throw new Error('there is no gateway');
  const url = `${gateway}/ws/spectator/first-0`;
  const first = await enter(gateway, 'first', Math.min(AGENTS, AGENTS_OF_GAME));
  const firstSpectator = await Crowd.open(url, 1);

  const before = usageByPart(stack);
  const { agents, times } = await enter(gateway, 'crowd', AGENTS);
  const withAgents = usageByPart(stack);
  console.log(
    `crowd: ${counted(agents.length, 'agent')} of ${AGENTS}, ${AGENTS_OF_GAME} in a game, on ${counted(PROXIES, 'proxy', 'proxies')}` +
      (agents.length < AGENTS ? `; for more there is no memory, ${MIN_FREE_MB} MB are left alone` : ''),
  );
  console.log(waitLine('login', times));
  show('agent', agents.length, before, withAgents);
  for (const part of PARTS) {
    const { cpuSeconds } = usedBetween(before[part], withAgents[part]);
    const ms = (cpuSeconds * 1000) / agents.length;
    console.log(`CPU of a login at ${nameOf(part)}, the making of the game included: ${ms.toFixed(1)} ms`);
    figure(`CPU of a login at ${nameOf(part)}`, ms, 'ms');
  }
  const spectators = await Crowd.open(url, SPECTATORS);
  show('spectator', SPECTATORS, withAgents, usageByPart(stack));

  for (const crowd of [firstSpectator, spectators]) await crowd.close();
  for (const agent of [...first.agents, ...agents]) agent.cut('the bench is over');
}

/** This many agents log in, game after game; the milliseconds of each login. The games have begun. */
async function enter(
  gateway: string,
  name: string,
  count: number,
): Promise<{ readonly agents: readonly AgentConnection[]; readonly times: readonly number[] }> {
  const agents: AgentConnection[] = [];
  const times: number[] = [];
  for (let game = 0; agents.length < count && (game === 0 || freeMegabytes() > MIN_FREE_MB); game += 1) {
    const seats = Math.min(AGENTS_OF_GAME, count - agents.length);
    const [config] = seededConfigs(1, seats);
    const login = { api_token: token, game_id: `${name}-${game}`, game_config: config };
    const logIn = async (seat: number) => {
      const agent = await AgentConnection.open({ gateway, agentId: `${name}-${game}-${seat}` });
      const began = performance.now();
      await agent.connect(login);
      times.push(performance.now() - began);
      return agent;
    };
    const entered: AgentConnection[] = [];
    while (entered.length < seats) {
      const some = Math.min(LOGINS_AT_ONCE, seats - entered.length);
      const first = entered.length;
      entered.push(...(await Promise.all(Array.from({ length: some }, (_, index) => logIn(first + index)))));
    }
    await Promise.all(entered.map((agent) => agent.push('game_ready')));
    agents.push(...entered);
  }
  return { agents, times };
}

/** The growth of the memory of each part, in all and for each agent or spectator. */
function show(who: string, count: number, before: Usage, after: Usage): void {
  for (const part of PARTS) {
    const [held, holds] = [before[part].megabytes, after[part].megabytes];
    const kilobytes = ((holds - held) * 1024) / count;
    console.log(
      `${counted(count, who)} at ${nameOf(part)}: ${held.toFixed(0)} MB before, ${holds.toFixed(0)} MB after, ${kilobytes.toFixed(1)} KB each`,
    );
    figure(`memory of ${who === 'agent' ? 'an agent' : 'a spectator'} at ${nameOf(part)}`, kilobytes, 'KB');
  }
}

/** The part in a sentence. */
function nameOf(part: (typeof PARTS)[number]): string {
  return part === 'Redis' ? part : `the ${part}`;
}

/** Megabytes that new processes can have. */
function freeMegabytes(): number {
  return Number(/^MemAvailable:\s+(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0) / 1024;
}
