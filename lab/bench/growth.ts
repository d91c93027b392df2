/**
 * How the cost of a seat and turn grows with the world: `npm run bench -- growth`. AIs play real games to turns 50, 100, 200 and
 * 300; then agents take over their nations and play ten turns by the script of `games`. The same is done at turn 50 on maps
 * of 2,000 to 20,000 tiles, and with 2 to 16 agents. Printed for each: CPU of proxy and gateway, what the proxy holds, bytes
 * of a state, and for each table the power with which CPU grows. CPU says about the same on a busy machine.
 */
import { z } from 'zod';
import type { AgentConnection } from '../../agent/agent-connection.js';
import { usageOf, usedBetween } from '../../test/support/process-usage.js';
import { SplitStack } from '../../test/support/services/split-stack.js';
import { msEach } from './support/cost-lines.js';
import { figure } from './support/figures.js';
import { amount } from './support/form.js';
import { growthExponent, mean } from './support/growth-exponent.js';
import { playTogether } from './support/seated-games.js';

/** A world in which agents are measured. */
interface GrowthCase {
  readonly name: string;
  /** What grows in the table. */
  readonly size: number;
  /** The turn in which the agents take their nations. */
  readonly turn: number;
  /** Thousands of tiles of the map. */
  readonly map: number;
  readonly agents: number;
}

const ordinary = { turn: amount(50, 3), map: 4, agents: amount(5, 2) };
const tables: Readonly<Record<string, readonly GrowthCase[]>> = {
  turns: [50, 100, 200, 300].map((turn) => ({ ...ordinary, name: `turn ${turn}`, size: turn, turn })),
  tiles: [2, 6, 20].map((map) => ({ ...ordinary, name: `${map},000 tiles`, size: map, map })),
  agents: [2, 4, 8, 16].map((agents) => ({ ...ordinary, name: `${agents} agents`, size: agents, agents })),
};
const short: typeof tables = { agents: [{ ...ordinary, name: '2 agents', size: 2 }] };
const TURNS = amount(10, 2);
/** Turns that agents play before they are measured: a new process compiles its code then. */
const WARM_UP_TURNS = amount(5, 1);
/** Actions of an agent in a turn. */
const ACTIONS = 4;
/** Turns until the next agent lets the AIs play. */
const STARTER_TURNS = 40;

const stateSchema = z.object({ units: z.array(z.unknown()), cities: z.array(z.unknown()) });

for (const [table, cases] of Object.entries(amount(1, 0) === 1 ? tables : short)) {
  const rows: Awaited<ReturnType<typeof rowOf>>[] = [];
  for (const one of cases) rows.push(await rowOf(one));
  console.table(rows);
  const [first] = rows;
  for (const row of rows) {
    const baseline =
      row === first ? undefined : { name: first?.world ?? '', value: first?.['proxy ms'] ?? 0 };
    figure(`CPU of the proxy for a seat and turn, ${row.world}`, row['proxy ms'], 'ms', baseline);
  }
  const points = cases.map(({ size }, at) => [size, rows[at]?.['proxy ms'] ?? 0] as const);
  if (points.length > 1)
    console.log(
      `CPU of the proxy for a seat and turn grows with the power ${rounded(growthExponent(points))} of ${table}`,
    );
}

async function rowOf(world: GrowthCase) {
  await using stack = await SplitStack.start({ isBuilt: true, environment: { ABSENT_WAIT_S: '0' } });
  const { name, turn, agents: count } = world;
  const { starter, join } = await playedByAis(stack, world);
  const agents = await Promise.all(Array.from({ length: count }, (_, seat) => join(`agent-${seat}`)));
  const others = endTurns(starter, turn + WARM_UP_TURNS + TURNS);
  await playTogether(agents, { turns: WARM_UP_TURNS, actions: ACTIONS });
  const look = () => ({ proxy: usageOf(stack.proxy.pid), gateway: usageOf(stack.gateway.pid) });
  const before = look();
  await playTogether(agents, { turns: TURNS, actions: ACTIONS });
  const after = look();
  await others;
  const states = await Promise.all(agents.map((agent) => agent.state({ format: 'full' })));
  const own = states.map((state) => stateSchema.parse(state));
  const proxy = usedBetween(before.proxy, after.proxy);
  const seatTurns = count * TURNS;
  return {
    world: name,
    units: rounded(mean(own.map(({ units }) => units.length))),
    cities: rounded(mean(own.map(({ cities }) => cities.length))),
    'proxy ms': rounded(msEach(proxy, seatTurns)),
    'main thread ms': rounded((proxy.mainThreadSeconds * 1000) / seatTurns),
    'gateway ms': rounded(msEach(usedBetween(before.gateway, after.gateway), seatTurns)),
    'proxy MB': Math.round(proxy.megabytes),
    'state KB': rounded(mean(states.map((state) => JSON.stringify(state).length / 1000))),
  };
}

/** Creates a game that AIs have played to a turn. Returns its first agent, and how other agents join it. */
async function playedByAis(stack: SplitStack, { turn, map, agents }: GrowthCase) {
  // The first agent lets the AIs play; others follow it, since a nation that does nothing is destroyed in the end.
  const starters = 1 + Math.floor(turn / STARTER_TURNS);
  const players = Math.max(5, agents) + starters;
  const seeds = { game: 1, map: 1 };
  const game_config = { players, min_agents: 1, ai_skill: 'easy', seeds, map: { size: map } };
  const join = async (agentId: string) => {
    const agent = await stack.agent(agentId);
    await agent.connect({ api_token: stack.token, game_id: 'growth', game_config });
    return agent;
  };
  let starter = await join('starter-0');
  await starter.push('game_ready');
  for (let number = 1; number < starters; number += 1) {
    await endTurns(starter, number * STARTER_TURNS);
    const next = await join(`starter-${number}`);
    await starter.close();
    starter = next;
  }
  await endTurns(starter, turn);
  return { starter, join };
}

/** Ends turn after turn until this one has begun. */
async function endTurns(agent: AgentConnection, last: number): Promise<void> {
  const { turn } = z.object({ turn: z.int() }).parse(await agent.state({ format: 'full' }));
  for (let now = turn; now < last; now += 1) {
    await agent.act('end_turn');
    await agent.push('turn_start', (begun) => begun.turn > now);
  }
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
