import { turnsLeft } from '../../../proxy/rules/lookup/game-length.js';
import { inputsBesidesPlaces } from '../../../proxy/rules/lookup/position-inputs.js';
import { VersionCache } from '../../../proxy/rules/lookup/version-cache.js';
import { moverOf } from '../../../proxy/rules/movement/mover.js';
import type { Unit } from '../../../proxy/world/unit.js';
import type { World } from '../../../proxy/world/world.js';
import { keptReach, type ReachedTurns } from '../rules/kept-reach.js';
import { landChanges } from '../rules/known-lands.js';
import { type Situation, situationOf } from '../situation.js';
import { assignJourneys, type FounderReach } from './founder-journeys.js';
import { keptFreeSites } from './free-sites.js';
import { type Candidate, SitePool } from './site-pool.js';
import { allFounders, freePlaces, idleFounders } from './sites.js';

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
/** Worth that counts one in the score of a site. */
const WORTH_PER_POINT = 10;

/** In the last turn no city is worth founding. */
const NO_SITES: SettlingOutlook = { sites: [], plan: new Map(), left: 0 };

const kept = new VersionCache<SettlingOutlook>((world) => world, outlookOf, inputsOf);

/** The sites for cities, and the site of each idle founder. Computed anew where something that they depend on has changed. */
export function settlingOutlook({ world }: Situation): SettlingOutlook {
  return kept.of(world);
}

/** The site for each idle founder, by unit id: nothing is computed where there is no such unit. */
export function foundersSites(situation: Situation): ReadonlyMap<number, Site> {
  return idleFounders(situation).length === 0 ? NO_SITES.plan : settlingOutlook(situation).plan;
}

function outlookOf(world: World): SettlingOutlook {
  const situation = situationOf(world);
  if (forecastTurns(world) === 0) return { ...NO_SITES };
  return outlookFor(situation, reachOf(situation, idleFounders(situation)));
}

/** What the outlook depends on. Units that are neither founders nor enemies count where they close the way of a founder. */
function inputsOf(world: World): readonly unknown[] {
  const situation = situationOf(world);
  const founders = allFounders(situation);
  const reach = reachOf(situation, idleFounders(situation));
  const units = [founders.length, ...founders, ...reach.values(), ...situation.enemies];
  return [...inputsBesidesPlaces(world), landChanges(world), turnsLeft(world), ...units];
}

/** The best site for one founder, idle or not: a tile index; undefined when it can reach none. */
export function bestSiteFor(world: World, unit: Unit): number | undefined {
  const situation = situationOf(world);
  const others = idleFounders(situation).filter(({ id }) => id !== unit.id);
  if (forecastTurns(world) === 0) return undefined;
  return outlookFor(situation, reachOf(situation, [unit, ...others])).plan.get(unit.id)?.tile;
}

function outlookFor(situation: Situation, reach: FounderReach): SettlingOutlook {
  const turns = forecastTurns(situation.world);
  const pool = SitePool.of(situation, freePlaces(situation, [...reach.keys()]), turns);
  const journeys = assignJourneys(pool, reach, turns);
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

function reachOf({ world }: Situation, founders: readonly Unit[]): FounderReach {
  const ofFounder = (unit: Unit) => {
    const mover = moverOf(world, unit);
    return mover === undefined ? NOWHERE : keptReach(world, mover, REACH);
  };
  return new Map(founders.map((unit) => [unit, ofFounder(unit)]));
}

/** Turns of a new city that are looked at: 30, or those that are left of the game. */
export function forecastTurns(world: World): number {
  return Math.max(0, Math.min(FORECAST_TURNS, turnsLeft(world)));
}

function score({ city }: Candidate): number {
  return Math.round((city.worthAfter.at(-1) ?? 0) / WORTH_PER_POINT);
}
