import { readdir } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { seededRandom } from '#shared/core/seeded-random.js';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { serverFolders } from '../../../proxy/games/server/server-folder.js';
import { playTurn } from '../../../test/support/scripted-player.js';
import { SplitStack } from '../../../test/support/services/split-stack.js';
import { TwoAgents } from '../../../test/support/two-agents.js';

const GAME = 'chaos';
/** A save takes some milliseconds to write. */
const SAVE_POLL_MS = 1;
const moments = [
  'server between actions',
  'server among actions',
  'server at the end of the turn',
  'server during a save',
  'proxy between actions',
  'proxy at the end of the turn',
  'gateway between actions',
  'gateway among actions',
] as const;
type Moment = (typeof moments)[number];

/** What became of a game whose processes were killed again and again. */
export interface KillReport {
  readonly kills: Readonly<Record<string, number>>;
  /** From each kill until all agents could act again. */
  readonly milliseconds: readonly { readonly moment: string; readonly ms: number }[];
  /** The acknowledged actions that are lost; there must be none. */
  readonly lost: readonly string[];
  readonly turns: number;
}

/** How often something is killed. */
export interface KillOptions {
  readonly kills: number;
  readonly seed: number;
  /** Of what npm run build has made, as it is run. */
  readonly isBuilt?: boolean | undefined;
}

/** Plays a game of three agents and two AIs, one turn for each kill. */
export async function killGames({ kills: count, seed, isBuilt }: KillOptions): Promise<KillReport> {
  await using stack = await SplitStack.start({ isBuilt });
  const random = seededRandom(seed);
  const game = await TwoAgents.begin(stack, GAME, {}, ['ann', 'ben', 'cyd']);
  const kills: Record<string, number> = {};
  const milliseconds: { moment: string; ms: number }[] = [];
  const lost: string[] = [];
  for (const agent of game.agents) void collect(agent, lost);
  for (let kill = 1; kill <= count; kill += 1) {
    const moment = moments[Math.floor(random() * moments.length)] ?? 'server between actions';
    kills[moment] = (kills[moment] ?? 0) + 1;
    for (const agent of game.agents) await playTurn(agent, random);
    const before = JSON.stringify(await game.positions());
    const began = performance.now();
    await killAt(moment, stack, game, random);
    if (moment.startsWith('gateway')) await comeBack(stack, game, lost);
    else await game.isBack();
    for (const agent of game.agents) await untilState(agent);
    milliseconds.push({ moment, ms: performance.now() - began });
    if (moment.endsWith('between actions') && JSON.stringify(await game.positions()) !== before)
      lost.push(`kill ${kill} (${moment}): the game is another`);
    await untilNextTurn(game);
  }
  return { kills, milliseconds, lost, turns: game.turn };
}

async function killAt(
  moment: Moment,
  stack: SplitStack,
  game: TwoAgents,
  random: () => number,
): Promise<void> {
  switch (moment) {
    case 'server between actions':
      return stack.killServers();
    case 'server among actions':
      return amid(playing(game, random), async () => stack.killServers());
    case 'server at the end of the turn':
      return amid(ending(game), async () => stack.killServers());
    case 'server during a save': {
      const saving = nextSave(stack, GAME);
      const ended = ending(game);
      await saving;
      stack.killServers();
      await ended;
      return;
    }
    case 'proxy between actions':
      return restartProxy(stack);
    case 'proxy at the end of the turn':
      return amid(ending(game), () => restartProxy(stack));
    case 'gateway between actions':
      return restartGateway(stack);
    case 'gateway among actions':
      return amid(playing(game, random), () => restartGateway(stack));
  }
}

async function amid(work: Promise<unknown>, kill: () => Promise<void>): Promise<void> {
  await kill();
  await work;
}

function playing(game: TwoAgents, random: () => number): Promise<unknown> {
  return Promise.all(game.agents.map((agent) => playTurn(agent, random).catch(() => undefined)));
}

function ending(game: TwoAgents): Promise<unknown> {
  return Promise.all(game.agents.map((agent) => agent.act('end_turn').catch(() => undefined)));
}

/**
 * Resolves when a server of a game begins to write a save of a turn that has none yet. Each folder is looked into each time: a
 * server that was just killed may still have its folder, and the next one have none yet.
 */
export async function nextSave({ dataDir }: SplitStack, game: string): Promise<void> {
  const { run } = gameFolder(dataDir, game);
  const before = new Set(await savesIn(run));
  while ((await savesIn(run)).every((name) => before.has(name))) await setTimeout(SAVE_POLL_MS);
}

/** The names of the saves of turns in the folders of servers; a name has the turn. */
async function savesIn(run: string): Promise<readonly string[]> {
  const folders = await serverFolders(run);
  const names = await Promise.all(folders.map(({ out }) => readdir(out).catch(() => [])));
  return names.flat().filter((name) => name.includes('-auto.sav'));
}

async function restartProxy(stack: SplitStack): Promise<void> {
  await stack.killProxy();
  await stack.startProxy();
}

async function restartGateway(stack: SplitStack): Promise<void> {
  await stack.killGateway();
  await stack.startGateway();
}

/** Every agent has lost its socket; it logs in again and finds its seat. */
async function comeBack(stack: SplitStack, game: TwoAgents, lost: string[]): Promise<void> {
  for (const [index, { agentId }] of game.agents.entries()) {
    const agent = await stack.agent(agentId);
    await agent.connect({ api_token: stack.token, game_id: GAME, create: false });
    game.agents[index] = agent;
    void collect(agent, lost);
  }
}

/** Requests wait for a game that is on its way back, or are told to come again. */
async function untilState(agent: AgentConnection): Promise<void> {
  let state: unknown;
  while (state === undefined) state = await agent.state({ format: 'llm_optimized' }).catch(() => undefined);
}

/** An end of turn that was lost or refused is asked for again. */
async function untilNextTurn(game: TwoAgents): Promise<void> {
  const turnNow = async (): Promise<number> => {
    const [first] = game.agents;
    const state = await first?.state({ format: 'llm_optimized' }).catch(() => ({ turn: 0 }));
    return state?.turn ?? 0;
  };
  while ((await turnNow()) <= game.turn) {
    for (const agent of game.agents) await agent.act('end_turn').catch(() => undefined);
  }
  game.turn = await turnNow();
}

/** Collects reports of lost actions until the agent's connection is closed. */
async function collect(agent: AgentConnection, lost: string[]): Promise<void> {
  const next = () =>
    agent.push('event', ({ event }) => event === 'action_not_restored').catch(() => undefined);
  for (let event = await next(); event !== undefined; event = await next()) {
    lost.push(`${agent.agentId}: ${JSON.stringify(event)}`);
  }
}
