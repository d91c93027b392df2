import { z } from 'zod';
import { agentIdFrom } from '#shared/protocol/envelope.js';
import type { Difficulty } from '#shared/protocol/scenario.js';
import type { Immutable } from '#shared/protocol/state/common.js';
import { contestantOf } from './contestant.js';
import { scenarioChoiceSchema } from './scenario-choice.js';

/** Games that are played in a row, each on another map. */
const chainSchema = z.strictObject({
  length: z.int().min(2).max(100).describe('Games in a row'),
  lessons: z.boolean().describe('Whether models keep lessons from game to game'),
});

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
  chain: chainSchema
    .nullable()
    .default(null)
    .describe('Games in a row; null for games that have nothing to do with each other'),
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
  /** The lessons that models keep from game to game; absent where they keep none. */
  readonly memory?: { readonly name: string; readonly isNew: boolean };
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
  const { scenarios, chain, games } = options;
  if (scenarios !== null) return planScenarios(options, scenarios).slice(0, games ?? undefined);
  const matches = planGames(options).slice(0, games ?? undefined);
  return chain?.lessons === true ? withMemory(matches, chain.length) : matches;
}

/**
 * On each seed every contestant has each place once. Where more are to play than have room in a game, seeds take turns with
 * those who play. In a chain each seed is played once, from another place than the one before: nobody remembers a map.
 */
function planGames(options: ArenaOptions): readonly GameMatch[] {
  const { players, perGame, seeds, turns, config, chain } = options;
  const places = Math.min(perGame, players.length);
  const rounds = seeds.flatMap((seed, index) => {
    const first = firstOf(index, places, players.length);
    const chosen = Array.from({ length: places }, (_, at) => rotated(players, first)[at] ?? '');
    const rotations = [...chosen.keys()].filter((rotation) => chain === null || rotation === index % places);
    return rotations.map((rotation) => ({ seed, rotation, lineup: rotated(chosen, rotation) }));
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

/** So many games after each other have one memory. */
function withMemory(matches: readonly GameMatch[], length: number): readonly GameMatch[] {
  return matches.map((match, at) => ({
    ...match,
    memory: { name: `c${Math.floor(at / length) + 1}`, isNew: at % length === 0 },
  }));
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
export function seatAgentId(
  plan: Pick<GameMatch, 'lineup' | 'memory'> | ScenarioMatch,
  place: number,
): string {
  const { lineup } = plan;
  const contestant = lineup[place] ?? '';
  // Lessons belong to an agent: each chain has its own.
  const memory = 'memory' in plan ? plan.memory : undefined;
  const own = agentIdFrom(contestant);
  const id = memory === undefined ? own : `${own.slice(0, 56)}.${memory.name}`;
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
