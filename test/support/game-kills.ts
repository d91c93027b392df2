import type { AgentClient } from '../../agent/client.js';
import { playTurn } from './scripted-player.js';
import { seededRandom } from './seeded-random.js';
import { type SplitStack, startSplitStack } from './split-stack.js';
import { TwoAgents } from './two-agents.js';

const moments = ['between actions', 'among actions', 'at the end of the turn', 'proxy'] as const;

/** What became of a game whose processes were killed again and again. */
export interface KillReport {
  readonly kills: Readonly<Record<string, number>>;
  /** From each kill until both agents could act again. */
  readonly milliseconds: readonly number[];
  /** What was acknowledged and is not there any more; there must be nothing. */
  readonly lost: readonly string[];
  readonly turns: number;
}

/** Plays a game of two agents and two AIs, one turn for each kill. */
export async function killGames(count: number, seed: number): Promise<KillReport> {
  await using stack = await startSplitStack();
  const random = seededRandom(seed);
  const game = await TwoAgents.begin(stack, 'chaos');
  const kills: Record<string, number> = {};
  const milliseconds: number[] = [];
  const lost: string[] = [];
  for (const agent of game.agents) void collect(agent, lost);
  for (let kill = 1; kill <= count; kill += 1) {
    const moment = moments[Math.floor(random() * moments.length)] ?? 'proxy';
    kills[moment] = (kills[moment] ?? 0) + 1;
    for (const agent of game.agents) await playTurn(agent, random);
    const before = JSON.stringify(await game.positions());
    const began = performance.now();
    await killAt(moment, stack, game, random);
    await game.isBack();
    for (const agent of game.agents) await untilState(agent);
    milliseconds.push(performance.now() - began);
    if (moment === 'between actions' || moment === 'proxy') {
      if (JSON.stringify(await game.positions()) !== before)
        lost.push(`kill ${kill} (${moment}): the game is another`);
    }
    await untilNextTurn(game);
  }
  return { kills, milliseconds, lost, turns: game.turn };
}

async function killAt(
  moment: (typeof moments)[number],
  stack: SplitStack,
  game: TwoAgents,
  random: () => number,
): Promise<void> {
  switch (moment) {
    case 'between actions':
      return stack.killServers();
    case 'among actions': {
      const playing = game.agents.map((agent) => playTurn(agent, random).catch(() => undefined));
      stack.killServers();
      await Promise.all(playing);
      return;
    }
    case 'at the end of the turn': {
      const ending = game.agents.map((agent) => agent.action('end_turn').catch(() => undefined));
      await ending[0];
      stack.killServers();
      await Promise.all(ending);
      return;
    }
    case 'proxy':
      await stack.killProxy();
      await stack.startProxy();
  }
}

/** Requests wait for a game that is on its way back, or are told to come again. */
async function untilState(agent: AgentClient): Promise<void> {
  const query = { format: 'llm_optimized' };
  let state: unknown;
  while (state === undefined) state = await agent.state(query).catch(() => undefined);
}

/** An end of turn that was lost or refused is asked for again. */
async function untilNextTurn(game: TwoAgents): Promise<void> {
  const turnNow = async (): Promise<number> => {
    const [first] = game.agents;
    const state = await first?.state({ format: 'llm_optimized' }).catch(() => ({ turn: 0 }));
    return Number(state?.turn ?? 0);
  };
  while ((await turnNow()) <= game.turn) {
    for (const agent of game.agents) await agent.action('end_turn').catch(() => undefined);
  }
  game.turn = await turnNow();
}

/** Hears, until the agent's connection is closed, of actions that are not there any more. */
async function collect(agent: AgentClient, lost: string[]): Promise<void> {
  const next = () =>
    agent.push('event', ({ event }) => event === 'action_not_restored').catch(() => undefined);
  for (let event = await next(); event !== undefined; event = await next()) {
    lost.push(`${agent.agentId}: ${JSON.stringify(event)}`);
  }
}
