import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { type Stack, startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';
import { verifyFolder } from '../../support/verify-folder.js';

const seeds = { game: 7, map: 7 };

/** A game of two agents in its first turn. */
function begin(stack: Stack, gameId: string, lineup: readonly string[]): Promise<TwoAgents> {
  const ids = ['ann', 'ben'].map((name) => `${name}-${gameId}`);
  return TwoAgents.begin(stack, gameId, { lineup, end_turn: 3 }, ids);
}

/** What the server's console prints. */
async function printed(stack: Stack, gameId: string, line: string): Promise<readonly string[]> {
  const answer = await stack.games.get(gameId)?.commandOnce(line);
  if (answer?.ok !== true) throw new Error(`the console does not answer to ${line}`);
  return answer.value;
}

/** Who plays each player: an agent, or the skill of its AI. */
async function lineupOf(stack: Stack, gameId: string): Promise<readonly string[]> {
  const lines = await printed(stack, gameId, 'list players');
  return lines.flatMap((line) => {
    if (line.startsWith('  Human')) return 'agent';
    return /difficulty level (\w+)/.exec(line)?.[1]?.toLowerCase() ?? [];
  });
}

/** Number and nation of each player. */
function nationsOf(stack: Stack, gameId: string): Promise<readonly string[]> {
  const loop = 'for p in players_iterate() do print(p.id, p.nation:rule_name()) end';
  return printed(stack, gameId, `lua cmd ${loop}`);
}

/** Where the units of that agent stand, and which player it has. */
async function startOf({ agents }: TwoAgents, index: number) {
  const state = await agents[index]?.state();
  const unit = state?.units.find(({ owner }) => owner === state.player_id);
  return { player: state?.player_id, x: unit?.x, y: unit?.y };
}

test('each place of a lineup is played by whom it names, and lies where it does in every lineup', async () => {
  await using stack = await startStack();
  const lineups = {
    first: ['agent', 'hard', 'agent', 'cheating'],
    other: ['novice', 'easy', 'agent', 'agent'],
  };
  const first = await begin(stack, 'first', lineups.first);
  const other = await begin(stack, 'other', lineups.other);
  expect(await lineupOf(stack, 'first')).toEqual(lineups.first);
  expect(await lineupOf(stack, 'other')).toEqual(lineups.other);
  expect(await startOf(first, 0)).toMatchObject({ player: 0 });
  expect(await startOf(other, 1)).toMatchObject({ player: 3 });
  expect(await nationsOf(stack, 'other')).toEqual(await nationsOf(stack, 'first'));
  // Ben in the first game and Ann in the other have the same player.
  expect(await startOf(other, 0)).toEqual(await startOf(first, 1));
});

test('who comes when the lineup has no place left is refused, and the others begin', async () => {
  await using stack = await startStack();
  const wish = { players: 3, min_agents: 2, lineup: ['easy', 'agent', 'easy'], seeds };
  const [ann, ben] = await Promise.all([stack.agent('ann'), stack.agent('ben')]);
  const joins = [ann, ben].map((agent) =>
    agent.connect({ api_token: stack.token, game_id: 'full', game_config: wish }),
  );
  await expect(Promise.race(joins)).rejects.toMatchObject({ code: 'E141' });
  const [left] = (await stack.games.get('full')?.seats) ?? [];
  expect(left?.world.seat.player).toBe(1);
});

test('a game with a lineup is made again from its journal', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'freeciv-lineup-'));
  try {
    await using stack = await startStack();
    const game = await begin(stack, 'again', ['hard', 'agent', 'easy', 'agent']);
    const ended = Promise.all(game.agents.map((agent) => agent.push('game_ended')));
    await game.nextTurn();
    await game.nextTurn();
    for (const agent of game.agents) await agent.act('end_turn');
    await ended;
    await stack.games.get('again')?.whenSettled();
    await stack.games.close();
    const path = join(folder, 'again');
    await cp(gameFolder(stack.dataDir, 'again').path, path, { recursive: true });
    const { code, printed: report } = await verifyFolder(path);
    expect(code, report).toBe(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
