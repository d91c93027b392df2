/**
 * How fast the environment is: turns and actions a second of one game and of ten at a time, with two bots and two AIs in each,
 * through a gateway and a proxy for each core. Beside them in the same run the same number of bare game servers with four
 * AIs, which is the most that any environment on this game server can have; and which processes were busy, which is what
 * limits it. The first turns (`--warm-up`) are played before it is measured. With `--idle` the bots only end their turns,
 * which is the floor: what remains is the game server, the turn change and one request of each bot. Its figures say nothing
 * on a machine that does anything else.
 */
import { availableParallelism } from 'node:os';
import type { AgentMessage } from '#shared/protocol/state/messages.js';
import { type AgentSeat, connect } from '../../agent/client.js';
import { usageOf } from '../../test/support/process-usage.js';
import type { Bot } from '../bots/bot.js';
import { Builder } from '../bots/builder.js';
import { Idle } from '../bots/idle.js';
import { playAiGames } from './support/ai-games.js';
import { figure } from './support/figures.js';
import { named } from './support/form.js';
import { addressOf, PARTS, startScaleStack, usageByPart } from './support/scale/scale-stack.js';

const TURNS = named('turns', 50, 3);
const WARM_UP_TURNS = named('warm-up', 10, 1);
const GAMES = named('games', 10, 2);
const IS_IDLE = process.argv.includes('--idle');
const PLAYERS = 4;
/** Of the players of each game. */
const BOTS = 2;

/** What was done in a time, and the seconds of CPU that each part used for it. */
interface Pace {
  readonly turns: number;
  readonly actions: number;
  readonly seconds: number;
  readonly cpu: Readonly<Record<string, number>>;
}

interface BotSeat {
  readonly seat: AgentSeat;
  readonly bot: Bot;
}

const CORES = availableParallelism();

await using stack = await startScaleStack({ gateways: 1, proxies: CORES, maxGames: GAMES + 1 });
const [first] = stack.gateways;
if (first === undefined) throw new Error('there is no gateway');
const gateway = addressOf(first);
let actions = 0;
console.log(`${TURNS} turns of ${PLAYERS} players on ${CORES} cores, a proxy for each`);
for (const games of [1, GAMES]) {
  const played = await playBotGames(`of-${games}`, games);
  const bare = await playBareGames(games);
  const ratio = perSecond(played.turns, played) / perSecond(bare.turns, bare);
  const words = games === 1 ? 'one game' : `${games} games`;
  print(`${words}, ${BOTS} bots in each`, played);
  print(`${words} of AIs, bare servers`, bare);
  console.log(`${words}: ${ratio.toFixed(3)} of the turns of bare servers; ${limitOf(played)}`);
  const baseline = { name: 'bare servers with AIs', value: perSecond(bare.turns, bare) };
  figure(`turns of ${words}`, perSecond(played.turns, played), '1/s', baseline);
  figure(`actions of ${words}`, perSecond(played.actions, played), '1/s');
  figure(
    `CPU of the proxies for a turn of ${words}`,
    (played.cpu.proxies ?? 0) * (1000 / played.turns),
    'ms',
  );
}

/** Plays games of bots and AIs, all at once, and ends with their seats closed. */
async function playBotGames(name: string, count: number): Promise<Pace> {
  const games = await Promise.all(
    configsOf(count).map((config, index) => takeSeats(`${name}-${index}`, config)),
  );
  await Promise.all(games.map((bots) => play(bots, WARM_UP_TURNS)));
  const before = usage();
  const actionsBefore = actions;
  const began = performance.now();
  await Promise.all(games.map((bots) => play(bots, TURNS)));
  const seconds = (performance.now() - began) / 1000;
  const after = usage();
  const cpu = Object.fromEntries(
    Object.entries(after).map(([part, used]) => [part, used - (before[part] ?? 0)]),
  );
  await Promise.all(games.flat().map(({ seat }) => seat.close()));
  for (let index = 0; index < count; index += 1) await remove(`${name}-${index}`);
  return { turns: TURNS * count, actions: actions - actionsBefore, seconds, cpu };
}

async function remove(game: string): Promise<void> {
  const headers = { authorization: `Bearer ${stack.token}` };
  await fetch(`${gateway}/api/games/${game}`.replace('ws:', 'http:'), { method: 'DELETE', headers });
}

function configsOf(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    ...{ players: PLAYERS, min_agents: BOTS, ai_skill: 'easy' as const, turn_time_limit: 0 },
    seeds: { game: index + 1, map: index + 1 },
  }));
}

/** The bots of a game that has begun. */
async function takeSeats(
  game: string,
  config: ReturnType<typeof configsOf>[number],
): Promise<readonly BotSeat[]> {
  const bots: BotSeat[] = [];
  for (let index = 0; index < BOTS; index += 1) {
    const seat = await connect(gateway, {
      ...{ agentId: `${game}-${index}`, token: stack.token, game, onMessage: countActions },
      login: { game_config: config },
    });
    bots.push({ seat, bot: IS_IDLE ? new Idle(seat) : new Builder(seat) });
  }
  await Promise.all(bots.map(({ seat }) => seat.turns().next()));
  return bots;
}

function countActions({ type, data }: AgentMessage): void {
  if (type === 'action_result') actions += 1;
  else if (type === 'compact_result') actions += 'results' in data ? data.results.length : 1;
}

/** All bots of a game think at the same time. */
async function play(bots: readonly BotSeat[], turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await Promise.all(bots.map(({ bot }) => bot.turn()));
    await Promise.all(bots.map(({ bot }) => bot.endTurn()));
  }
}

/** Seconds of CPU so far, by part. */
function usage(): Readonly<Record<string, number>> {
  const used = usageByPart(stack);
  const parts = PARTS.map((part) => [part, used[part].cpuSeconds] as const);
  return { ...Object.fromEntries(parts), bots: usageOf(process.pid).cpuSeconds };
}

async function playBareGames(count: number): Promise<Pace> {
  const { cpuSeconds, seconds } = await playAiGames(configsOf(count), WARM_UP_TURNS, TURNS);
  return { turns: TURNS * count, actions: 0, seconds, cpu: { 'game servers': cpuSeconds } };
}

/** The part that used the most of the cores; a process has one of them at most. */
function limitOf({ cpu, seconds }: Pace): string {
  const [part, used] = Object.entries(cpu).toSorted(([, a], [, b]) => b - a)[0] ?? ['nothing', 0];
  return `the most CPU is used by: ${part} (${(used / seconds).toFixed(2)} cores)`;
}

function print(what: string, pace: Pace): void {
  const done = pace.actions === 0 ? '' : `, ${perSecond(pace.actions, pace).toFixed(1)} actions/s`;
  const parts = Object.entries(pace.cpu).map(([part, used]) => `${part} ${(used / pace.seconds).toFixed(2)}`);
  console.log(
    `${what.padEnd(30)} ${perSecond(pace.turns, pace).toFixed(1)} turns/s${done}; cores: ${parts.join(', ')}`,
  );
}

function perSecond(count: number, { seconds }: Pace): number {
  return count / seconds;
}
