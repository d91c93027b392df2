import { expect, test } from 'vitest';
import { ManualClock } from '../../support/manual-clock.js';
import { playTurn } from '../../support/scripted-player.js';
import { seededRandom } from '../../support/seeded-random.js';
import { startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';

const HOUR_MS = 3_600_000;

test('a game nobody asks for is kept on disk only, and is as it was when somebody does', async () => {
  const clock = new ManualClock();
  await using stack = await startStack({ MAX_GAMES: '1' }, { clock });
  const game = await TwoAgents.begin(stack, 'idle');
  for (const agent of game.agents) await playTurn(agent, seededRandom(3));
  // The server repeats what it said in the running turn, and nothing of the turn change before.
  await stack.games.get('idle')?.command('lua cmd notify.event(nil, nil, E.CITY_FAMINE, "Famine in Ur.")');
  await game.nextTurn();
  const before = await game.positions();
  const happened = await whatHappened(game);
  expect(happened[0]).toContain('Famine in Ur.');
  const other = await stack.agent('other');
  const wish = { api_token: stack.token, game_id: 'other', game_config: { players: 2 } };
  await expect(other.connect(wish)).rejects.toMatchObject({ code: 'E112' });
  clock.pass(2 * HOUR_MS);
  await stack.games.idle.unload();
  expect(stack.games.live).toEqual([]);
  await other.connect(wish);
  await expect(game.agents[0]?.state()).rejects.toMatchObject({ code: 'E112' });
  await stack.games.get('other')?.unload();
  expect(await game.positions()).toEqual(before);
  expect(await whatHappened(game)).toEqual(happened);
  await game.nextTurn();
});

/** What the briefs of both agents tell of the turn. */
async function whatHappened({ agents }: TwoAgents) {
  const briefs = await Promise.all(
    agents.map((agent) => agent.state({ format: 'brief', sections: ['happened'] })),
  );
  return briefs.map(({ happened }) => happened);
}

test('a game that is asked for now and then is not idle, whatever is done to the wall clock', async () => {
  const clock = new ManualClock();
  await using stack = await startStack({}, { clock });
  const game = await TwoAgents.begin(stack, 'busy');
  await game.positions();
  clock.pass(HOUR_MS / 2);
  clock.jump(2 * HOUR_MS);
  await stack.games.idle.unload();
  expect(stack.games.live).toHaveLength(1);
});

test('agents of a paused game can look, not act; resumed, it goes on', async () => {
  await using stack = await startStack();
  const game = await TwoAgents.begin(stack, 'paused', { turn_time_limit: 1000 });
  const running = stack.games.get('paused');
  const [agent] = game.agents;
  expect(await running?.control.pause()).toMatchObject({ ok: true });
  await agent?.push('status', ({ status }) => status === 'paused');
  const before = await game.positions();
  await expect(agent?.act('end_turn')).rejects.toMatchObject({ code: 'E144' });
  process.kill(running?.serverPid ?? 0, 'SIGKILL');
  await game.isBack();
  await expect(agent?.act('end_turn')).rejects.toMatchObject({ code: 'E144' });
  expect(await game.positions()).toEqual(before);
  expect(await running?.control.resume()).toMatchObject({ ok: true });
  await game.nextTurn();
});
