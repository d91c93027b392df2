import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCommand, seedsOf } from '../../../../lab/arena/plan/arena-options.js';
import { differences, unrepeated } from '../../../../lab/arena/plan/manifest.js';
import { isRepeatable, planMatches, seatAgentId } from '../../../../lab/arena/plan/match-plan.js';
import { secondsLeft } from '../../../../lab/arena/play/play-all.js';
import { durationText } from '../../../../lab/arena/report/printed-lines.js';

const PLAYERS = ['builder', 'random', 'warlord', 'ai:easy', 'ai:hard'];

function plan(perGame: number, seeds: readonly number[], games: number | null = null) {
  return planMatches({
    players: PLAYERS,
    perGame,
    seeds,
    games,
    turns: 10,
    config: {},
    scenarios: null,
    chain: null,
  });
}

it('the matches of an arena give every player every place of every map once', () => {
  const matches = plan(PLAYERS.length, [3, 8]);
  expect(matches).toHaveLength(10);
  for (const seed of [3, 8])
    for (const place of PLAYERS.keys()) {
      const there = matches.filter((match) => match.seed === seed).map(({ lineup }) => lineup[place]);
      expect(there.toSorted()).toEqual(PLAYERS.toSorted());
    }
});

it('the matches of an arena give every player as many games where fewer have room in one', () => {
  // As many seeds as players: each has been drawn as often as any other.
  const matches = plan(2, [1, 2, 3, 4, 5]);
  const games = PLAYERS.map((player) => matches.filter(({ lineup }) => lineup.includes(player)).length);
  expect(Math.max(...games) - Math.min(...games)).toBeLessThanOrEqual(2);
  for (const { lineup } of matches) expect(new Set(lineup).size).toBe(2);
});

it('any two players of an arena can be compared, by each other or by others, however many have room in a game', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 12 }), fc.integer({ min: 2, max: 12 }), (count, perGame) => {
      const players = Array.from({ length: count }, (_, at) => `llm:player-${at}`);
      const seeds = Array.from({ length: 2 * count }, (_, at) => at);
      const matches = planMatches({
        players,
        perGame,
        seeds,
        games: null,
        turns: 10,
        config: {},
        scenarios: null,
        chain: null,
      });
      const reached = new Set(players.slice(0, 1));
      for (const _ of players)
        for (const { lineup } of matches)
          if (lineup.some((name) => reached.has(name))) for (const name of lineup) reached.add(name);
      expect(reached.size).toBe(count);
    }),
  );
});

it('the matches of an arena have names of their own, an agent each, and are as many as asked for', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 1, max: 20 }), (perGame, games) => {
      const matches = plan(perGame, [1, 2, 3], games);
      expect(new Set(matches.map(({ id }) => id)).size).toBe(matches.length);
      expect(matches.length).toBeLessThanOrEqual(games);
      for (const { lineup } of matches) expect(lineup.some((name) => !name.startsWith('ai:'))).toBe(true);
    }),
  );
});

it('the matches of an arena repeat unless a model plays', () => {
  const options = { perGame: 2, seeds: [1], games: 1, turns: 5, config: {}, scenarios: null, chain: null };
  const of = (players: string[]) =>
    planMatches({ ...options, players }).every((match) => isRepeatable(match));
  expect(of(['builder', 'ai:easy'])).toBe(true);
  expect(of(['builder', 'llm:some-model'])).toBe(false);
});

it('the command line of the arena says what is played', () => {
  const read = readCommand(['--players', 'builder,llm:gpt', '--seeds', '41..43,7', '--turns', '60']);
  expect(read).toMatchObject({
    ok: true,
    value: { options: { players: ['builder', 'llm:gpt'], seeds: [41, 42, 43, 7], turns: 60, perGame: 2 } },
  });
});

it.each([
  [['--players', 'bilder,ai:easy'], 'There is no player bilder'],
  [['--players', 'builder'], 'at least two'],
  [['--players', 'builder,builder'], 'only once'],
  [['--players', 'ai:easy,ai:hard'], 'one of them no AI'],
  [['--players', 'builder,ai:easy', '--seeds', '9..1'], '--seeds'],
  [['--players', 'builder,ai:easy', '--config', '{"ruleset":"chess"}'], '--config: ruleset'],
  [['--players', 'builder,ai:easy', '--config', '{"lineup":5}'], '--config: lineup: expected a list'],
  [['--players', 'builder,ai:easy', '--config', '{"map":"big"}'], '--config: map: expected an object'],
  [['--players', 'builder,ai:easy', '--turns', '0'], '--turns'],
  [['--palyers', 'builder'], 'palyers'],
  [['--players', 'builder,ai:easy', '--scenarios', 'all'], 'play no scenarios'],
  [['--players', 'builder', '--scenarios', ','], '--scenarios'],
  [['--players', 'builder', '--scenarios', 'all', '--difficulties', 'easy,harsh'], '--difficulties'],
])('the command line of the arena is refused with its reason: %j', (args, reason) => {
  expect(readCommand(args)).toMatchObject({ ok: false, failure: expect.stringContaining(reason) });
});

it('the command line of the arena reads lists of seeds', () => {
  expect(seedsOf('1..3,7')).toEqual([1, 2, 3, 7]);
  expect(seedsOf('5,5')).toEqual([5]);
  expect(seedsOf('one')).toEqual([]);
});

describe('repeated arena', () => {
  const made = {
    ...{
      version: '1',
      commit: 'a',
      node: '20',
      server: '3.0.6',
      ruleset: 'r',
      tools: 't',
      scenarios: null,
      chain: null,
    },
    prompts: { m: 'p' },
  };

  it('a repeated arena says what it was made with and differs in', () => {
    expect(differences(made, made)).toEqual([]);
    expect(differences(made, { ...made, server: '3.1.4', prompts: { m: 'q' } })).toEqual([
      'server: 3.0.6 then, 3.1.4 now',
      'the prompt of m has changed',
    ]);
  });

  it('a repeated arena names the matches whose results differ or are not there', () => {
    expect(unrepeated({ a: '1', b: '2' }, { a: '1', b: '2', c: '3' })).toEqual([]);
    expect(unrepeated({ a: '1', b: '2' }, { a: '9' })).toEqual([
      'a: 1 then, 9 now',
      'b: 2 then, nothing now',
    ]);
  });
});

it('the estimate of the end is the mean of the games that were played, as many at a time as run', () => {
  expect(secondsLeft([10, 20], 8, 2)).toBe(60);
  expect(secondsLeft([10], 1, 4)).toBe(10);
  expect(secondsLeft([], 8, 2)).toBe(0);
});

it('the estimate of the end is told in the unit that fits', () => {
  expect([40, 1300, 12_000].map(durationText)).toEqual(['40 s', '22 min', '3 h 20 min']);
});

it('a chain plays each seed once from the next place, with one memory for so many games', () => {
  const options = { players: ['llm:x', 'builder'], perGame: 2, games: null, turns: 5, config: {} } as const;
  const seeds = [4, 5, 6, 7, 8];
  const matches = (lessons: boolean) =>
    planMatches({ ...options, seeds, scenarios: null, chain: { length: 3, lessons } });
  const plans = matches(true);
  expect(plans.map(({ seed }) => seed)).toEqual(seeds);
  expect(plans.map(({ lineup }) => lineup.indexOf('llm:x'))).toEqual([0, 1, 0, 1, 0]);
  expect(plans.map((match) => match.kind === 'game' && match.memory)).toEqual([
    { name: 'c1', isNew: true },
    { name: 'c1', isNew: false },
    { name: 'c1', isNew: false },
    { name: 'c2', isNew: true },
    { name: 'c2', isNew: false },
  ]);
  expect(plans.map((match) => seatAgentId(match, match.lineup.indexOf('llm:x')))).toEqual([
    ...['llm:x.c1', 'llm:x.c1', 'llm:x.c1', 'llm:x.c2', 'llm:x.c2'],
  ]);
  // Without lessons the same games are played.
  expect(matches(false)).toEqual(plans.map((match) => ({ ...match, memory: undefined })));
});

it.each([
  [['--players', 'builder,ai:easy', '--chain', '5'], 'one of them a model'],
  [['--players', 'llm:x', '--chain', '5', '--scenarios', 'all'], 'they play no scenarios'],
  [['--players', 'llm:x,builder', '--chain', '1'], '--chain'],
])('a chain that cannot be played is refused with a sentence: %j', (args, message) => {
  expect(readCommand(args)).toMatchObject({ ok: false, failure: expect.stringContaining(message) });
});
