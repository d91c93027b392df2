import { allTechs, ownResearch, stepsTo, type Tech } from '../../../proxy/rules/lookup/research.js';
import { supposeTechs } from '../../../proxy/rules/lookup/supposed-world.js';
import { techCost } from '../../../proxy/rules/players/tech-cost.js';
import type { World } from '../../../proxy/world/world.js';

/** A technology that brings another one to who learns it first. */
export interface FreeTech {
  /** What is brought as the research is set now; undefined where chance decides. */
  readonly gift: Tech | undefined;
  /** The dearest that could be brought, which the goal decides; undefined where the goal does not. */
  readonly dearest: Tech | undefined;
}

/** Whether a technology brings the first player that learns it another one, and no player knows it yet (`TF_BONUS_TECH`). */
export function bringsFreeTech({ ruleset, game }: World, tech: number): boolean {
  return game?.globalAdvances[tech] === false && ruleset.techs.get(tech)?.flags.has('TF_BONUS_TECH') === true;
}

/**
 * What learning a technology first would bring the seat (`give_immediate_free_tech`): by the ruleset the cheapest one, one by
 * chance, or the next one on the way to the goal. Undefined where it brings nothing.
 */
export function freeTechOf(world: World, tech: number): FreeTech | undefined {
  const research = ownResearch(world);
  const { player } = world.seat;
  if (research === undefined || player === undefined || !bringsFreeTech(world, tech)) return undefined;
  const then = supposeTechs(world, player, stepsTo(world, research, tech) ?? []);
  const known = ownResearch(then) ?? research;
  const cost = ({ id }: Tech) => techCost(then, known, id).bulbs;
  const open = allTechs(then)
    .filter(({ id }) => stepsTo(then, known, id)?.length === 1)
    .sort((a, b) => cost(a) - cost(b));
  switch (world.game?.freeTechMethod) {
    case 'FTM_CHEAPEST':
      return { gift: open[0], dearest: undefined };
    case 'FTM_GOAL': {
      const [next] = stepsTo(then, known, research.techGoal) ?? [];
      return { gift: next === undefined ? undefined : world.ruleset.techs.get(next), dearest: open.at(-1) };
    }
    default:
      return { gift: undefined, dearest: undefined };
  }
}
