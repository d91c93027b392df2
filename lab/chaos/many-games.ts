/**
 * `npm run chaos -- many-games [games] [turns]`: as many games of five players at once, one of them an agent, until each has
 * played this many turns; every few seconds one more is made, and the time until it can be played is printed.
 */
import { loadavg } from 'node:os';
import { seededRandom } from '#shared/core/seeded-random.js';
import type { AgentConnection } from '../../agent/agent-connection.js';
import { quantile } from '../../test/support/quantile.js';
import { playTurn } from '../../test/support/scripted-player.js';
import { SplitStack } from '../../test/support/services/split-stack.js';

const [games = 20, turns = 50] = process.argv.slice(2).map(Number);
const NEW_EVERY_MS = 5_000;

await using stack = await SplitStack.start({ isBuilt: true, environment: { MAX_GAMES: String(games + 1) } });
const newcomers: number[] = [];
const turnTimes: number[] = [];
const problems: string[] = [];
const done = new AbortController();

async function begin(gameId: string): Promise<AgentConnection> {
  const agent = await stack.agent(gameId);
  const game_config = { players: 5, seeds: { game: 3, map: 3 } };
  await agent.connect({ api_token: stack.token, game_id: gameId, game_config });
  await agent.push('turn_start');
  return agent;
}

async function play(agent: AgentConnection, gameId: string, seed: number): Promise<void> {
  const random = seededRandom(seed);
  for (let turn = 1; turn < turns; turn += 1) {
    const began = performance.now();
    const { broken } = await playTurn(agent, random);
    problems.push(...broken);
    await agent.act('end_turn');
    await agent.push('turn_start', (data) => data.turn === turn + 1);
    turnTimes.push(performance.now() - began);
  }
  process.stdout.write(`${gameId} has played ${turns} turns\n`);
}

/** One more game now and then, while the others go on; it makes room for the next. */
async function comeAndGo(): Promise<void> {
  for (let number = 1; !done.signal.aborted; number += 1) {
    const gameId = `new-${number}`;
    const began = performance.now();
    const agent = await begin(gameId);
    newcomers.push(performance.now() - began);
    await agent.close();
    await stack.request('DELETE', `/api/games/${gameId}`);
    await new Promise((resolve) => setTimeout(resolve, NEW_EVERY_MS));
  }
}

const began = performance.now();
const names = Array.from({ length: games }, (_, index) => `game-${index + 1}`);
const players = await Promise.all(names.map(async (name) => ({ name, agent: await begin(name) })));
process.stdout.write(
  `${games} games made at once can be played after ${Math.round(performance.now() - began)} ms\n`,
);
const coming = comeAndGo();
await Promise.all(players.map(({ name, agent }, seed) => play(agent, name, seed)));
const seconds = Math.round((performance.now() - began) / 1000);
done.abort();
await coming;

function told(times: readonly number[]): string {
  const [half, most, longest] = [0.5, 0.95, 1].map((q) => `${Math.round(quantile(times, q))} ms`);
  return `p50 ${half}, p95 ${most}, longest ${longest} (${times.length})`;
}

process.stdout.write(`${games} games of 5 players played ${turns} turns each in ${seconds} s\n`);
process.stdout.write(`a turn of an agent: ${told(turnTimes)}\n`);
process.stdout.write(`a new game can be played after: ${told(newcomers)}\n`);
process.stdout.write(`load of the machine: ${loadavg().map((load) => load.toFixed(1))}\n`);
for (const problem of problems) process.stdout.write(`a certain offer was refused: ${problem}\n`);
if (quantile(newcomers, 1) >= 3_000) process.exitCode = 1;
