import type { World } from '../../world/world.js';
import { livingPlayers, type Player, type Research, researchOf } from '../lookup/players.js';
import { stepsTo, techState } from '../lookup/research.js';
import type { Tristate } from '../lookup/tristate.js';
import { effectTotal } from '../requirements/effects.js';
import { knowsTech } from '../requirements/player-questions.js';
import { hasEmbassy } from '../requirements/requirements.js';

/** A cost in bulbs. `certain` is false when tech leakage depends on players whose techs this seat does not see. */
export interface TechCost {
  readonly bulbs: number;
  readonly certain: boolean;
}

/** What a tech costs those who share a research, in bulbs (`research_total_bulbs_required`). 0 when it is known. */
export function techCost(world: World, research: Research, tech: number): TechCost {
  if (techState(research, tech) === 'known') return { bulbs: 0, certain: true };
  return techCostAfter(world, research, tech, research.techsResearched);
}

/** What a tech costs those who share a research, in bulbs, as if they did not know it. */
export function techPrice(world: World, research: Research, tech: number): number {
  return techCostAfter(world, research, tech, research.techsResearched).bulbs;
}

/** Bulbs up to a goal (`research_goal_bulbs_required`) less those researched; undefined: it cannot be reached. */
export function goalCost(world: World, research: Research, goal: number): TechCost | undefined {
  const steps = stepsTo(world, research, goal);
  if (steps === undefined) return undefined;
  const costs = steps.map((tech, index) =>
    techCostAfter(world, research, tech, research.techsResearched + index),
  );
  const bulbs = costs.reduce((sum, cost) => sum + cost.bulbs, 0) - research.bulbsResearched;
  return { bulbs: Math.max(0, bulbs), certain: costs.every((cost) => cost.certain) };
}

function techCostAfter(world: World, research: Research, tech: number, techsKnown: number): TechCost {
  const { game } = world;
  const ruling = world.ruleset.techs.get(tech);
  const members = livingPlayers(world).filter(
    (player) => researchOf(world, player.playerno)?.id === research.id,
  );
  if (game === undefined || ruling === undefined || members.length === 0) return { bulbs: 0, certain: false };
  const base = game.techCostStyle === 'TECH_COST_CIV1CIV2' ? game.baseTechCost * techsKnown : ruling.cost;
  const factors = members.map(({ playerno }) =>
    effectTotal(world, 'EFT_TECH_COST_FACTOR', { player: playerno }),
  );
  const scaled = average(factors.map(({ value }) => base * value));
  const leak = leakage(world, research, tech, members);
  const leaked = Math.max(0, scaled - (scaled * leak.players * game.techLeakPct) / leak.of / 100);
  const handicapped = average(
    members.map((player) => (player.flags.has('PLRF_AI') ? (leaked * player.scienceCost) / 100 : leaked)),
  );
  return {
    bulbs: Math.trunc(Math.max(1, (handicapped * game.sciencebox) / 100)),
    certain: leak.certain && factors.every(({ certain }) => certain),
  };
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

interface Leak {
  /** The number of players whose knowledge makes the tech cheaper, and the number of all players. */
  readonly players: number;
  readonly of: number;
  readonly certain: boolean;
}

function leakage(world: World, research: Research, tech: number, members: readonly Player[]): Leak {
  const style = world.game?.techLeakage;
  if (style === undefined || style === 'TECH_LEAKAGE_NONE') return { players: 0, of: 1, certain: true };
  const players = livingPlayers(world).filter(
    (player) => style !== 'TECH_LEAKAGE_NO_BARBS' || player.barbarianType === 'NOT_A_BARBARIAN',
  );
  const leaks = players.map((player): Tristate => {
    if (researchOf(world, player.playerno)?.id === research.id) return false;
    if (style !== 'TECH_LEAKAGE_EMBASSIES') return knowsTech(world, player.playerno, tech);
    const embassy = members.some((member) => hasEmbassy(world, member.playerno, player.playerno) === true);
    return embassy && knowsTech(world, player.playerno, tech);
  });
  const count = leaks.filter((leak) => leak === true).length;
  return { players: count, of: players.length, certain: !leaks.includes('unknown') };
}
