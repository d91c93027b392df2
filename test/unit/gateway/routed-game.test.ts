import { expect, test } from 'vitest';
import { StaticDirectory } from '#shared/store/directory.js';
import { GameRouter } from '../../../gateway/link/game-router.js';
import { RoutedGame } from '../../../gateway/link/routed-game.js';
import { ManualClock } from '../../support/manual-clock.js';
import { sessionTable } from '../../support/session-table.js';

/** A game whose only link is closed. A search without a pause would never let the test go on: the hundredth one fails. */
function gameBehindClosedLink(isClosed: boolean) {
  const clock = new ManualClock();
  const { link } = sessionTable(clock);
  link.close();
  const directory = new StaticDirectory([]);
  let searches = 0;
  directory.owner = async () => {
    if (++searches > 100) throw new Error('searched without a pause');
    return { ok: true, value: undefined };
  };
  const router = new GameRouter({
    ...{ directory, asksProxies: true, random: () => 0 },
    links: { byUrl: new Map([['ws://one', link]]), entries: [], only: link },
    onMoved: () => undefined,
  });
  const links = { isClosed, retryAfter: 1 };
  const game = new RoutedGame({ gameId: 'g', router, clock, linkWaitMs: 5_000, links });
  return { clock, game, searches: () => searches };
}

test('who waits for a game behind a closed link searches for it twice a second, and gives up in time', async () => {
  const { clock, game, searches } = gameBehindClosedLink(false);
  const isUp = game.whenUp(60_000);
  for (let slice = 0; slice < 10; slice++) {
    await new Promise(setImmediate);
    expect(searches()).toBe(slice + 1);
    clock.pass(500);
  }
  expect(await isUp).toBe(false);
});

test('no request waits for a game once all links are closed', async () => {
  const { game, searches } = gameBehindClosedLink(true);
  expect(await game.whenUp(60_000)).toBe(false);
  expect(searches()).toBe(0);
});
