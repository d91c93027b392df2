import type { PacketFields } from '../../freeciv/generated/packets.js';
import type { World } from '../../world/world.js';
import { type Player, type Research, researchOf } from './players.js';

/** A technology of the ruleset. */
export type Tech = PacketFields['ruleset_tech'];

/** The research the seat takes part in; undefined for an observer. */
export function ownResearch(world: World): Research | undefined {
  return world.seat.player === undefined ? undefined : researchOf(world, world.seat.player);
}

/** The state of a tech (`research_invention_state`): `inventions` has one character for each, by number. */
export function techState(research: Research, tech: number): 'unknown' | 'researchable' | 'known' {
  if (research.inventions[tech] === '2') return 'known';
  return research.inventions[tech] === '1' ? 'researchable' : 'unknown';
}

/** How many techs a research knows: `techs_researched` counts the tech "None" too, which every player knows. */
export function knownTechCount({ techsResearched }: Research): number {
  return Math.max(0, techsResearched - 1);
}

/** The numbers of all techs that are known to a research; empty without one. */
export function knownTechIds(research: Research | undefined): Set<number> {
  if (research === undefined) return new Set();
  const ids = Array.from(research.inventions, (_, tech) => tech);
  return new Set(ids.filter((tech) => techState(research, tech) === 'known'));
}

/** The techs the seat may research now, the one under way included, as the server takes player_research. */
export function researchableTechs(world: World): Tech[] {
  const research = ownResearch(world);
  if (research === undefined) return [];
  return [...world.ruleset.techs.values()].filter((tech) => techState(research, tech.id) === 'researchable');
}

/** Every tech of the ruleset. */
export function allTechs({ ruleset }: World): Tech[] {
  return [...ruleset.techs.values()];
}

/** Techs that may be a goal: not known and with a way to them, as the server takes player_tech_goal. */
export function possibleTechGoals(world: World): Tech[] {
  const research = ownResearch(world);
  if (research === undefined) return [];
  const isReachable = reachability(world, research);
  return [...world.ruleset.techs.values()].filter(
    ({ id }) => techState(research, id) !== 'known' && isReachable(id),
  );
}

/** Tells whether a goal can be reached (`research_invention_reachable`), visiting each tech once for all goals. */
export function reachability(world: World, research: Research): (goal: number) => boolean {
  const found = new Map<number, boolean>();
  const isReachableTech = (id: number): boolean => {
    if (techState(research, id) === 'known') return true;
    const tech = world.ruleset.techs.get(id);
    return (
      tech !== undefined && !tech.removed && tech.rootReq !== id && prerequisites(tech).every(isReachable)
    );
  };
  const isReachable = (id: number): boolean => {
    const before = found.get(id);
    if (before !== undefined) return before;
    // As in stepsTo, a tech that is being visited counts as reachable, which ends cycles.
    found.set(id, true);
    const has = isReachableTech(id);
    found.set(id, has);
    return has;
  };
  return isReachable;
}

/** The techs still to be researched for a goal in order, the goal last; undefined when there is no way to it. */
export function stepsTo(world: World, research: Research, goal: number): number[] | undefined {
  const steps: number[] = [];
  const seen = new Set<number>();
  const visit = (id: number): boolean => {
    if (seen.has(id) || techState(research, id) === 'known') return true;
    seen.add(id);
    const tech = world.ruleset.techs.get(id);
    if (tech === undefined || tech.removed || tech.rootReq === id) return false;
    if (!prerequisites(tech).every(visit)) return false;
    steps.push(id);
    return true;
  };
  return visit(goal) ? steps : undefined;
}

/** The techs that must be known for one, as the server sends them. */
export function prerequisites(tech: Tech): number[] {
  return tech.researchReqs
    .filter(({ type, present }) => type === 'VUT_ADVANCE' && present)
    .map(({ value }) => value);
}

/** Bulbs a turn after tech upkeep, at present rates; the server sends only the seat's own research. */
export function bulbsPerTurn(world: World, research: Research): number {
  const members = [...world.players.values()].filter(
    (player) => player.isAlive && researchOf(world, player.playerno)?.id === research.id,
  );
  const made = ownCitiesMake(world, members) ?? research.totalBulbsProd;
  return made - members.reduce((sum, player) => sum + player.techUpkeep, 0);
}

/** Number of the output that research uses (`O_SCIENCE`). */
const SCIENCE = 5;

/** Bulbs of the seat's cities, newer than its research packet. Undefined for a research of others or of a team. */
function ownCitiesMake({ cities, seat }: World, members: readonly Player[]): number | undefined {
  const [only, ...others] = members;
  if (only === undefined || only.playerno !== seat.player || others.length > 0) return undefined;
  const own = [...cities.values()].filter(({ owner }) => owner === only.playerno);
  return own.reduce((sum, { detail }) => sum + (detail?.prod[SCIENCE] ?? 0), 0);
}

/** Turns until this many bulbs have come in; undefined when they never will. */
export function turnsForBulbs(world: World, research: Research, bulbs: number): number | undefined {
  if (bulbs <= 0) return 0;
  const perTurn = bulbsPerTurn(world, research);
  return perTurn > 0 ? Math.ceil(bulbs / perTurn) : undefined;
}
