import { availableParallelism } from 'node:os';
import { type Estimate, estimate, meanOf } from '../arena/statistics/estimate.js';
import type { Fact } from '../bots/bot.js';
import { type ComparedGame, playMatch } from './match.js';
import { PLAYERS } from './players.js';

/** What is compared. */
export interface SeriesOptions {
  readonly seeds: readonly number[];
  readonly turns: number;
  readonly players: readonly string[];
  readonly ruleset: string;
  readonly level: string;
  /** Facts that are taken away from every player, one after the other, besides the series with all of them. */
  readonly without: readonly Fact[];
  /** AIs in each game. */
  readonly ais: number;
}

/** A game of one player. */
export interface PlayedMatch {
  readonly player: string;
  /** The fact that was taken away. */
  readonly without: Fact | undefined;
  readonly seed: number;
  /** By turn, for the turns that are compared. */
  readonly scores: Readonly<Record<number, { readonly own: number; readonly ais: readonly number[] }>>;
  readonly cities: number;
  readonly citizens: number;
  readonly techs: number;
  readonly refused: readonly string[];
  readonly seconds: number;
}

/** Scores are compared here, as far as games last, and at their end. */
const MIDDLE_TURN = 50;

/** The turns at which scores are compared. */
export function comparedTurns(turns: number): readonly number[] {
  return turns > MIDDLE_TURN ? [MIDDLE_TURN, turns] : [turns];
}

/** Plays all games, as many at once as there are cores; reports each as it ends. */
export async function playSeries(
  options: SeriesOptions,
  onMatch: (match: PlayedMatch) => void,
): Promise<readonly PlayedMatch[]> {
  const waiting = options.players.flatMap((player) =>
    [undefined, ...options.without].flatMap((without) =>
      options.seeds.map((seed) => ({ player, without, seed })),
    ),
  );
  const played: PlayedMatch[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const match = await playOne(options, next);
      played.push(match);
      onMatch(match);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return played;
}

async function playOne(
  { turns, ruleset, level, ais }: SeriesOptions,
  { player, without, seed }: Pick<PlayedMatch, 'player' | 'without' | 'seed'>,
): Promise<PlayedMatch> {
  const make = PLAYERS[player];
  if (make === undefined) throw new Error(`There is no player ${player}: ${Object.keys(PLAYERS).join(', ')}`);
  const began = performance.now();
  const taken = new Set(without === undefined ? [] : [without]);
  const result: ComparedGame = await playMatch(make, {
    seed,
    turns,
    players: ais + 1,
    ruleset,
    level,
    without: taken,
  });
  const { cities, citizens, techs, refused } = result;
  return {
    ...{ player, without, seed, cities, citizens, techs, refused },
    scores: Object.fromEntries(comparedTurns(turns).map((turn) => [turn, result.scoresAt(turn)])),
    seconds: Math.round((performance.now() - began) / 1000),
  };
}

/** What a player scored at a turn, over all seeds. */
export interface Summary {
  readonly player: string;
  readonly without: Fact | undefined;
  readonly turn: number;
  readonly own: Estimate;
  /** The mean of the AIs of each game. */
  readonly ais: Estimate;
  /** How much more than the mean AI of the same game. */
  readonly lead: Estimate;
  /** In how many games it had more points than the best AI. */
  readonly ahead: number;
  /** How much more the same player scores in the same games with the fact; undefined where nothing is taken away. */
  readonly worth: Estimate | undefined;
}

/** The figures of a series, in the order of players and facts. */
export function summaries(
  { players, without, turns }: SeriesOptions,
  played: readonly PlayedMatch[],
): readonly Summary[] {
  return players.flatMap((player) =>
    [undefined, ...without].flatMap((fact) =>
      comparedTurns(turns).flatMap((turn) => {
        const matches = played.filter((one) => one.player === player && one.without === fact);
        return matches.length === 0 ? [] : [summary(matches, played, turn)];
      }),
    ),
  );
}

function summary(matches: readonly PlayedMatch[], played: readonly PlayedMatch[], turn: number): Summary {
  const [{ player, without } = { player: '', without: undefined }] = matches;
  const whole = new Map(
    played
      .filter((one) => one.player === player && one.without === undefined)
      .map((one) => [one.seed, ownScore(one, turn)]),
  );
  const means = matches.map((one) => meanOf(one.scores[turn]?.ais ?? []));
  return {
    ...{ player, without, turn },
    own: estimate(matches.map((one) => ownScore(one, turn))),
    ais: estimate(means),
    lead: estimate(matches.map((one, index) => ownScore(one, turn) - (means[index] ?? 0))),
    ahead: matches.filter((one) => ownScore(one, turn) > Math.max(...(one.scores[turn]?.ais ?? []))).length,
    worth:
      without === undefined
        ? undefined
        : estimate(matches.map((one) => (whole.get(one.seed) ?? 0) - ownScore(one, turn))),
  };
}

function ownScore({ scores }: PlayedMatch, turn: number): number {
  return scores[turn]?.own ?? 0;
}
