import type { World } from '../../world/world.js';
import { granarySize } from '../cities/growth.js';
import { type Improvement, isGreatWonder } from '../lookup/cities.js';
import { turnsLeft } from '../lookup/game-length.js';
import { inputsBesidesPlaces } from '../lookup/position-inputs.js';
import { ownResearch, researchableTechs } from '../lookup/research.js';
import { VersionCache } from '../lookup/version-cache.js';
import { canPlayerBuildImprovement } from '../production/buildable.js';
import { isObsolete } from '../requirements/requirements.js';
import { techCost } from './tech-cost.js';

/** Points of score of the server's own count (`get_civ_score`). */
export const SCORE_POINTS = { citizen: 1, tech: 2, wonder: 5, unitBuilt: 0.1 } as const;

/** What one of each output is worth in points of score. */
export interface OutputWorth {
  readonly food: number;
  readonly shields: number;
  readonly gold: number;
  readonly bulbs: number;
}

/** The citizens of a city whose granary is taken for what a citizen costs. */
const TYPICAL_SIZE = 2;
/** Gold for a shield, between the price of a building and that of a wonder. */
const GOLD_PER_SHIELD = 3;
/** A technology is worth more than its own points: it opens others and what can be built. */
const TECH_FACTOR = 1.5;

/** Gold that pays for the most expensive things at once. Gold above it waits for something to buy. */
const AMPLE_TREASURY = 1000;
/** Gold that comes in this many turns before the last two buys less and less, and nothing after them. */
const LAST_PURCHASES = { turns: 12, end: 2 } as const;

const kept = new VersionCache<OutputWorth>(
  (world) => world,
  worthOf,
  (world) => [turnsLeft(world), ...inputsBesidesPlaces(world)],
);

/** Points of score of one of each output at this game's prices: citizens, great wonders, technologies; gold buys shields. */
export function outputWorth(world: World): OutputWorth {
  return kept.of(world);
}

function worthOf(world: World): OutputWorth {
  const { game } = world;
  const granary = game === undefined ? 1 : granarySize(game, TYPICAL_SIZE);
  const shields = SCORE_POINTS.wonder / wonderPrice(world);
  return {
    food: SCORE_POINTS.citizen / granary,
    shields,
    gold: (shields / GOLD_PER_SHIELD) * shareOfMoreGold(world) * shareInTime(world),
    bulbs: (TECH_FACTOR * SCORE_POINTS.tech) / nextTechCost(world),
  };
}

/** The share of its worth that additional gold keeps: one half from an ample treasury on, and half of that at each doubling of the treasury. */
function shareOfMoreGold({ players, seat }: World): number {
  const gold = players.get(seat.player ?? -1)?.gold ?? 0;
  const doublings = Math.floor(Math.log2(Math.max(1, gold) / AMPLE_TREASURY)) + 1;
  return 2 ** -Math.max(0, doublings);
}

/** The share of its worth that gold keeps towards the end of the game. */
function shareInTime(world: World): number {
  return Math.min(1, Math.max(0, turnsLeft(world) - LAST_PURCHASES.end) / LAST_PURCHASES.turns);
}

/** Shields of the cheapest great wonder that the seat can build and that is not obsolete. Where there is none, of the cheapest unbuilt one. */
function wonderPrice(world: World): number {
  const { game, players, ruleset, seat } = world;
  const player = seat.player ?? -1;
  const isOpen = (one: Improvement) =>
    !players.has(game?.greatWonderOwners[one.id] ?? -1) && isObsolete(world, one, { player }) !== true;
  const open = [...ruleset.improvements.values()].filter((one) => isGreatWonder(one) && isOpen(one));
  const mine = open.filter((one) => canPlayerBuildImprovement(world, player, one) === true);
  const costs = (mine.length > 0 ? mine : open).map(({ buildCost }) => buildCost);
  return Math.max(1, (Math.min(...costs) * (game?.shieldbox ?? 100)) / 100);
}

/** Bulbs that a technology costs of those that may be researched, on average. */
function nextTechCost(world: World): number {
  const research = ownResearch(world);
  const costs =
    research === undefined
      ? []
      : researchableTechs(world).map(({ id }) => techCost(world, research, id).bulbs);
  if (costs.length === 0) return Number.POSITIVE_INFINITY;
  return Math.max(1, costs.reduce((sum, cost) => sum + cost, 0) / costs.length);
}
