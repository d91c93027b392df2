import { describe, expect, it } from 'vitest';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { ladderPage } from '../../../../lab/arena/ladder/ladder.js';
import { linkedTurns } from '../../../../lab/arena/pages/tournament/replay-links.js';
import type { ArenaManifest } from '../../../../lab/arena/plan/manifest.js';
import type {
  CheckpointStanding,
  ContestantResult,
  MatchResult,
} from '../../../../lab/arena/play/match-result.js';
import { resultOf } from '../../../../lab/arena/play/match-score.js';
import { reportPage, standingsCsv, tournamentPage } from '../../../../lab/arena/report/write-reports.js';
import { outcomeOf } from '../../../../lab/arena/statistics/comparisons.js';
import { tournamentOf } from '../../../../lab/arena/statistics/tournament.js';

const nothing = { tokens: null, costUsd: null };

function player(contestant: string, score: number, more: Partial<ContestantResult> = {}): ContestantResult {
  const standing: CheckpointStanding = { turn: 101, alive: true, score, cities: 3, techs: 4, ...nothing };
  return {
    contestant,
    player: 0,
    nation: 'Roman',
    destroyed: null,
    isWinner: false,
    standings: { 50: { ...standing, turn: 50, score: score / 2 }, end: standing },
    curve: [
      [1, 0, 0, 0],
      [101, score, 3, 4],
    ],
    refused: 0,
    run: null,
    process: null,
    ...more,
  };
}

function dead(contestant: string, destroyed: number): ContestantResult {
  const standing: CheckpointStanding = { turn: 101, alive: false, score: 0, cities: 0, techs: 4, ...nothing };
  return player(contestant, 0, { destroyed, standings: { 50: standing, end: standing } });
}

function match(
  seed: number,
  players: readonly ContestantResult[],
  more: Partial<MatchResult> = {},
): MatchResult {
  return {
    ...{ match: `s${seed}-1`, seed, turns: 100, status: 'valid', reason: null, playedTo: 101 },
    ...{ ended: 'end_turn', hash: 'h', players, seconds: 1, scenario: null },
    ...more,
  };
}

const manifest: ArenaManifest = {
  format: 'freeciv-arena',
  version: 1,
  options: {
    ...{ players: ['ann', 'ai:easy'], perGame: 2, seeds: [1, 2], games: null, turns: 100, config: {} },
    scenarios: null,
    chain: null,
  },
  models: {},
  made_with: {
    ...{ version: '1', commit: null, node: '20', server: '3.0.6', ruleset: 'r', tools: 't', prompts: {} },
    scenarios: null,
  },
  results: {},
  results_hash: null,
};

it('the turns of a game that are linked are the first, round ones and the last, a dozen at most', () => {
  expect(linkedTurns(7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(linkedTurns(101)).toEqual([1, 20, 40, 60, 80, 100, 101]);
  expect(linkedTurns(0)).toEqual([]);
  for (let turns = 1; turns < 3000; turns += 1) expect(linkedTurns(turns).length).toBeLessThanOrEqual(12);
});

it('the player ahead is decided by victory, then by life and how long it was, then by score', () => {
  const rich = player('rich', 300);
  const winner = player('winner', 20, { isWinner: true });
  expect(outcomeOf(winner, rich, 'end')).toBe(1);
  expect(outcomeOf(player('a', 1), dead('b', 90), 'end')).toBe(1);
  expect(outcomeOf(dead('a', 40), dead('b', 90), 'end')).toBe(0);
  expect(outcomeOf(player('a', 12), player('b', 11), 'end')).toBe(1);
  expect(outcomeOf(player('a', 12), player('b', 12), 'end')).toBe(0.5);
  expect(outcomeOf(dead('a', 40), dead('b', 40), 'end')).toBe(0.5);
});

describe('tournament', () => {
  const partial = match(3, [player('ann', 50), player('ai:easy', 90)], {
    status: 'partial',
    reason: "the game's limit of tokens is reached",
  });
  const played: readonly MatchResult[] = [
    match(1, [player('ann', 100), player('ai:easy', 80)]),
    match(2, [player('ann', 120), player('ai:easy', 60)]),
    {
      ...partial,
      players: partial.players.map((one) => ({ ...one, standings: { 50: one.standings[50] ?? nobody() } })),
    },
    match(4, [player('ann', 0), player('ai:easy', 90)], {
      status: 'invalid',
      reason: 'ann: turn 9: timed_out',
    }),
  ];
  const tournament = tournamentOf(manifest, played, new Map());

  it('a tournament counts a partial match as far as it was played, and of an invalid one nothing', () => {
    expect(tournament.checkpoints.map(({ checkpoint, games }) => [checkpoint, games])).toEqual([
      ['50', 3],
      ['end', 2],
    ]);
    const [, end] = tournament.checkpoints;
    expect(end?.records.ann?.['ai:easy']).toEqual({ wins: 2, draws: 0, losses: 0 });
    expect(end?.figures.find(({ contestant }) => contestant === 'ann')).toMatchObject({
      ...{ games: 2, score: { mean: 110 }, survival: 1 },
    });
    expect(end?.ratings[0]?.player).toBe('ann');
  });

  it('a tournament rates the others beside the ratings that are fixed', () => {
    const fixed = tournamentOf(manifest, played, new Map([['ai:easy', 700]])).checkpoints.at(-1);
    expect(fixed?.ratings.find(({ player: name }) => name === 'ai:easy')).toMatchObject({
      points: 700,
      isFixed: true,
    });
    expect(fixed?.ratings.find(({ player: name }) => name === 'ann')?.points).toBeGreaterThan(700);
  });

  it('the report of a tournament has what was left out and why, and escapes what others have written', async () => {
    const page = await reportPage(tournament, '');
    expect(page).toContain('ann: turn 9: timed_out');
    expect(page).toContain('limit of tokens is reached');
    expect(page).toContain('<a href="replay.html#/game/s1-1?turn=100">100</a>');
    expect(page).not.toMatch(/<script|https?:\/\//);
    const broken = match(4, [], { status: 'invalid', reason: '</script><img>' });
    const evil = tournamentOf(manifest, [broken], new Map());
    const parts = { script: 'x < !y', style: 'a{}' };
    expect(await reportPage(evil, '')).toContain('&lt;/script>&lt;img>');
    const evilPage = await tournamentPage(evil, parts);
    expect(evilPage.match(/<\/script>/g)).toHaveLength(2);
    expect(evilPage).toContain('x < !y');
  });

  it('a tournament tells how those with a seat played, as means over seeds, and what is counted', async () => {
    const process = (idle_gold: number, threat_turns: number | null) => ({
      ...{ turns: 100, state_checked: 0.5, plans_carried_out: null, refusals_repeated: 0.25, idle_gold },
      ...{ threat_turns, threats_lost: null, idle_units: 1.25, turns_out_of_time: 0, tokens_per_turn: null },
    });
    const one = (seed: number, gold: number, threat: number | null) =>
      match(seed, [player('ann', 9, { process: process(gold, threat) }), player('ai:easy', 8)]);
    const games = tournamentOf(manifest, [one(1, 30, 2), one(2, 51, null)], new Map());
    expect(games.process.map(({ contestant }) => contestant)).toEqual(['ann']);
    expect(games.process[0]?.means).toMatchObject({
      idle_gold: { mean: 40.5, count: 2 },
      threat_turns: { mean: 2 },
    });
    const page = await reportPage(games, '');
    expect(page).toContain('How they played');
    expect(page).toContain('Idle gold: mean gold that is left when it ends its turn.');
    expect(page).not.toContain('Plans carried out');
    expect(standingsCsv(games)).toContain(',h,,,,0.5,,0.25,2,,30,1.25,0,\r\n');
  });

  it('the results of a tournament are a table with a line for each player and checkpoint', () => {
    const lines = standingsCsv(tournament).trim().split('\r\n');
    expect(lines[1]).toBe('s1-1,1,valid,50,ann,0,Roman,50,true,50,3,4,false,,,h,,,,,,,,,,,,');
    expect(lines).toHaveLength(1 + 2 * (2 + 2 + 1 + 2));
  });

  it('the ladder of a tournament has its command', () => {
    const args = ['--players', 'ann,ai:easy', '--out', '/home/ann/results/', '--models=/etc/models.json'];
    const page = ladderPage(tournament, [...args, '--seeds', '1 2']);
    expect(page).toContain(
      "    npm run arena -- --players ann,ai:easy --out results --models=models.json --seeds '1 2'\n",
    );
    expect(page).toContain('| `ann` | 2 | 110.0 ± ');
    expect(page).toContain('2 games are left out');
  });

  it('a tournament says how well its ratings are known after a part of its seeds', () => {
    const won = (seed: number) => match(seed, [player('ann', seed % 4 === 0 ? 50 : 200), player('ben', 100)]);
    const games = Array.from({ length: 16 }, (_, seed) => won(seed));
    const { errors } = tournamentOf(manifest, games, new Map());
    expect(errors.map(({ games: played, seeds }) => [played, seeds])).toEqual(
      [4, 8, 12, 16].map((seeds) => [seeds, seeds]),
    );
    const [first, , , last] = errors;
    expect(last?.median).toBeLessThan((first?.median ?? 0) / 1.5);
    expect(tournamentOf(manifest, games.slice(0, 1), new Map()).errors).toEqual([]);
  });
});

function nobody(): never {
  throw new Error('a checkpoint is missing');
}

describe('match', () => {
  const plan = {
    kind: 'game',
    id: 's1-1',
    seed: 1,
    lineup: ['builder', 'ai:easy'],
    turns: 60,
    config: {},
  } as const;
  const numbers = (turn: number, score: number) => ({
    ...{ score, cities: 2, citizens: 3, techs: 4, units: 5, military_units: 1, wonders: 0, gold: turn },
    ...{
      government: 'Despotism',
      tax: 40,
      luxury: 0,
      science: 60,
      trade: 1,
      production: 1,
      bulbs: 1,
      tiles: 9,
    },
    ...{
      worked_tiles: 9,
      literacy: 0,
      pollution: 0,
      culture: 0,
      units_built: 1,
      units_killed: 0,
      units_lost: 0,
    },
  });
  const turn = (number: number, own: number, other: number) => ({
    turn: number,
    is_final: number === 61,
    players: [own, other].map((score, index) => ({
      ...{ player: index, name: `Leader ${index}`, nation: 'Roman', is_ai: index === 1, is_alive: true },
      ...numbers(number, score),
      turn_mark: index === 0 ? ('played' as const) : null,
    })),
  });
  const score = { game_id: 's1-1', turns: [turn(1, 0, 0), turn(50, 20, 30), turn(61, 50, 40)] };
  const run = { usage: null, turns: { played: 60, auto_ended: 0, timed_out: 0, agent_error: 0 } };
  const info = {
    ...{ game_id: 's1-1', state: 'ended' as const, turn: 61, players: [], server_version: '3.0.6' },
    ...{ created_at: '', turn_time_limit: 0, time_left: null, waiting_for: [], paused: null, join: null },
    ...{
      fork_of: null,
      problem: null,
      scenario: null,
      ruleset_hash: 'r',
      config: gameConfigSchema.parse({}),
    },
    seats: [
      {
        ...{ agent_id: 'builder', player_id: 0, presence: 'gone' as const },
        run: { ...run, valid: true, invalid_reason: null },
      },
    ],
    ended: { reason: 'end_turn' as const, turn: 60, winners: ['Leader 0'], ranking: [], report: [] },
  };
  const finished = {
    ...{ plan, info, score, seconds: 3, refused: new Map([['builder', 2]]), models: new Map() },
    ...{ fault: undefined, stopped: undefined },
  };

  it('a match that is over has standings at its checkpoints, and a hash of all numbers', () => {
    const result = resultOf(finished);
    expect(result).toMatchObject({
      status: 'valid',
      playedTo: 61,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(result.players[0]).toMatchObject({
      ...{ contestant: 'builder', refused: 2, isWinner: false },
      standings: { 50: { score: 20 }, end: { score: 50, turn: 61 } },
    });
    const changed = { ...score, turns: [turn(1, 0, 0), turn(50, 20, 31), turn(61, 50, 40)] };
    expect(resultOf({ ...finished, score: changed }).hash).not.toBe(result.hash);
  });

  it('a match does not count when a contestant failed, and counts in part when one left', () => {
    expect(resultOf({ ...finished, fault: 'builder: a bug' })).toMatchObject({
      status: 'invalid',
      reason: 'builder: a bug',
    });
    const left = resultOf({ ...finished, stopped: 'llm:x: limit' });
    expect(left).toMatchObject({ status: 'partial', reason: 'llm:x: limit' });
    expect(Object.keys(left.players[0]?.standings ?? {})).toEqual(['50']);
  });

  it('a match with a model has no hash, and does not count when its run is not valid', () => {
    const [seat] = info.seats;
    const usage = {
      ...{ turns: 1, calls: 1, input_tokens: 1, cached_tokens: 0, output_tokens: 1, duration_s: 1 },
      ...{ cost_usd: null, unpriced_turns: 1, models: [] },
    };
    const broken = { ...run, usage, valid: false, invalid_reason: 'turn 3: timed_out' };
    const seats = seat === undefined ? [] : [{ ...seat, agent_id: 'llm:x', run: broken }];
    const result = resultOf({
      ...finished,
      plan: { ...plan, lineup: ['llm:x', 'ai:easy'] },
      info: { ...info, seats },
    });
    expect(result).toMatchObject({ status: 'invalid', reason: 'llm:x: turn 3: timed_out', hash: null });
  });
});
