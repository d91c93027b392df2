import type { World } from '../../../proxy/world/world.js';
import type { Candidate, SitePool } from './site-pool.js';

const MAX_COUNTED = 20;
/** What is had a turn later is worth so much: a city that is founded sooner sends out settlers sooner. */
const WORTH_LATER = 0.96;

/** The free places of a world as they were, and the sites among them. */
interface KeptSites {
  readonly turns: number;
  readonly minDistance: number | undefined;
  readonly places: readonly Candidate[];
  readonly sites: readonly Candidate[];
}

const keptSites = new WeakMap<World['tiles'], KeptSites>();

/** `freeSites`, kept while the free places and the forecasts for them are the same: these hold all the land that sites have. */
export function keptFreeSites(world: World, pool: SitePool, turns: number): readonly Candidate[] {
  const known = keptSites.get(world.tiles);
  const places = pool.candidates();
  const minDistance = world.game?.citymindist;
  const isSame =
    known?.turns === turns && known.minDistance === minDistance && areSamePlaces(known.places, places);
  if (isSame) return known.sites;
  const sites = freeSites(pool, turns);
  keptSites.set(world.tiles, { turns, minDistance, places, sites });
  return sites;
}

function areSamePlaces(before: readonly Candidate[], now: readonly Candidate[]): boolean {
  return (
    before.length === now.length &&
    // A forecast belongs to one place.
    before.every(({ city, distance }, index) => {
      const other = now[index];
      return city === other?.city && distance === other.distance;
    })
  );
}

/** The sites that are left for founders to come, the best first; the way takes a turn a tile. */
function freeSites(pool: SitePool, turns: number): readonly Candidate[] {
  const chosen: Candidate[] = [];
  while (chosen.length < MAX_COUNTED) {
    const next = pool.best((candidate) => worthAfterWay(candidate, turns, candidate.distance));
    if (next === undefined) break;
    chosen.push(next);
    pool.take(next);
  }
  return chosen;
}

/** What is left of a city's first turns when those of the way are lost to it. */
export function worthAfterWay({ city }: Candidate, turns: number, away: number): number {
  return (city.worthAfter[Math.max(0, turns - away)] ?? 0) * WORTH_LATER ** away;
}
