import { describe, expect, it } from 'vitest';
import type { Difficulty } from '#shared/protocol/scenario.js';
import { readCommand } from '../../../../lab/arena/plan/arena-options.js';
import type { ArenaManifest } from '../../../../lab/arena/plan/manifest.js';
import { type ArenaOptions, planMatches, seatAgentId } from '../../../../lab/arena/plan/match-plan.js';
import { chooseScenarios, parseScenarioWish } from '../../../../lab/arena/plan/scenario-choice.js';
import type { MatchResult } from '../../../../lab/arena/play/match-result.js';
import { progressLine, resultLines } from '../../../../lab/arena/report/printed-lines.js';
import { reportPage, scenariosCsv, standingsCsv } from '../../../../lab/arena/report/write-reports.js';
import { tournamentOf } from '../../../../lab/arena/statistics/tournament.js';

const turns = { turns: 9, goal: 'Do it.' };
const listed = ['alliance', 'grow'].map((name) => ({
  ...{ name, title: name, about: 'A task.', agents: name === 'alliance' ? 2 : 1 },
  difficulties: { easy: turns, normal: turns, hard: turns },
}));

const options: ArenaOptions = {
  ...{
    players: ['builder', 'llm:a/b'],
    perGame: 2,
    seeds: [1, 2],
    games: null,
    turns: 100,
    config: {},
    chain: null,
  },
  scenarios: {
    scenarios: [
      { name: 'alliance', agents: 2 },
      { name: 'grow', agents: 1 },
    ],
    difficulties: ['easy', 'hard'],
  },
};

it('the choice of scenarios is all that there are, or those that are named, each once', () => {
  const wish = parseScenarioWish('all', 'hard,easy,hard');
  expect(wish).toEqual({ ok: true, value: { names: undefined, difficulties: ['hard', 'easy'] } });
  const levels: readonly Difficulty[] = ['easy', 'hard'];
  const all = chooseScenarios({ names: undefined, difficulties: levels }, { scenarios: listed });
  expect(all).toEqual({ ok: true, value: options.scenarios });
  const one = chooseScenarios({ names: ['grow'], difficulties: levels }, { scenarios: listed });
  expect(one).toMatchObject({ value: { scenarios: [{ name: 'grow', agents: 1 }] } });
  const none = chooseScenarios({ names: ['gorw'], difficulties: levels }, { scenarios: listed });
  expect(none).toMatchObject({ ok: false, failure: expect.stringContaining('there is no gorw') });
});

it('the choice of scenarios may be played by one player', () => {
  const read = readCommand(['--players', 'builder', '--scenarios', 'grow', '--difficulties', 'easy']);
  expect(read).toMatchObject({
    ok: true,
    value: { scenarios: { names: ['grow'], difficulties: ['easy'] }, options: { players: ['builder'] } },
  });
});

describe('games of scenarios', () => {
  const matches = planMatches(options);

  it('the games of scenarios are one for each player, scenario, difficulty and seed', () => {
    expect(matches).toHaveLength(2 * 2 * 2 * 2);
    expect(new Set(matches.map(({ id }) => id)).size).toBe(matches.length);
    expect(matches[0]).toEqual({
      ...{ kind: 'scenario', id: 'alliance-easy-s1-p1', seed: 1, config: {} },
      ...{ scenario: 'alliance', difficulty: 'easy', lineup: ['builder', 'builder'] },
    });
    for (const { id } of matches) expect(id).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);
    expect(planMatches({ ...options, games: 3 })).toEqual(matches.slice(0, 3));
  });

  it('the games of scenarios have an agent of its own for each seat', () => {
    const [pair, single] = [matches[0], matches.find(({ id }) => id === 'grow-easy-s1-p2')];
    if (pair === undefined || single === undefined) throw new Error('a match is missing');
    expect([seatAgentId(pair, 0), seatAgentId(pair, 1)]).toEqual(['builder-1', 'builder-2']);
    expect(seatAgentId(single, 0)).toBe('llm:a-b');
  });
});

function game(
  seed: number,
  { contestant, score, ...more }: { contestant: string; score: number } & Partial<MatchResult>,
): MatchResult {
  const used = contestant === 'builder' ? null : 1000;
  const standing = { turn: 9, alive: true, score: 4, cities: 1, techs: 0, tokens: used, costUsd: null };
  return {
    ...{ match: `grow-easy-s${seed}-${contestant}`, seed, turns: 9, status: 'valid', reason: null },
    ...{ playedTo: 9, ended: 'end_turn', hash: null, seconds: 1 },
    players: [
      {
        ...{ contestant, player: 0, nation: 'Roman', destroyed: null, isWinner: false, curve: [] },
        ...{ standings: { end: standing }, refused: 0, run: null, process: null },
      },
    ],
    scenario: { name: 'grow', difficulty: 'easy', score, progress: [] },
    ...more,
  };
}

describe('table of scenarios', () => {
  const played = [
    game(1, { contestant: 'builder', score: 1 }),
    game(2, { contestant: 'builder', score: 0.5 }),
    game(1, { contestant: 'llm:a/b', score: 0.25 }),
    game(2, { contestant: 'llm:a/b', score: 1, status: 'invalid', reason: 'turn 3: agent_error' }),
  ];
  const manifest: ArenaManifest = {
    format: 'freeciv-arena',
    version: 1,
    ...{ options, models: {}, results: {}, results_hash: null },
    made_with: {
      ...{ version: '1', commit: null, node: '20', server: null, ruleset: null, tools: 't', prompts: {} },
      scenarios: 's',
    },
  };
  const tournament = tournamentOf(manifest, played, new Map());

  it('the table of scenarios has the mean with its interval of the games that are valid', () => {
    const [builder, model] = tournament.scenarios?.figures ?? [];
    expect(builder).toMatchObject({ contestant: 'builder', games: 2, solved: 1, tokens: undefined });
    expect(builder?.score.mean).toBe(0.75);
    expect(builder?.score.margin).toBeCloseTo(12.706 * 0.25);
    expect(model).toMatchObject({ contestant: 'llm:a/b', games: 1, solved: 0, tokens: { mean: 1000 } });
    expect(tournament.scenarios?.overall.map(({ score }) => score.mean)).toEqual([0.75, 0.25]);
    expect(tournament.checkpoints).toEqual([]);
  });

  it('the table of scenarios is in the report, the files and the terminal, with what was left out', async () => {
    const page = await reportPage(tournament, '');
    expect(page).toContain('0.750 (0.000 to 1.000)');
    expect(page).toContain('turn 3: agent_error');
    expect(page).not.toContain('Bradley');
    if (tournament.scenarios === undefined) throw new Error('there is no table');
    const [, first, second] = scenariosCsv(tournament.scenarios).split('\r\n');
    expect(first).toMatch(/^builder,grow,easy,2,1,0\.75,0,1,,$/);
    expect(second).toBe('llm:a/b,grow,easy,1,0,0.25,,,1000,');
    expect(standingsCsv(tournament)).toContain('grow,easy,0.5');
    expect(resultLines(tournament)).toMatch(/^builder +easy +0\.750 \(0\.000 to 1\.000\) {2}1 of 2 solved$/m);
    expect(resultLines(tournament)).toContain('3 of 4 games count');
    const line = progressLine({ result: played[1] ?? nothing(), done: 2, total: 4, secondsLeft: 60 });
    expect(line).toBe('[2/4] grow-easy-s2-builder builder 0.500; 1 s; about 60 s left');
  });
});

function nothing(): never {
  throw new Error('a game is missing');
}
