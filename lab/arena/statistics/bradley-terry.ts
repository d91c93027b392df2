import { meanOf } from './estimate.js';

/** One comparison of two players. */
export interface Comparison {
  readonly first: string;
  readonly second: string;
  /** 1: the first was better, 0: the second, 0.5: a draw. Anything between is a part of a win. */
  readonly outcome: number;
  /** What it counts for: 1, or less where several comparisons of a game hang together. */
  readonly weight: number;
}

/** A rating in Elo points: 400 more are odds of ten to one. */
export interface Rating {
  readonly player: string;
  readonly points: number;
  /** The standard error by the curvature of the likelihood; 0 for a fixed rating. */
  readonly error: number;
  /** The same of the distance from each player, also from itself, where it is 0. */
  readonly distanceErrors: ReadonlyMap<string, number>;
  readonly isFixed: boolean;
}

/** How ratings are found. */
export interface RatingOptions {
  /** Ratings that are known: they stay, and the others are found beside them. */
  readonly fixed: ReadonlyMap<string, number>;
}

/** The rating of an unknown player. */
export const CENTRE_POINTS = 1000;
/** Every player gets a draw with an average player: so a player that has won all games has a rating too. */
const PRIOR_WEIGHT = 1;
const POINTS = 400 / Math.log(10);
const MAX_SWEEPS = 2000;
const SMALL_STEP = 1e-9;

/**
 * Ratings of greatest likelihood by the model of Bradley and Terry: the odds of two players are the quotient of their
 * strengths. The order of the games does not matter. Fixed ratings stay; without any, the mean is CENTRE_POINTS.
 */
export function rate(all: readonly Comparison[], { fixed }: RatingOptions): readonly Rating[] {
  const comparisons = joined(all);
  const players = [...new Set(comparisons.flatMap(({ first, second }) => [first, second]))].toSorted();
  const strengths = new Map(
    players.map((player) => [player, ((fixed.get(player) ?? CENTRE_POINTS) - CENTRE_POINTS) / POINTS]),
  );
  const free = players.filter((player) => !fixed.has(player));
  const games = new Map(free.map((player) => [player, gamesOf(player, comparisons)]));
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep += 1) {
    const steps = free.map((player) => improve(player, games.get(player) ?? [], strengths));
    if (Math.max(0, ...steps) < SMALL_STEP) break;
  }
  const isCentred = free.length === players.length;
  const covariance = covarianceOf({ free, comparisons, strengths, isCentred });
  const distanceErrors = (player: string) =>
    new Map(players.map((other) => [other, distanceError(covariance, player, other) * POINTS]));
  const points = (player: string) => (strengths.get(player) ?? 0) * POINTS;
  const shift = CENTRE_POINTS - (isCentred ? meanOf(players.map(points)) : 0);
  return players.map((player) => ({
    player,
    points: points(player) + shift,
    error: Math.sqrt(Math.max(0, covariance(player, player))) * POINTS,
    distanceErrors: distanceErrors(player),
    isFixed: fixed.has(player),
  }));
}

/** One comparison for each pair of players, which says the same to the model. */
function joined(comparisons: readonly Comparison[]): readonly Comparison[] {
  const pairs = new Map<string, Comparison>();
  for (const { first, second, outcome, weight } of comparisons) {
    const isSorted = first < second;
    const [one, other] = isSorted ? [first, second] : [second, first];
    const key = JSON.stringify([one, other]);
    const before = pairs.get(key);
    const total = (before?.weight ?? 0) + weight;
    const won = (before?.outcome ?? 0) * (before?.weight ?? 0) + (isSorted ? outcome : 1 - outcome) * weight;
    pairs.set(key, { first: one, second: other, outcome: won / total, weight: total });
  }
  return [...pairs.values()];
}

/** The chance that the first is better than the second, by their ratings. */
export function expectedOutcome(first: number, second: number): number {
  return chance((first - second) / POINTS);
}

interface Game {
  readonly other: string;
  readonly outcome: number;
  readonly weight: number;
}

function gamesOf(player: string, comparisons: readonly Comparison[]): readonly Game[] {
  return comparisons.flatMap(({ first, second, outcome, weight }) => {
    if (first === player) return [{ other: second, outcome, weight }];
    return second === player ? [{ other: first, outcome: 1 - outcome, weight }] : [];
  });
}

/** One step of Newton's method for one strength, as the likelihood is concave in each; how far it went. */
function improve(player: string, games: readonly Game[], strengths: Map<string, number>): number {
  const own = strengths.get(player) ?? 0;
  const prior = chance(own);
  let slope = PRIOR_WEIGHT * (0.5 - prior);
  let curvature = PRIOR_WEIGHT * prior * (1 - prior);
  for (const { other, outcome, weight } of games) {
    const expected = chance(own - (strengths.get(other) ?? 0));
    slope += weight * (outcome - expected);
    curvature += weight * expected * (1 - expected);
  }
  // Far from the top the parabola is too flat: half a unit at a time does not leap over it.
  const step = Math.max(-0.5, Math.min(0.5, slope / curvature));
  strengths.set(player, own + step);
  return Math.abs(step);
}

function chance(difference: number): number {
  return 1 / (1 + Math.exp(-difference));
}

interface Fitted {
  readonly free: readonly string[];
  readonly comparisons: readonly Comparison[];
  readonly strengths: ReadonlyMap<string, number>;
  readonly isCentred: boolean;
}

/** The covariance of two strengths; 0 where one is fixed. */
type Covariance = (player: string, other: string) => number;

function distanceError(covariance: Covariance, one: string, other: string): number {
  return Math.sqrt(Math.max(0, covariance(one, one) + covariance(other, other) - 2 * covariance(one, other)));
}

/** From the inverse of the matrix of second derivatives; without fixed ratings of the distance from the mean. */
function covarianceOf({ free, comparisons, strengths, isCentred }: Fitted): Covariance {
  const index = new Map(free.map((player, at) => [player, at]));
  const information = free.map((player, row) => {
    const prior = chance(strengths.get(player) ?? 0);
    return free.map((_, column) => (row === column ? PRIOR_WEIGHT * prior * (1 - prior) : 0));
  });
  const add = (row: number | undefined, column: number | undefined, value: number) => {
    const cells = row === undefined ? undefined : information[row];
    if (cells !== undefined && column !== undefined) cells[column] = (cells[column] ?? 0) + value;
  };
  for (const { first, second, weight } of comparisons) {
    const expected = chance((strengths.get(first) ?? 0) - (strengths.get(second) ?? 0));
    const known = weight * expected * (1 - expected);
    const [a, b] = [index.get(first), index.get(second)];
    add(a, a, known);
    add(b, b, known);
    add(a, b, -known);
    add(b, a, -known);
  }
  const inverse = invert(information);
  const covariance = isCentred ? centred(inverse) : inverse;
  return (player, other) => covariance[index.get(player) ?? -1]?.[index.get(other) ?? -1] ?? 0;
}

/** The covariance of values less their mean: how high all of them are together is not asked. */
function centred(covariance: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const means = covariance.map((row) => meanOf(row));
  const all = meanOf(means);
  return covariance.map((row, at) =>
    row.map((value, column) => value - (means[at] ?? 0) - (means[column] ?? 0) + all),
  );
}

/** The inverse of a symmetric positive definite matrix, by Gauss and Jordan. */
function invert(matrix: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const size = matrix.length;
  const rows = matrix.map((row, at) => [...row, ...row.map((_, column) => (column === at ? 1 : 0))]);
  for (const [at, pivotRow] of rows.entries()) {
    const pivot = pivotRow[at] ?? 1;
    const scaled = pivotRow.map((value) => value / pivot);
    rows[at] = scaled;
    for (const [other, row] of rows.entries()) {
      const factor = row[at] ?? 0;
      if (other !== at) rows[other] = row.map((value, column) => value - factor * (scaled[column] ?? 0));
    }
  }
  return rows.map((row) => row.slice(size));
}
