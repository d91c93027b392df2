/**
 * `npm run chaos -- long-game [turns] [agents]`: scripted agents play a game against two AIs to its end, all at once and
 * through two deaths of the game server; then its archive is played again and compared turn by turn.
 */

import { seededRandom } from '#shared/core/seeded-random.js';
import type { AgentConnection } from '../../agent/agent-connection.js';
import { AgentError } from '../../agent/client.js';
import { gameFolder } from '../../proxy/games/disk/game-folder.js';
import { quantile } from '../../test/support/quantile.js';
import { playTurn } from '../../test/support/scripted-player.js';
import { type Stack, startStack } from '../../test/support/stack.js';
import { verifyFolder } from '../../test/support/verify-folder.js';

const [turns = 200, count = 4] = process.argv.slice(2).map(Number);
const GAME = 'long-game';
/** Some wish for a nation and a leader, some take what they get. */
const wishes = [{ nation: 'Roman', leader_name: 'Ann' }, {}, { nation: 'Greek' }, {}];
const deaths = new Set([Math.floor(turns / 4), Math.floor(turns / 2)]);

await using stack = await startStack();
const agents = await seat(stack);
const applied = { actions: 0, broken: 0 };
const milliseconds: number[] = [];
const ended = Promise.all(agents.map((agent) => agent.push('game_ended')));
const began = performance.now();
for (let turn = 1; turn <= turns; turn += 1) {
  const turnBegan = performance.now();
  await Promise.all(agents.map((agent, i) => play(agent, turn * 10 + i)));
  if (deaths.has(turn)) await die(stack, agents);
  await Promise.all(agents.map(endTurn));
  if (turn < turns)
    await Promise.all(agents.map((agent) => agent.push('turn_start', (data) => data.turn === turn + 1)));
  milliseconds.push(performance.now() - turnBegan);
  if (turn % 20 === 0) process.stdout.write(`turn ${turn}: ${seconds(performance.now() - began)} s\n`);
}
await ended;
process.stdout.write(`${turns} turns of ${count} agents in ${seconds(performance.now() - began)} s; `);
process.stdout.write(`${applied.actions} actions applied, ${applied.broken} certain offers refused; `);
const [half, longest] = [quantile(milliseconds, 0.5), quantile(milliseconds, 1)];
process.stdout.write(`a turn takes p50 ${seconds(half)} s, the longest ${seconds(longest)} s\n`);
await stack.games.close();
const { code, printed } = await verifyFolder(gameFolder(stack.dataDir, GAME).path);
process.stdout.write(printed);
process.exitCode = code ?? 1;

async function seat(host: Stack): Promise<readonly AgentConnection[]> {
  const seated: AgentConnection[] = [];
  for (let i = 0; i < count; i += 1) {
    const agent = await host.agent(`agent-${i + 1}`);
    const game_config = {
      players: count + 2,
      min_agents: count,
      seeds: { game: 11, map: 11 },
      end_turn: turns,
    };
    await agent.connect({ api_token: host.token, game_id: GAME, game_config, ...wishes[i % wishes.length] });
    seated.push(agent);
  }
  await Promise.all(seated.map((agent) => agent.push('turn_start')));
  return seated;
}

async function play(agent: AgentConnection, seed: number): Promise<void> {
  const report = await playTurn(agent, seededRandom(seed));
  for (const times of report.applied.values()) applied.actions += times;
  applied.broken += report.broken.length;
}

/** The game does not wait for dead players: the turn, or the game, may be over before an agent ends its own. */
async function endTurn(agent: AgentConnection): Promise<void> {
  await agent.act('end_turn').catch((error: unknown) => {
    if (!(error instanceof AgentError) || !['E133', 'E143'].includes(error.code)) throw error;
  });
}

async function die(host: Stack, seated: readonly AgentConnection[]): Promise<void> {
  const back = seated.map((agent) => agent.push('status', ({ status }) => status === 'ready'));
  process.kill(host.games.get(GAME)?.serverPid ?? 0, 'SIGKILL');
  await Promise.all(back);
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
