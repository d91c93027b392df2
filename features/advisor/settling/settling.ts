import { turnsLeft } from '../../../proxy/rules/lookup/game-length.js';
import { VersionCache } from '../../../proxy/rules/lookup/version-cache.js';
import { moverOf } from '../../../proxy/rules/movement/mover.js';
import type { Unit } from '../../../proxy/world/unit.js';
import type { World } from '../../../proxy/world/world.js';
import { keptReach, type ReachedTurns } from '../rules/kept-reach.js';
import { type Situation, situationOf } from '../situation.js';
import { keptFreeSites, worthAfterWay } from './free-sites.js';
import { type Candidate, SitePool } from './site-pool.js';
import { freePlaces, idleFounders } from './sites.js';

/** A place for a city. */
export interface Site extends Candidate {
  /** The worth of what a city there makes in its first turns: comparable among sites. */
  readonly score: number;
  /** The idle founder that it is meant for and turn changes until that can found the city; undefined without one. */
  readonly founder: { readonly unitId: number; readonly turns: number } | undefined;
}

/** Where cities could be founded. */
export interface SettlingOutlook {
  /** The best sites, those for idle founders first; each leaves the others enough to live on. */
  readonly sites: readonly Site[];
  /** A site for each idle founder that can reach one, by unit id. */
  readonly plan: ReadonlyMap<number, Site>;
  /** How many cities have room within reach, `sites` included; counted to 20. */
  readonly left: number;
}

const FORECAST_TURNS = 30;
/** Sites beside those of founders. */
const MAX_FREE_SITES = 10;
/** How far founders are sent; a search over a whole continent takes too long. */
const REACH = { maxTurns: 12, maxLegs: 500 } as const;
/** The reach of a unit that is not known well enough. */
const NOWHERE: ReachedTurns = new Map();
/** Other first choices that are tried when not every founder gets a site. */
const MAX_RETRIES = 8;
/** Worth that counts one in the score of a site. */
const WORTH_PER_POINT = 10;

/** In the last turn no city is worth founding. */
const NO_SITES: SettlingOutlook = { sites: [], plan: new Map(), left: 0 };

const kept = new VersionCache<SettlingOutlook>((world) => world, outlookOf);

/** The sites for cities, and the site of each idle founder. Computed once for each version of a world. */
export function settlingOutlook({ world }: Situation): SettlingOutlook {
  return kept.of(world);
}

/** The site for each idle founder, by unit id: nothing is computed where there is no such unit. */
export function foundersSites(situation: Situation): ReadonlyMap<number, Site> {
  return idleFounders(situation).length === 0 ? NO_SITES.plan : settlingOutlook(situation).plan;
}

function outlookOf(world: World): SettlingOutlook {
  const situation = situationOf(world);
  return outlookFor(situation, idleFounders(situation));
}

/** The best site for one founder, idle or not: a tile index; undefined when it can reach none. */
export function bestSiteFor(world: World, unit: Unit): number | undefined {
  const situation = situationOf(world);
  const others = idleFounders(situation).filter(({ id }) => id !== unit.id);
  return outlookFor(situation, [unit, ...others]).plan.get(unit.id)?.tile;
}

function outlookFor(situation: Situation, founders: readonly Unit[]): SettlingOutlook {
  const turns = forecastTurns(situation.world);
  if (turns === 0) return NO_SITES;
  const pool = SitePool.of(situation, freePlaces(situation, founders), turns);
  const reach = new Map(founders.map((unit) => [unit, reachOfFounder(situation.world, unit)]));
  const journeys = assigned(pool, reach, turns);
  for (const { candidate } of journeys) pool.take(candidate);
  const free = keptFreeSites(situation.world, pool, turns);
  const plan = new Map(
    journeys.map(({ candidate, founder, turns: away }) => {
      const site: Site = {
        ...candidate,
        score: score(candidate),
        founder: { unitId: founder.id, turns: away },
      };
      return [founder.id, site];
    }),
  );
  const others = free.map((one): Site => ({ ...one, score: score(one), founder: undefined }));
  const sites = [...plan.values(), ...others.slice(0, MAX_FREE_SITES)];
  return { sites, plan, left: plan.size + free.length };
}

function reachOfFounder(world: World, unit: Unit): ReachedTurns {
  const mover = moverOf(world, unit);
  return mover === undefined ? NOWHERE : keptReach(world, mover, REACH);
}

/** Turns of a new city that are looked at: 30, or those that are left of the game. */
export function forecastTurns(world: World): number {
  return Math.max(0, Math.min(FORECAST_TURNS, turnsLeft(world)));
}

function score({ city }: Candidate): number {
  return Math.round((city.worthAfter.at(-1) ?? 0) / WORTH_PER_POINT);
}

type Reach = ReadonlyMap<Unit, ReachedTurns>;

/** A founder and a place that it can reach. */
interface Journey {
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
function assigned(pool: SitePool, reach: Reach, turns: number): readonly Journey[] {
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
  reach: Reach,
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

function journeysIn(pool: SitePool, reach: Reach, turns: number): Journey[] {
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
