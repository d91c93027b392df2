import { appendFile } from 'node:fs/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { type GameScore, gameScoreSchema, type PlayerScore, scoreCsv } from '#shared/protocol/score.js';
import { gameScore } from '../../../features/operations/game-info.js';
import { GameOperations } from '../../../features/operations/operations.js';
import { loggingReporter } from '../../../proxy/games/disk/disk-monitor.js';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { Ledger } from '../../../proxy/games/score/ledger.js';
import { researchOf } from '../../../proxy/rules/lookup/players.js';
import { knownTechIds } from '../../../proxy/rules/lookup/research.js';
import type { World } from '../../../proxy/world/world.js';
import { modelsOf } from '../../support/models.js';
import { playTurn } from '../../support/scripted-player.js';
import { seededRandom } from '../../support/seeded-random.js';
import { type Stack, startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';
import { witness } from '../../support/witness.js';

async function scoreOf(stack: Stack, gameId: string): Promise<GameScore> {
  const ledger = new Ledger(gameFolder(stack.dataDir, gameId), loggingReporter(pino({ level: 'silent' })));
  return gameScore(gameId, await ledger.sync());
}

function operationsOf({ games, dataDir }: Stack): GameOperations {
  return new GameOperations({
    games,
    dataDir,
    models: modelsOf(dataDir, games.disk),
  });
}

async function play(game: TwoAgents, turns: number): Promise<void> {
  const random = seededRandom(9);
  for (let i = 0; i < turns; i += 1) {
    for (const agent of game.agents) await playTurn(agent, random);
    await game.nextTurn();
  }
}

function countOf(things: Iterable<{ readonly owner: number }>, owner: number): number {
  return [...things].filter((thing) => thing.owner === owner).length;
}

/** As the server tells a global observer. */
function toldOf(world: World): Partial<PlayerScore>[] {
  return [...world.players.values()]
    .filter(({ barbarianType }) => barbarianType === 'NOT_A_BARBARIAN')
    .map(({ playerno, name, score, gold, isAlive, tax }) => ({
      ...{ player: playerno, name, score, gold, is_alive: isAlive, tax },
      cities: countOf(world.cities.values(), playerno),
      units: countOf(world.units.values(), playerno),
      // Among those of a research is "None", number 0, too.
      techs: knownTechIds(researchOf(world, playerno)).size - 1,
    }));
}

test('each turn has the score of every player as the server counts it, through kills and to the end', async () => {
  await using stack = await startStack();
  const game = await TwoAgents.begin(stack, 'scored', { end_turn: 6 });
  await play(game, 2);
  const pid = stack.games.get('scored')?.serverPid ?? 0;
  process.kill(pid, 'SIGKILL');
  await game.isBack();
  // What a writer that was killed leaves behind.
  await appendFile(gameFolder(stack.dataDir, 'scored').ledger, '{"kind":"turn","turn":99,"pla');
  const live = stack.games.get('scored');
  if (live === undefined) throw new Error('the game is not there');
  for (const tech of ['Alphabet', 'Writing'])
    await live.command(
      `lua cmd edit.give_tech(find.player(0), find.tech_type("${tech}"), 0, false, "researched")`,
    );
  await play(game, 1);
  {
    using observer = await witness(live);
    const { turns } = await scoreOf(stack, 'scored');
    expect(turns.map(({ turn, is_final }) => `${turn} ${is_final}`)).toEqual([
      '1 false',
      '2 false',
      '3 false',
      '4 false',
    ]);
    expect(turns.at(-1)?.players).toMatchObject(toldOf(observer.world));
    expect(turns.at(-1)?.players[0]?.techs).toBeGreaterThanOrEqual(2);
    expect(turns.at(-1)?.players.map(({ is_ai }) => is_ai)).toEqual([false, false, true, true]);
  }
  const ended = Promise.all(game.agents.map((agent) => agent.push('game_ended')));
  for (let turn = 4; turn <= 5; turn += 1) await game.nextTurn();
  for (const agent of game.agents) await agent.act('end_turn');
  await ended;
  // Asked at once, when the server has yet to write the last save.
  const operations = operationsOf(stack);
  const answer = await operations.answer('game_score', 'scored', {});
  if (!answer.ok) throw new Error(answer.failure.message);
  const { turns } = gameScoreSchema.parse(answer.value);
  expect(turns.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(turns.map(({ is_final }) => is_final)).toEqual([false, false, false, false, false, false, true]);
  const csv = scoreCsv({ game_id: 'scored', turns }).split('\r\n');
  expect(csv[0]).toMatch(/^turn,player,name,nation,is_ai,is_alive,score,cities,/);
  expect(csv).toHaveLength(1 + 7 * 4 + 1);
});

test('scores of a game that is not there are not made up', async () => {
  await using stack = await startStack();
  const score = await operationsOf(stack).answer('game_score', 'nowhere', {});
  expect(score).toMatchObject({ ok: false, failure: { code: 'E140' } });
});
