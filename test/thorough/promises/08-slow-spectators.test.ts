import { expect, test } from 'vitest';
import { startFixture } from '../../integration/gateway/support/gateway-fixture.js';
import { RawAgentSocket } from '../../integration/gateway/support/raw-agent-socket.js';
import { askAll } from '../../integration/promises/support/ask-all.js';
import { isLong, sized } from '../../integration/promises/support/form.js';
import { startApart } from '../../integration/promises/support/gateway-apart.js';
import { metric } from '../../integration/promises/support/metric.js';
import { updateBytes, WatchedGame } from '../../integration/promises/support/watched-game.js';
import { Watcher } from '../../integration/promises/support/watcher.js';
import { ManualClock } from '../../support/manual-clock.js';
import { promised } from '../../support/promised.js';
import { quantile } from '../../support/quantile.js';

/** What one that does not read may leave unread: it is slow from 1 MB on, and a snapshot and an update can be on their way. */
const mostUnreadEach = (1 << 20) + 4 * updateBytes;

interface Seen {
  /** Milliseconds until an update was with the spectators that read, and until an agent was answered. */
  readonly updates: number[];
  readonly answers: number[];
  unread: number;
  rss: number;
}

/** Changes the game until told to stop; what those that read, and the agents, saw meanwhile. */
async function watch(
  { game, port, readers, agents }: Scene,
  goOn: (round: number, seen: Seen) => boolean | Promise<boolean>,
): Promise<Seen> {
  const seen: Seen = { updates: [], answers: [], unread: 0, rss: 0 };
  for (let round = 0; await goOn(round, seen); round++) {
    game.change();
    seen.answers.push(...(await askAll(agents)));
    await Promise.all(readers.map((reader) => reader.reached(game.version)));
    seen.unread = Math.max(seen.unread, await metric(port, 'freeciv_gateway_spectators_unread_bytes'));
    seen.rss = Math.max(seen.rss, await metric(port, 'process_resident_memory_bytes'));
  }
  for (const reader of readers) seen.updates.push(...reader.times.splice(0));
  return seen;
}

/** Until what waits for so many does not grow any more: nothing is sent to them now. */
function untilFull(slow: number) {
  let most = 0;
  return (_round: number, { unread }: Seen): boolean => {
    const isGrowing = unread > most;
    most = unread;
    return isGrowing || most < slow * updateBytes;
  };
}

interface Scene {
  readonly game: WatchedGame;
  readonly port: number;
  readonly readers: readonly Watcher[];
  readonly agents: readonly RawAgentSocket[];
}

test('promise 8: spectators that stop reading skip to a snapshot or are closed, and nobody else notices', async () => {
  const clock = new ManualClock();
  await using short = isLong ? undefined : await startFixture({ SPECTATORS: 'open' }, { clock });
  const { port, proxy } = short ?? (await startApart());
  const game = new WatchedGame(proxy);
  const open = async (count: number) => {
    const watchers: Watcher[] = [];
    while (watchers.length < count) watchers.push(await Watcher.open(port, game));
    return watchers;
  };
  const slow = await open(sized(6, 50));
  const [pausing, gone] = [slow.slice(slow.length / 2), slow.slice(0, slow.length / 2)];
  const readers = await open(sized(34, 950));
  const agents = await Promise.all(
    Array.from({ length: 10 }, (_, index) => RawAgentSocket.loggedIn(port, `agent-${index}`)),
  );
  const scene: Scene = { game, port, readers, agents };
  const control = await watch({ ...scene, readers: [...readers, ...slow] }, (round) => round < sized(10, 20));

  for (const { socket } of slow) socket.pause();
  const filling = await watch(scene, untilFull(slow.length));
  const stuck = performance.now();
  for (const { socket } of pausing) socket.resume();
  const returning = await watch(scene, () => {
    // Or it has been closed: everything above is to be done within the seconds after which that happens.
    for (const { socket } of pausing) expect(socket.readyState).toBe(socket.OPEN);
    return pausing.some(({ version }) => version < game.version - 1);
  });
  await Promise.all(pausing.map((watcher) => watcher.reached(game.version)));
  for (const { snapshots, gaps } of pausing) expect([snapshots, gaps]).toEqual([2, 0]);

  // All at once: step by step nobody could answer the heartbeats of those seconds.
  if (!isLong) clock.stall(10_000);
  const left = readers.length + pausing.length;
  const ending = await watch(scene, async () => (await metric(port, 'freeciv_gateway_spectators')) > left);
  expect(await metric(port, 'freeciv_gateway_spectators')).toBe(left);
  for (const { snapshots, gaps } of readers) expect([snapshots, gaps]).toEqual([1, 0]);
  for (const { socket } of [...slow, ...readers]) socket.terminate();
  const beside = [filling, returning, ending];
  const mostUnread = Math.max(...beside.map(({ unread }) => unread));
  const growth = (Math.max(...beside.map(({ rss }) => rss)) - control.rss) / 2 ** 20;
  // In the long form the gateway is a process of its own, on the clock of everybody.
  if (isLong) expect(growth).toBeLessThan(60);
  const unread = { what: 'MB held for spectators that stopped reading', value: mostUnread / 2 ** 20 };
  promised(
    8,
    unread,
    { atMost: (slow.length * mostUnreadEach) / 2 ** 20 },
    {
      slow: slow.length,
      readers: readers.length,
      updates: game.version,
      controlUpdateP99ms: quantile(control.updates, 0.99),
      besideUpdateP99ms: quantile(
        beside.flatMap(({ updates }) => updates),
        0.99,
      ),
      controlAgentP99ms: quantile(control.answers, 0.99),
      besideAgentP99ms: quantile(
        beside.flatMap(({ answers }) => answers),
        0.99,
      ),
      ...(isLong ? { gatewayGrowthMB: growth, goneAfterSeconds: (performance.now() - stuck) / 1000 } : {}),
      closed: gone.length,
    },
  );
});
