import { expect, test } from 'vitest';
import { type GameConfigInput, gameConfigSchema } from '#shared/protocol/game-config.js';
import { HeapRoom, type PlannedGame } from '../../../proxy/games/lifecycle/heap-room.js';
import { ManualClock } from '../../support/manual-clock.js';

const MB = 2 ** 20;

/** A game that waits for so many agents. */
function game(min_agents: number, map: GameConfigInput['map'] = {}): PlannedGame {
  return { config: gameConfigSchema.parse({ min_agents, map }), seats: [] };
}

function roomOf(limitMb: number) {
  const games: PlannedGame[] = [];
  /** Those of them that nobody uses. */
  const idle: PlannedGame[] = [];
  const told: string[] = [];
  const clock = new ManualClock();
  const room = new HeapRoom({
    limit: limitMb * MB,
    clock,
    games: () => games,
    forgetGame: () => {
      const gone = idle.shift();
      if (gone !== undefined) games.splice(games.indexOf(gone), 1);
      return gone !== undefined;
    },
    onFull: (why) => told.push(why),
  });
  const letIn = (wanted: PlannedGame): boolean => {
    const isRefused = room.refuseGame(wanted) !== undefined;
    if (!isRefused) games.push(wanted);
    return !isRefused;
  };
  return { room, clock, games, idle, told, letIn };
}

test('a heap of 512 MB is promised to four games of 15 agents, before any of them has used it', () => {
  const { room, told, letIn } = roomOf(512);
  room.noteLive(40 * MB);
  expect([1, 2, 3, 4, 5, 6].map(() => letIn(game(15)))).toEqual([true, true, true, true, false, false]);
  const refused = room.refuseGame(game(15));
  expect(refused).toMatchObject({ code: 'E112', details: { retry_after: 30, full: 'memory' } });
  expect(refused?.message).toMatch(
    /no memory for another game now: .* of 512 MB.*max-old-space-size.*another proxy/,
  );
  expect(told).toEqual([
    expect.stringMatching(/no room for more: .*max-old-space-size=MEGABYTES.*another proxy/),
  ]);
});

test('a large map takes the room of more seats, and a small game finds room where a large one does not', () => {
  const { letIn } = roomOf(512);
  const wishes = [game(15, { size: 20 }), game(15, { size: 20 }), game(15), game(15), game(3)];
  expect(wishes.map(letIn)).toEqual([true, false, true, false, true]);
});

test('seats that a game waits for need no room, one more does', () => {
  const { room, games, letIn } = roomOf(512);
  while (letIn(game(15)));
  while (letIn(game(1)));
  const [first = game(1)] = games;
  expect(room.refuseSeats(0, first)).toBeUndefined();
  expect(room.refuseSeats(1, first)).toMatchObject({ code: 'E112' });
});

test('games that have grown leave no room, and there is some again when they leave', () => {
  const { room, games, letIn } = roomOf(512);
  letIn(game(15));
  letIn(game(15));
  room.noteLive(400 * MB);
  expect(letIn(game(5))).toBe(false);
  expect({ full: room.isFull, overfull: room.isOverfull }).toEqual({ full: true, overfull: false });
  games.pop();
  // No collection has come since: an idle process makes none for minutes.
  expect({ full: room.isFull, problem: room.problem }).toEqual({ full: false, problem: undefined });
  expect(letIn(game(5))).toBe(true);
});

test('a game that leaves while garbage is collected leaves its room, although it was found in use', () => {
  const { room, clock, games, letIn } = roomOf(128);
  expect([letIn(game(5)), letIn(game(5)), letIn(game(5))]).toEqual([true, true, false]);
  room.noteLive(84 * MB);
  games.pop();
  for (const live of [87, 91, 91]) room.noteLive(live * MB);
  expect(room.refuseGame(game(5))).toBeUndefined();
  // What is still in use long after it has left is used by others.
  clock.pass(60_000);
  room.noteLive(91 * MB);
  expect(room.refuseGame(game(5))).toMatchObject({ code: 'E112' });
});

test('what is in use near the limit is too much, whatever games were reckoned to take', () => {
  const { room } = roomOf(512);
  room.noteLive(470 * MB);
  expect(room.isOverfull).toBe(false);
  room.noteLive(475 * MB);
  expect(room.isOverfull).toBe(true);
});

test('a wish that no proxy of that size can grant is told so, and does not make it full', () => {
  const { room, told } = roomOf(512);
  const refused = room.refuseGame(game(30, { size: 20 }));
  expect(refused).toMatchObject({ code: 'E112', details: { full: 'memory' } });
  expect(refused?.details).not.toHaveProperty('retry_after');
  expect(refused?.message).toMatch(/need 519 MB, and this proxy has 378 MB for games: ask for fewer seats/);
  expect({ full: room.isFull, told }).toEqual({ full: false, told: [] });
});

test('a refusal is forgotten when its request does not come again', () => {
  const { room, clock, letIn } = roomOf(128);
  expect([letIn(game(5)), letIn(game(5)), letIn(game(5))]).toEqual([true, true, false]);
  clock.pass(30_000);
  expect(room.isFull).toBe(true);
  clock.pass(1);
  expect(room.isFull).toBe(false);
});

test('games that come are reckoned beside those that have grown', () => {
  const { room, letIn } = roomOf(512);
  letIn(game(15));
  room.noteLive(280 * MB);
  expect([letIn(game(15)), letIn(game(15))]).toEqual([true, false]);
});

test('a game that is given back does not come again where others than games use the memory', () => {
  const { room, games, letIn } = roomOf(512);
  letIn(game(5));
  letIn(game(5));
  room.noteLive(480 * MB);
  expect(room.isOverfull).toBe(true);
  games.pop();
  // What it held is collected later: no second game is given back for it.
  room.noteLive(478 * MB);
  expect(room.isOverfull).toBe(false);
  expect(room.refuseGame(game(5))).toMatchObject({ code: 'E112' });
});

test('unused games are unloaded one by one before a game or a seat is refused', () => {
  const { room, games, idle, told, letIn } = roomOf(512);
  while (letIn(game(15)));
  told.length = 0;
  const [first = game(1), second = game(1)] = games;
  idle.push(first, second);
  room.noteLive(400 * MB);
  const more = game(15);
  expect(letIn(more)).toBe(true);
  expect([games.includes(first), games.includes(second)]).toEqual([false, true]);
  expect(room.refuseSeats(8, more)).toBeUndefined();
  expect(games.includes(second)).toBe(false);
  expect(told).toEqual([]);
});

test('no game is forgotten for one that is too large for the proxy', () => {
  const { room, games, idle, letIn } = roomOf(512);
  letIn(game(15));
  idle.push(...games);
  expect(room.refuseGame(game(30, { size: 20 }))).toMatchObject({ code: 'E112' });
  expect(games).toHaveLength(1);
});

test('a game whose worlds are in memory still comes back at a proxy that is full', () => {
  const { room, games, letIn } = roomOf(512);
  while (letIn(game(15)));
  const [loaded = game(1)] = games;
  expect(room.refuseGame(loaded)).toBeUndefined();
  expect(room.refuseGame(game(15))).toMatchObject({ code: 'E112' });
});
