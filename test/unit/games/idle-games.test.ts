import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import type { Presence } from '#shared/protocol/agent-answers.js';
import { IdleGames } from '../../../proxy/games/lifecycle/idle-games.js';
import { Presences } from '../../../proxy/games/seats/presence.js';
import { MapGeometry } from '../../../proxy/world/map-geometry.js';
import { ManualClock } from '../../support/manual-clock.js';

type Kind = 'idle' | 'archived' | 'recovering' | 'created';

/** What reports presences. */
const gateway = {};

/** A game of ann; `presence` is hers as a gateway has reported it, or as the proxy itself knows it. */
function gameOf(id: string, kind: Kind, presence: Presence, isReported = true) {
  const presences = new Presences();
  presences.set('ann', presence, 0, isReported ? gateway : undefined);
  const tiles = kind === 'created' ? 0 : 10;
  const seats = [{ agentId: 'ann', world: { map: new MapGeometry(tiles, tiles, new Set()) } }];
  const presenceOf = (agentId: string) => presences.get(agentId);
  const own = { id, state: { kind }, seats, presences, presenceOf };
  const server = { hasServer: kind === 'recovering', isOnOtherServer: false };
  return { ...own, ...server, usage: { last: 0 }, unload: async () => undefined };
}

type TestGame = ReturnType<typeof gameOf>;

function idleOf(games: readonly TestGame[]) {
  const loaded = [...games];
  const forgotten: string[] = [];
  const idle = new IdleGames<TestGame>({
    ...{ clock: new ManualClock(), idleAfter: 0.5, log: pino({ level: 'silent' }), loaded: () => loaded },
    async forget(gameId) {
      forgotten.push(gameId);
      loaded.splice(
        loaded.findIndex(({ id }) => id === gameId),
        1,
      );
    },
  });
  onTestFinished(() => idle.end());
  const forgetAll = () => {
    while (idle.forgetOldest());
    return forgotten;
  };
  return { idle, forgetAll };
}

test('the least recently used of the unused games is unloaded first', () => {
  const games = [3, 1, 2].map((at) => ({ ...gameOf(`used-${at}`, 'idle', 'gone'), usage: { last: at } }));
  const { idle, forgetAll } = idleOf(games);
  expect(idle.forgetOldest()).toBe(true);
  expect(idle.withWorlds.map(({ id }) => id)).toEqual(['used-3', 'used-2']);
  expect(forgetAll()).toEqual(['used-1', 'used-2', 'used-3']);
});

test('no game is forgotten that an agent may come back to, that has a server, or that takes no memory', () => {
  const { forgetAll } = idleOf([
    gameOf('connected', 'idle', 'connected'),
    gameOf('away', 'idle', 'away'),
    gameOf('watched-end', 'archived', 'connected'),
    gameOf('served', 'recovering', 'gone'),
    gameOf('only-read', 'created', 'gone'),
  ]);
  expect(forgetAll()).toEqual([]);
});

test('a game is forgotten whose agents have no session, and one that is over also while they have', () => {
  const { forgetAll } = idleOf([
    gameOf('gone', 'idle', 'gone'),
    gameOf('never-came', 'idle', 'away', false),
    gameOf('over', 'archived', 'away'),
  ]);
  expect(forgetAll()).toEqual(['gone', 'never-came', 'over']);
});

test('a game that is being unloaded is not forgotten before all of it is on the disk', async () => {
  let written: () => void = () => undefined;
  const unloaded = new Promise<undefined>((resolve) => {
    written = () => resolve(undefined);
  });
  const game = { ...gameOf('written', 'idle', 'gone'), hasServer: true, unload: () => unloaded };
  const { idle, forgetAll } = idleOf([game]);
  const unloading = idle.unload();
  game.hasServer = false;
  expect(forgetAll()).toEqual([]);
  written();
  await unloading;
  expect(forgetAll()).toEqual(['written']);
});

test('a game on a server of others keeps its connection while an agent has its seat', async () => {
  const unloaded: string[] = [];
  const games = ['own', 'joined', 'empty'].map((id) => {
    const game = { ...gameOf(id, 'recovering', 'gone'), isOnOtherServer: id !== 'own' };
    const unload = async () => void unloaded.push(id);
    return { ...game, unload, usage: { last: -1000 }, seats: id === 'empty' ? [] : game.seats };
  });
  await idleOf(games).idle.unload();
  expect(unloaded).toEqual(['own', 'empty']);
});
