import { isGreatWonder } from '../../../proxy/rules/lookup/cities.js';
import { turnsLeft } from '../../../proxy/rules/lookup/game-length.js';
import { type OutputWorth, outputWorth } from '../../../proxy/rules/players/output-worth.js';
import { buildCost } from '../../../proxy/rules/production/build-costs.js';
import { productionOf, type Target } from '../../../proxy/rules/production/target.js';
import { isWorkerType } from '../../../proxy/rules/units/action-enablers.js';
import type { City } from '../../../proxy/world/city.js';
import type { World } from '../../../proxy/world/world.js';
import { type SpaceRace, spaceRace } from '../rules/space-race.js';
import type { Site } from '../settling/settling.js';
import type { Situation } from '../situation.js';
import { isHelperTarget, landOf, type WonderProject, wonderProjects } from './wonder-help.js';

/** What the nation as a whole still wants; what one city is advised to build another need not. */
export interface NationNeeds {
  /** Places to settle without settlers on the way. */
  sites: readonly Site[];
  workers: number;
  /** Gold that nothing is bought for yet. */
  gold: number;
  /** City that builds it, by the number of the wonder. */
  readonly wondersUnderWay: Map<number, number>;
  /** Where units can help build wonders, by land mass. */
  readonly projects: ReadonlyMap<number, WonderProject>;
  /** Cities that enemies may reach. */
  readonly endangered: ReadonlySet<number>;
  /** What the spaceship still needs; undefined where no spaceship arrives in time. */
  readonly space: SpaceNeeds | undefined;
  /** As `turnsAhead` tells. */
  readonly turnsAhead: number;
  /** Points of score for one of each output. */
  readonly worth: OutputWorth;
}

/** What a nation still has to build for its spaceship. A part that one city is advised to build is taken off (`takePart`). */
export interface SpaceNeeds {
  readonly race: SpaceRace;
  /** Parts that no city builds yet, by the number of the improvement. */
  readonly parts: Map<number, number>;
}

/** Something a city could build, why, and what it is worth. */
export interface ProductionChoice {
  readonly target: Target;
  readonly why: string;
  /** Turns until it is built. For a wonder they include planned helpers, which `why` does not promise. */
  readonly turns: number;
  /** Gold that finishes it when it is begun; only where there is as much. */
  readonly price?: number;
  /** Turns until it could be there when it is bought: units wait for the citizens who leave with them. */
  readonly soonest: number;
  /** Points of score that it brings within `turnsAhead`. For a defence the points at stake times the probability of the loss. */
  readonly points: number;
  /** The part of `points` that the score itself will count, where `points` has more than that. */
  readonly counted?: number;
  /** Where settlers should found a city. */
  readonly site?: Site;
  /** Set for a unit that defends a city: it brings no points of score, but saves some. */
  readonly isDefence?: boolean;
  /** Set for a choice that comes before all others whatever their points: points change from turn to turn, and advice would too. */
  readonly isFirst?: boolean;
}

/** A city without an enemy near first finishes what takes at most this many turns, and then builds a guard. */
export const BRIEF_TURNS = 2;
/** Nothing is advised that takes more turns. */
export const MAX_BUILD_TURNS = 40;
/** Turns until something is finished that is begun now and bought in the next turn. */
export const TURNS_TO_BUY = 2;
/** Turns that advice looks ahead: how the game stands later is not foreseen. */
const MAX_TURNS_AHEAD = 50;
/** Cities for each that works the land. */
const CITIES_PER_WORKER = 2;

/** Turns that an advised thing may still bring something: those that are left of the game, at most 50. Negative after the last turn. */
export function turnsAhead(world: World): number {
  return Math.min(MAX_TURNS_AHEAD, turnsLeft(world));
}

/** What the nation lacks as things stand: free city sites and workers, and which cities are in danger. */
export function nationNeeds(
  situation: Situation,
  sites: readonly Site[],
  endangered: ReadonlySet<number>,
): NationNeeds {
  const { world, units, cities, player } = situation;
  const workers = units.filter((unit) => isWorkerType(world, unit.type));
  return {
    sites: sites.filter(({ founder }) => founder === undefined),
    workers: Math.ceil(cities.length / CITIES_PER_WORKER) - workers.length,
    gold: player?.gold ?? 0,
    wondersUnderWay: wondersUnderWay(situation),
    projects: wonderProjects(situation),
    endangered,
    space: spaceNeeds(world),
    turnsAhead: turnsAhead(world),
    worth: outputWorth(world),
  };
}

/** The needs of a spaceship that arrives in time; undefined where none does or nothing is missing. */
function spaceNeeds(world: World): SpaceNeeds | undefined {
  const race = spaceRace(world);
  if (race === undefined || !race.pays || race.shields === 0) return undefined;
  return { race, parts: new Map(race.lacking.map(({ part, count }) => [part.id, count])) };
}

/** Takes one part off the needs when a city is advised to build it. */
export function takePart({ parts }: SpaceNeeds, improvement: number): void {
  const left = parts.get(improvement);
  if (left !== undefined) parts.set(improvement, left - 1);
}

/** Takes what a city builds off what the nation needs. */
export function takeChoice(
  situation: Situation,
  city: City,
  { target, price = 0, site }: ProductionChoice,
  needs: NationNeeds,
): void {
  needs.gold -= price;
  const project = needs.projects.get(landOf(situation.world, city.tile));
  if (project !== undefined && isHelperTarget(situation.world, target))
    project.wanted -= buildCost(situation.world, target);
  if (target.kind === 'VUT_IMPROVEMENT') {
    if (needs.space !== undefined) takePart(needs.space, target.value);
    if (isGreatWonder(target.thing)) needs.wondersUnderWay.set(target.value, city.id);
  } else if (target.thing.popCost > 0) needs.sites = needs.sites.filter((one) => one !== site);
  else if (isWorkerType(situation.world, target.value)) needs.workers -= 1;
}

function wondersUnderWay({ world, cities }: Situation): Map<number, number> {
  const underWay = new Map<number, number>();
  for (const city of cities) {
    const made = productionOf(world, city);
    if (made?.kind === 'VUT_IMPROVEMENT' && isGreatWonder(made.thing)) underWay.set(made.value, city.id);
  }
  return underWay;
}

/** Whether a city builds something now. */
export function isBuilding({ detail }: City, { kind, value }: Target): boolean {
  return detail?.productionKind === kind && detail.productionValue === value;
}
