import type { Unit } from '../../../proxy/world/unit.js';
import type { ReachedTurns } from '../rules/kept-reach.js';
import { worthAfterWay } from './free-sites.js';
import type { Candidate, SitePool } from './site-pool.js';

/** Where each founder can be. */
export type FounderReach = ReadonlyMap<Unit, ReachedTurns>;

/** Other first choices that are tried when not every founder gets a site. */
const MAX_RETRIES = 8;

/** A founder and a place that it can reach. */
export interface Journey {
  readonly founder: Unit;
  readonly candidate: Candidate;
  readonly turns: number;
  /** Of what the city makes, when the turns of the way are lost to it. */
  readonly worth: number;
}

/**
 * A place for each founder: always the best pair of a founder and a place it can reach. Where a founder goes without,
 * other first choices are tried: two founders on a small shore each want the middle of it.
 */
export function assignJourneys(pool: SitePool, reach: FounderReach, turns: number): readonly Journey[] {
  const most = [...reach.values()].filter((one) =>
    pool.candidates().some(({ tile }) => one.has(tile)),
  ).length;
  let best = assignedAfter(pool.copy(), reach, turns, undefined);
  if (best.length >= most) return best;
  const firsts = journeysIn(pool, reach, turns).sort((a, b) => b.worth - a.worth);
  for (const first of firsts.slice(1, MAX_RETRIES)) {
    const other = assignedAfter(pool.copy(), reach, turns, first);
    if (other.length > best.length) best = other;
  }
  return best;
}

function assignedAfter(
  pool: SitePool,
  reach: FounderReach,
  turns: number,
  first: Journey | undefined,
): readonly Journey[] {
  const waiting = new Map(reach);
  const chosen: Journey[] = [];
  let next = first ?? bestOf(journeysIn(pool, waiting, turns));
  while (next !== undefined) {
    chosen.push(next);
    waiting.delete(next.founder);
    pool.take(next.candidate);
    next = bestOf(journeysIn(pool, waiting, turns));
  }
  return chosen;
}

function journeysIn(pool: SitePool, reach: FounderReach, turns: number): Journey[] {
  const candidates = pool.candidates();
  return [...reach].flatMap(([founder, tiles]) =>
    candidates.flatMap((candidate) => {
      const away = tiles.get(candidate.tile);
      if (away === undefined) return [];
      return [{ founder, candidate, turns: away, worth: worthAfterWay(candidate, turns, away) }];
    }),
  );
}

function bestOf<T extends { readonly worth: number }>(journeys: readonly T[]): T | undefined {
  return journeys.reduce<T | undefined>(
    (best, one) => (best === undefined || one.worth > best.worth ? one : best),
    undefined,
  );
}
