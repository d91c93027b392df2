import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result } from '#shared/core/result.js';
import { type ArenaRun, type PlayedArena, runArena } from './arena.js';
import { type ArenaOptions, planMatches } from './plan/match-plan.js';
import type { MatchResult } from './play/match-result.js';
import { estimateText } from './statistics/estimate.js';
import { scoreDifferences } from './statistics/score-difference.js';

/** One of the two arenas of a chain, and its folder. */
interface ChainArm {
  readonly folder: string;
  readonly played: PlayedArena;
}

/** A chain as it was played with lessons and without. */
export interface PlayedChain {
  readonly withLessons: ChainArm;
  readonly without: ChainArm;
}

/**
 * Plays the same games twice, one after the other: in one arena models keep lessons from game to game, in the other they do not.
 * The failure is a text for the user. Rejects with the reason of the signal.
 */
export async function playChain(run: ArenaRun): Promise<Result<PlayedChain, string>> {
  const withLessons = await playArm(run, true);
  if (!withLessons.ok) return withLessons;
  const without = await playArm(run, false);
  return without.ok ? ok({ withLessons: withLessons.value, without: without.value }) : without;
}

async function playArm(run: ArenaRun, lessons: boolean): Promise<Result<ChainArm, string>> {
  const { options, out } = run;
  const chain = options.chain === null ? null : { ...options.chain, lessons };
  const folder = join(out, lessons ? 'with-lessons' : 'without');
  // What a game teaches is there when the next one begins.
  const played = await runArena({ ...run, options: { ...options, chain }, out: folder, parallel: 1 });
  return played.ok ? ok({ folder, played: played.value }) : played;
}

/**
 * Writes what lessons changed, and says it in lines. The first game of each chain is left out of the difference: nothing was
 * learned before it.
 */
export async function reportChain(
  file: string,
  withLessons: readonly MatchResult[],
  without: readonly MatchResult[],
  options: ArenaOptions,
): Promise<readonly string[]> {
  const places = placesOf(options);
  const isModel = ({ contestant }: { readonly contestant: string }) => contestant.startsWith('llm:');
  const ofPlaces = (wanted: (place: number) => boolean) => {
    const isWanted = ({ match }: MatchResult) => wanted(places.get(match) ?? 1);
    return scoreDifferences(withLessons.filter(isWanted), without.filter(isWanted)).filter(isModel);
  };
  const later = ofPlaces((place) => place > 1);
  const byPlace = [...new Set(places.values())].map((place) => ({
    place,
    players: ofPlaces((one) => one === place).map(({ contestant, first, second, difference }) => ({
      ...{ player: contestant, with_lessons: first, without: second, seeds: difference.count },
    })),
  }));
  const players = later.map(({ contestant, first, second, difference: { mean, margin, count } }) => ({
    ...{ player: contestant, with_lessons: first, without: second },
    // JSON has no infinity: the interval of a single seed is not known.
    difference: { mean, margin: Number.isFinite(margin) ? margin : null, seeds: count },
  }));
  await writeFile(
    file,
    `${JSON.stringify({ format: 'freeciv-arena-chain', version: 1, players, by_place: byPlace }, null, 2)}\n`,
  );
  if (later.length === 0)
    return ['No game after the first counts in both arenas: nothing can be said of lessons'];
  return later.map(
    ({ contestant, first, second, difference }) =>
      `${contestant}: score ${first.toFixed(1)} with lessons, ${second.toFixed(1)} without, difference ` +
      `${estimateText(difference)} (${difference.count} seeds, from the second game on)`,
  );
}

/** The place of each match in its chain, from 1. */
function placesOf(options: ArenaOptions): ReadonlyMap<string, number> {
  const length = options.chain?.length ?? 1;
  return new Map(planMatches(options).map(({ id }, at) => [id, (at % length) + 1]));
}
