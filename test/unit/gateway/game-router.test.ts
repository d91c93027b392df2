import { expect, test } from 'vitest';
import { ok } from '#shared/core/result.js';
import type { ProxyEntry } from '#shared/store/directory.js';
import { StaticDirectory } from '#shared/store/directory.js';
import { GameRouter, placeFor } from '../../../gateway/link/game-router.js';
import type { ProxyLink } from '../../../gateway/link/proxy-link.js';
import { mergedAnswer } from '../../../gateway/link/proxy-links.js';
import { ManualClock } from '../../support/manual-clock.js';
import { sessionTable } from '../../support/session-table.js';

const entry = (id: string, games: number, maxGames: number, isDraining = false): ProxyEntry => ({
  ...{ id, url: `ws://${id}`, games, maxGames, isDraining },
});

test.each([
  ['the one that is fullest last', [entry('a', 5, 10), entry('b', 6, 20)], 'b'],
  ['not one that is ending', [entry('a', 0, 10, true), entry('b', 9, 10)], 'b'],
  ['not one that is full', [entry('a', 10, 10), entry('b', 30, 31)], 'b'],
  ['one that will say that it is full, where all are', [entry('a', 10, 10), entry('b', 3, 3)], 'a'],
  [
    'the one with the fewest games, where their room is not known',
    [entry('a', 2, Infinity), entry('b', 1, Infinity)],
    'b',
  ],
  ['none where all are ending', [entry('a', 0, 10, true)], undefined],
])('a new game goes to %s', (_what, entries, expected) => {
  expect(placeFor(entries, () => 0)?.id).toBe(expected);
});

test('each of several proxies with the same room is chosen as often', () => {
  const entries = [entry('a', 1, 2), entry('b', 1, 2), entry('c', 1, 2)];
  const chosen = [0, 0.34, 0.67].map((random) => placeFor(entries, () => random)?.id);
  expect(chosen).toEqual(['a', 'b', 'c']);
});

const answer = (type: 'game_list' | 'disk' | 'error', data: Record<string, unknown>) =>
  ({ type, data, agent_id: 'x', game_id: 'all', correlation_id: 'c', timestamp: 1 }) as const;
const game = (game_id: string, state: string) => ({
  ...{ game_id, state, turn: 1, players: [], server_version: null },
});

test('lists of games are one list, in which the proxy that runs a game knows best', () => {
  const merged = mergedAnswer([
    answer('game_list', { games: [game('one', 'idle'), game('two', 'running')] }),
    answer('error', {}),
    answer('game_list', { games: [game('one', 'running'), game('two', 'idle'), game('three', 'ended')] }),
  ]);
  const games = [game('one', 'running'), game('two', 'running'), game('three', 'ended')];
  expect(merged?.data).toEqual({ games });
});

test('a disk that is full anywhere is full', () => {
  const well = { free_bytes: 9, problem: null, troubles: [], damaged: [] };
  const merged = mergedAnswer([
    answer('disk', well),
    answer('disk', { ...well, free_bytes: 3, problem: 'no space' }),
  ]);
  expect(merged?.data).toEqual({ ...well, free_bytes: 3, problem: 'no space' });
  expect(mergedAnswer([answer('disk', well)])?.data).toEqual(well);
  expect(mergedAnswer([])).toBeUndefined();
});

function routed() {
  const linkTo = () => sessionTable(new ManualClock()).link;
  const [one, other] = [linkTo(), linkTo()];
  const moved: string[] = [];
  const router = new GameRouter({
    directory: new StaticDirectory([]),
    asksProxies: false,
    random: () => 0,
    links: {
      byUrl: new Map([
        ['ws://one', one],
        ['ws://other', other],
      ]),
      entries: [],
      only: undefined,
    },
    onMoved: (gameId) => moved.push(gameId),
  });
  const isAt = (link: ProxyLink, movedTo: string | null) =>
    router.noteAnswer('g', link, ok(answer('error', { error_code: 'E123', details: { moved_to: movedTo } })));
  return { router, one, other, moved, isAt };
}

test('a game whose new proxy is told at once has moved', () => {
  const { router, one, other, moved, isAt } = routed();
  isAt(other, 'ws://one');
  expect([router.known('g'), moved]).toEqual([one, []]);
  isAt(one, 'ws://other');
  expect([router.known('g'), moved]).toEqual([other, ['g']]);
});

test('a game whose new proxy is found only later has moved then, for the seats that wait meanwhile', () => {
  const { router, one, other, moved, isAt } = routed();
  isAt(other, 'ws://one');
  expect(isAt(one, null)).toBe(true);
  expect([router.known('g'), router.hasHeardOf('g'), moved]).toEqual([undefined, true, []]);
  isAt(one, 'ws://other');
  expect([router.known('g'), moved]).toEqual([other, ['g']]);
});

test('a game is not known to be at a proxy whose link was closed for good', () => {
  const { router, one, other, isAt } = routed();
  isAt(other, 'ws://one');
  one.close();
  expect([router.known('g'), router.hasHeardOf('g')]).toEqual([undefined, true]);
});
