import type { ResearchView } from '#shared/protocol/state/nation.js';
import { wireNameOf } from '../../rules/lookup/names.js';
import type { Research } from '../../rules/lookup/players.js';
import { bulbsPerTurn, techState, turnsForBulbs } from '../../rules/lookup/research.js';
import { techCost } from '../../rules/players/tech-cost.js';
import type { World } from '../../world/world.js';

/** What `inventions` says of a tech, one character each. */
const KNOWN = '2';
const REACHABLE = '1';
/** Number that means the techs after the last one. */
const FUTURE_TECH = 201;
/** Number 0 is not a tech. */
const NO_TECH = 0;

/** The number that a player's research is kept under: its own, or its team's where that is pooled. */
export function researchNumber(world: World, player: number): number {
  if (world.game?.teamPooledResearch !== true) return player;
  return world.players.get(player)?.team ?? player;
}

/** Tech upkeep, which the players who share a research pay, is taken off. */
export function researchView(world: World, research: Research): ResearchView {
  const { researchingCost: told, bulbsResearched: bulbs } = research;
  const researching = researchedTech(world, research);
  // In the moment after a tech is learned the server tells no cost of the next one.
  const cost = told > 0 ? told : techCost(world, research, research.researching).bulbs;
  const turns = researching === null ? undefined : turnsForBulbs(world, research, cost - bulbs);
  return {
    researching,
    bulbs,
    cost: researching === null ? null : cost,
    bulbs_per_turn: bulbsPerTurn(world, research),
    turns: turns === undefined ? null : Math.max(1, turns),
    goal: techName(world, research.techGoal),
    available: techsIn(world, research, REACHABLE),
  };
}

/**
 * The rule name of the technology under research; null for none. One that is known, from a hut or a treaty, counts as
 * none, although the server names it until another is chosen.
 */
export function researchedTech(world: World, research: Research): string | null {
  return techState(research, research.researching) === 'known' ? null : techName(world, research.researching);
}

/** Technologies that the research has, by rule name. */
export function knownTechs(world: World, research: Research): readonly string[] {
  return techsIn(world, research, KNOWN);
}

/** The number of `knownTechs`. */
export function countKnownTechs(world: World, { inventions }: Research): number {
  let count = 0;
  for (const id of world.ruleset.techs.keys()) if (id !== NO_TECH && inventions[id] === KNOWN) count += 1;
  return count;
}

/** The rule name of a technology; `future_tech` behind the last one (freeciv: A_FUTURE), null for none (A_NONE, A_UNSET). */
export function techName(world: World, tech: number): string | null {
  if (tech === FUTURE_TECH) return 'future_tech';
  return tech === NO_TECH ? null : wireNameOf(world.ruleset.techs.get(tech));
}

function techsIn(world: World, research: Research, state: string): readonly string[] {
  const names: string[] = [];
  for (const id of world.ruleset.techs.keys()) {
    const name = research.inventions[id] === state ? techName(world, id) : null;
    if (name !== null) names.push(name);
  }
  return names;
}
