import type { World } from '../../world/world.js';
import {
  areAllied,
  areOnOneTeam,
  isInTouchWith,
  livingPlayers,
  type Player,
  researchOf,
  seesAllOf,
} from '../lookup/players.js';
import { knownTechCount, techState } from '../lookup/research.js';
import { anyOf, type Tristate } from '../lookup/tristate.js';
import type { Question, Requirement } from './requirement.js';
import { namesOneOf, requiredName } from './requirement-names.js';

/** Asks for one player within the range of `player` that `holds` accepts. */
export function anyPlayerInRange(
  world: World,
  requirement: Requirement,
  player: number | undefined,
  holds: (player: Player) => Tristate,
): Tristate | undefined {
  if (player === undefined) return undefined;
  if (requirement.range === 'REQ_RANGE_PLAYER') {
    const itself = world.players.get(player);
    return itself === undefined ? 'unknown' : holds(itself);
  }
  return anyOf(livingPlayers(world), (other) => {
    const inRange = isInRange(world, requirement, player, other.playerno);
    if (inRange === false) return false;
    const truth = holds(other);
    return inRange === 'unknown' && truth !== false ? 'unknown' : truth;
  });
}

function isInRange(world: World, requirement: Requirement, player: number, other: number): Tristate {
  switch (requirement.range) {
    case 'REQ_RANGE_WORLD':
      return true;
    case 'REQ_RANGE_ALLIANCE':
      return areAllied(world, player, other);
    case 'REQ_RANGE_TEAM':
      return areOnOneTeam(world, player, other);
    default:
      return false;
  }
}

/** Whether a player knows a tech. The server says of each tech whether anybody ever had it. */
export function knowsTech(world: World, player: number, tech: number): Tristate {
  const research = researchOf(world, player);
  if (research !== undefined) return techState(research, tech) === 'known';
  return world.game?.globalAdvances[tech] === false ? false : 'unknown';
}

/** VUT_ADVANCE: whether a player in range knows that tech; with `survives` whether anybody ever did. */
export const techQuestion: Question = (world, requirement, { player }) => {
  if (requirement.survives) return world.game?.globalAdvances[requirement.value] ?? 'unknown';
  return anyPlayerInRange(world, requirement, player, (other) =>
    knowsTech(world, other.playerno, requirement.value),
  );
};

/** VUT_TECHFLAG: whether a player in range knows a tech with that flag. */
export const techFlagQuestion: Question = (world, requirement, { player }) => {
  const flagged = [...world.ruleset.techs.values()].filter((tech) => namesOneOf(requirement, tech.flags));
  const knowsOne = (other: Player) => anyOf(flagged, (tech) => knowsTech(world, other.playerno, tech.id));
  if (requirement.range === 'REQ_RANGE_WORLD') return anyOf(world.players.values(), knowsOne);
  return anyPlayerInRange(world, requirement, player, knowsOne);
};

/** VUT_MINTECHS: whether a player, or all together, know at least this many techs. */
export const minTechsQuestion: Question = (world, requirement, { player }) => {
  // The tech "None", which everybody knows, is counted by the server and not by the rules.
  if (requirement.range === 'REQ_RANGE_WORLD') {
    return world.game === undefined ? 'unknown' : world.game.globalAdvanceCount - 1 >= requirement.value;
  }
  if (requirement.range !== 'REQ_RANGE_PLAYER' || player === undefined) return undefined;
  const research = researchOf(world, player);
  return research === undefined ? 'unknown' : knownTechCount(research) >= requirement.value;
};

/** VUT_GOVERNMENT: whether the player has that government; unknown without contact or embassy. */
export const governmentQuestion: Question = (world, requirement, { player }) => {
  if (player === undefined) return undefined;
  if (!isInTouchWith(world, player)) return 'unknown';
  return world.players.get(player)?.government === requirement.value;
};

/** VUT_NATION: whether a player in range is of that nation. */
export const nationQuestion: Question = (world, requirement, { player }) => {
  const isOfNation = (other: Player) => other.nation === requirement.value;
  if (requirement.range === 'REQ_RANGE_WORLD') {
    return [...world.players.values()].some(
      (other) => isOfNation(other) && (requirement.survives || other.isAlive),
    );
  }
  return anyPlayerInRange(world, requirement, player, isOfNation);
};

/** VUT_NATIONGROUP: whether a player in range is of a nation of that group. */
export const nationGroupQuestion: Question = (world, requirement, { player }) =>
  anyPlayerInRange(world, requirement, player, (other) => {
    const nation = world.ruleset.nations.get(other.nation);
    return nation?.groups.includes(requirement.value) ?? false;
  });

/** VUT_STYLE: whether the player has that style. */
export const styleQuestion: Question = (world, requirement, { player }) =>
  player === undefined ? undefined : world.players.get(player)?.style === requirement.value;

/** VUT_PLAYER_FLAG: whether the player has that flag. */
export const playerFlagQuestion: Question = (world, requirement, { player }) => {
  if (player === undefined) return undefined;
  const info = world.players.get(player);
  return info === undefined ? 'unknown' : namesOneOf(requirement, info.flags);
};

/** VUT_AI_LEVEL: whether the player is an AI of that skill level. */
export const aiLevelQuestion: Question = (world, requirement, { player }) => {
  if (player === undefined) return undefined;
  const info = world.players.get(player);
  return info?.flags.has('PLRF_AI') === true && info.aiSkillLevel === requiredName(requirement);
};

/** Whether a player has at least this many culture points; unknown without an embassy. */
export const playerCulture = (world: World, player: Player, atLeast: number): Tristate => {
  const culture = player.culture32 ?? player.culture16 ?? 0;
  // Without an embassy the server sends 0.
  return culture === 0 && !seesAllOf(world, player.playerno) ? 'unknown' : culture >= atLeast;
};
