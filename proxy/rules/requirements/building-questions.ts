import type { World } from '../../world/world.js';
import { hasBuilding, type Improvement, isGreatWonder, isWonder } from '../lookup/cities.js';
import { isPlayer, type Player } from '../lookup/players.js';
import { knownTile } from '../lookup/tiles.js';
import { anyOf, type Tristate } from '../lookup/tristate.js';
import { tradePartners } from './city-questions.js';
import { anyPlayerInRange } from './player-questions.js';
import type { Question, Requirement, RequirementContext } from './requirement.js';
import { namesOneOf } from './requirement-names.js';

/** Owner of a wonder that was destroyed, in place of a player number. */
const DESTROYED = 161;
/** City of a wonder its player has lost, in place of a city number. */
const LOST = -1;

/** How to ask whether a building is obsolete; passed in, as it depends on requirements itself. */
export type IsObsolete = (world: World, building: Improvement, context: RequirementContext) => Tristate;

/** Buildings count until they are obsolete for the player of the question. */
export const buildingQuestion =
  (isObsolete: IsObsolete): Question =>
  (world, requirement, context) => {
    const building = world.ruleset.improvements.get(requirement.value);
    if (building === undefined) return false;
    const there = isThere(world, requirement, building, context);
    // Most buildings are in few cities: whether they are obsolete costs more to find.
    if (there === false) return false;
    const obsolete = isObsolete(world, building, context);
    if (obsolete === true) return false;
    return obsolete === 'unknown' && there === true ? 'unknown' : there;
  };

function isThere(
  world: World,
  requirement: Requirement,
  building: Improvement,
  context: RequirementContext,
): Tristate | undefined {
  const { city, player } = context;
  switch (requirement.range) {
    case 'REQ_RANGE_WORLD':
      return isInWorld(world, building, requirement.survives);
    case 'REQ_RANGE_ALLIANCE':
    case 'REQ_RANGE_TEAM':
    case 'REQ_RANGE_PLAYER':
      return anyPlayerInRange(world, requirement, player, (other) =>
        hasWonder(other, building, requirement.survives),
      );
    case 'REQ_RANGE_CONTINENT':
      return isOnContinent(world, building, context);
    case 'REQ_RANGE_TRADEROUTE':
      if (city === undefined) return undefined;
      return anyOf([city, ...(tradePartners(world, city) ?? [undefined])], (place) =>
        place === undefined ? 'unknown' : hasBuilding(place, building),
      );
    case 'REQ_RANGE_CITY':
      return city === undefined ? undefined : hasBuilding(city, building);
    case 'REQ_RANGE_LOCAL':
      return context.building === undefined ? undefined : context.building === building.id;
    default:
      return false;
  }
}

function isInWorld(world: World, building: Improvement, survives: boolean): Tristate {
  if (!isGreatWonder(building)) return false;
  const owner = world.game?.greatWonderOwners[building.id];
  if (owner === undefined) return 'unknown';
  return isPlayer(owner) || (survives && owner === DESTROYED);
}

/** Only wonders are counted for players; `wonders` has the city number, 0 for none. */
function hasWonder(player: Player, building: Improvement, survives: boolean): boolean {
  if (!isWonder(building)) return false;
  const place = player.wonders[building.id] ?? 0;
  return place > 0 || (survives && place === LOST);
}

function isOnContinent(
  world: World,
  building: Improvement,
  { player, city }: RequirementContext,
): Tristate | undefined {
  if (player === undefined || city === undefined) return undefined;
  const owner = world.players.get(player);
  const place = owner?.wonders[building.id] ?? 0;
  if (!isWonder(building) || place <= 0) return false;
  const wonderCity = world.cities.get(place);
  const here = knownTile(world, city.tile);
  const there = wonderCity === undefined ? undefined : knownTile(world, wonderCity.tile);
  if (here === undefined || there === undefined) return 'unknown';
  return here.continent === there.continent;
}

/** Whether a great wonder can still be built by somebody: neither standing nor destroyed. */
export function isWonderAvailable(world: World, building: Improvement): boolean {
  const owner = world.game?.greatWonderOwners[building.id];
  return owner === undefined || owner > DESTROYED;
}

/** VUT_IMPR_FLAG: whether the building of the context has that flag. */
export const buildingFlagQuestion: Question = (world, requirement, { building }) => {
  if (building === undefined) return undefined;
  const flags = world.ruleset.improvements.get(building)?.flags;
  return flags !== undefined && namesOneOf(requirement, flags);
};

/** VUT_IMPR_GENUS: whether the building of the context is of that genus. */
export const genusQuestion =
  (nameOf: (requirement: Requirement) => string): Question =>
  (world, requirement, { building }) => {
    if (building === undefined) return undefined;
    return world.ruleset.improvements.get(building)?.genus === nameOf(requirement);
  };
