import { z } from 'zod';
import type { Difficulty } from '#shared/protocol/scenario.js';
import type { Immutable } from '#shared/protocol/state/common.js';
import { agentIdOf, contestantOf } from './contestant.js';
import { scenarioChoiceSchema } from './scenario-choice.js';

/** What all matches of an arena have in common. */
export const arenaOptionsSchema = z.strictObject({
  players: z.array(z.string()).min(1).max(30).describe('The contestants'),
  perGame: z.int().min(1).max(30).describe('Contestants in one game'),
  seeds: z.array(z.int().nonnegative()).min(1).describe('Of map and chance; each is played from all places'),
  games: z.int().positive().nullable().describe('At most so many games; null for all'),
  turns: z.int().positive().describe('The last turn'),
  config: z.record(z.string(), z.unknown()).describe('Further fields of game_config'),
  scenarios: scenarioChoiceSchema
    .nullable()
    .default(null)
    .describe('Each contestant plays these, in place of games against each other'),
});

/** What all matches of an arena have in common. */
export type ArenaOptions = Immutable<z.infer<typeof arenaOptionsSchema>>;
/** One game of contestants against each other. What it says decides how it is played. */
interface GameMatch {
  readonly kind: 'game';
  /** Its name, which is its game_id too. */
  readonly id: string;
  readonly seed: number;
  /** The contestants in the order of player numbers. */
  readonly lineup: readonly string[];
  /** The last turn. */
  readonly turns: number;
  /** Further fields of game_config. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** One game of a scenario by one contestant. */
interface ScenarioMatch {
  readonly kind: 'scenario';
  /** Its name, which is its game_id too. */
  readonly id: string;
  readonly seed: number;
  readonly scenario: string;
  readonly difficulty: Difficulty;
  /** The contestant, once for each seat, in the order in which seats are taken. */
  readonly lineup: readonly string[];
  /** Further fields of game_config. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** A match as data. */
export type MatchPlan = GameMatch | ScenarioMatch;

/** The matches of an arena. */
export function planMatches(options: ArenaOptions): readonly MatchPlan[] {
  const matches = options.scenarios === null ? planGames(options) : planScenarios(options, options.scenarios);
  return matches.slice(0, options.games ?? matches.length);
}

/**
 * On each seed every contestant has each place once. Where more are to play than have room in a game, seeds take turns with
 * those who play.
 */
function planGames(options: ArenaOptions): readonly GameMatch[] {
  const { players, perGame, seeds, turns, config } = options;
  const places = Math.min(perGame, players.length);
  const rounds = seeds.flatMap((seed, index) => {
    const first = firstOf(index, places, players.length);
    const chosen = Array.from({ length: places }, (_, at) => rotated(players, first)[at] ?? '');
    return chosen.map((_, rotation) => ({ seed, rotation, lineup: rotated(chosen, rotation) }));
  });
  return rounds
    .filter(({ lineup }) => lineup.some((name) => contestantOf(name).kind !== 'ai'))
    .map(({ seed, rotation, lineup }) => ({
      kind: 'game',
      id: `s${seed}-${rotation + 1}`,
      ...{ seed, lineup, turns, config },
    }));
}

/**
 * The first player of those who play on the seed with that index. Where the room in a game divides the players into groups, each
 * round of the groups begins one player later: else two groups would never meet.
 */
function firstOf(index: number, places: number, players: number): number {
  const isDivided = places < players && greatestDivisor(places, players) > 1;
  return index * places + (isDivided ? Math.floor((index * places) / players) : 0);
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/** On each seed every contestant plays each scenario at each difficulty, alone on all of its seats. */
function planScenarios(
  { players, seeds, config }: ArenaOptions,
  { scenarios, difficulties }: NonNullable<ArenaOptions['scenarios']>,
): readonly ScenarioMatch[] {
  return seeds.flatMap((seed) =>
    scenarios.flatMap(({ name: scenario, agents }) =>
      difficulties.flatMap((difficulty) =>
        players.map(
          (player, index): ScenarioMatch => ({
            kind: 'scenario',
            id: `${scenario}-${difficulty}-s${seed}-p${index + 1}`,
            lineup: Array.from({ length: agents }, () => player),
            ...{ seed, scenario, difficulty, config },
          }),
        ),
      ),
    ),
  );
}

/** The agent on a place of the lineup. A contestant that has several has an agent for each. */
export function seatAgentId({ lineup }: Pick<MatchPlan, 'lineup'>, place: number): string {
  const contestant = lineup[place] ?? '';
  const id = agentIdOf(contestant);
  const isAlone = lineup.indexOf(contestant) === lineup.lastIndexOf(contestant);
  return isAlone ? id : `${id.slice(0, 61)}-${place + 1}`;
}

/** Whether the same match has the same result again: bots and AIs decide alike, models do not. */
export function isRepeatable({ lineup }: Pick<MatchPlan, 'lineup'>): boolean {
  return lineup.every((name) => contestantOf(name).kind !== 'model');
}

function rotated<T>(list: readonly T[], by: number): readonly T[] {
  const at = by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}

/** The fields of game_config with which the game of a match is made. */
export function gameConfigOf(plan: MatchPlan): object {
  const { seed, config } = plan;
  // A generated ruleset is another one for each seed; others do not read it.
  const seeds = { game: seed, map: seed, ...(config.ruleset === 'generated' && { ruleset: seed }) };
  const own = { sealed: true, ...config, seeds, turn_time_limit: 0 };
  if (plan.kind === 'scenario') return { ...own, scenario: plan.scenario, difficulty: plan.difficulty };
  const places = plan.lineup.map((name) => {
    const contestant = contestantOf(name);
    return contestant.kind === 'ai' ? contestant.skill : 'agent';
  });
  return {
    ...own,
    lineup: places,
    players: places.length,
    min_agents: places.filter((place) => place === 'agent').length,
    end_turn: plan.turns,
  };
}
