import { expect, test } from 'vitest';
import { viewOf } from '#shared/protocol/spectator/view.js';
import type { Game } from '../../../proxy/games/lifecycle/game.js';
import { collectGarbage } from '../../support/collect-garbage.mjs';
import { ManualClock } from '../../support/manual-clock.js';
import { type Stack, startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';
import { SpectatorClient } from '../spectators/support/spectator-client.js';

const HOUR_MS = 3_600_000;

/** The answer of the REST interface about games. */
async function rest(stack: Stack, path = ''): Promise<unknown> {
  const headers = { authorization: `Bearer ${stack.token}` };
  const response = await fetch(`${stack.httpUrl}/api/games${path}`, { headers });
  return response.json();
}

/** What does not keep a game in memory. */
function weakly(game: Game | undefined): WeakRef<Game> {
  if (game === undefined) throw new Error('there is no such game');
  return new WeakRef(game);
}

/** Resolves when a spectator sees that turn. */
async function seesTurn(spectator: SpectatorClient, turn: number): Promise<void> {
  let view = viewOf(await spectator.snapshot());
  while (view.header.turn < turn) view = await spectator.follow(view);
}

test('a game that is over leaves the memory even with a spectator, and can be watched on', async () => {
  const clock = new ManualClock();
  await using stack = await startStack({}, { clock });
  const play = await TwoAgents.begin(stack, 'over');
  const [ann] = play.agents;
  await ann?.request('notes', { add: [{ text: 'remember' }] });
  await using watching = await SpectatorClient.open(stack.gatewayUrl, 'over');
  await Promise.all([seesTurn(watching, 2), play.nextTurn()]);
  await stack.games.get('over')?.control.end();
  await stack.games.get('over')?.whenSettled();
  const score = await rest(stack, '/over/score');
  const game = weakly(stack.games.get('over'));
  clock.pass(2 * HOUR_MS);
  await stack.games.idle.unload();
  expect(stack.games.loaded).toEqual([]);
  // A finished promise or a buffer may hold it for a moment.
  await expect
    .poll(() => {
      collectGarbage();
      return game.deref();
    })
    .toBeUndefined();
  expect(await rest(stack)).toMatchObject({ games: [{ game_id: 'over', state: 'archived' }] });
  expect(await rest(stack, '/over/score')).toEqual(score);
  // Whether turn 1 was observed depends on how soon the observer was there.
  watching.send({ type: 'spectator_recording' });
  expect((await watching.next('recording')).data).toMatchObject({
    turns: expect.arrayContaining([2]),
    is_live: false,
  });
  await watching.close();
  await using late = await SpectatorClient.open(stack.gatewayUrl, 'over');
  await seesTurn(late, 2);
});
