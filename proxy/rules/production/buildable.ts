import { memo } from '#shared/core/memo.js';
import type { ReqRange } from '../../freeciv/generated/packets.js';
import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { hasBuilding, type Improvement, isGreatWonder } from '../lookup/cities.js';
import { isNativeNear, type UnitType } from '../lookup/nativity.js';
import { isInTouchWith } from '../lookup/players.js';
import { allOf, anyOf, not, type Tristate } from '../lookup/tristate.js';
import { VersionCache } from '../lookup/version-cache.js';
import { isWonderAvailable } from '../requirements/building-questions.js';
import { buildingHasEffect, effectTotal } from '../requirements/effects.js';
import { knowsTech } from '../requirements/player-questions.js';
import { cityContext } from '../requirements/requirement.js';
import { areMet, isObsolete } from '../requirements/requirements.js';
import { canTypeDo } from '../units/action-enablers.js';

/** The most parts of each kind in a spaceship, by the effect of the improvement. The protocol numbers their places. */
export const SPACESHIP_PARTS = [
  { effect: 'EFT_SS_STRUCTURAL', part: 'structurals', most: 32 },
  { effect: 'EFT_SS_COMPONENT', part: 'components', most: 16 },
  { effect: 'EFT_SS_MODULE', part: 'modules', most: 12 },
] as const;

/** Whether a city could build a unit type now (`can_city_build_unit_now`). */
export function canCityBuildUnit(world: World, city: City, unitType: UnitType): Tristate {
  const ofPlayer = canPlayerBuildUnit(world, city.owner, unitType);
  if (ofPlayer === false) return false;
  return allOf(
    [
      () => ofPlayer,
      () => hasNeededBuilding(world, city, unitType),
      () => areMet(world, unitType.buildReqs ?? [], cityContext(city)),
      () => isReachable(world, city, unitType),
      () => hasSlots(world, city, unitType),
      () => not(isOutdated(world, city.owner, unitType)),
    ],
    (holds) => holds(),
  );
}

/** By player: what it could build. Every city of a player asks for the same. */
const knownOfPlayers = new VersionCache<Map<number, Map<UnitType | Improvement, Tristate>>>(
  (world) => world,
  () => new Map(),
);

/** The answer of `find` for a player and a thing, found once for each version of a world. */
function oncePerPlayer<T extends UnitType | Improvement>(
  world: World,
  player: number,
  thing: T,
  find: (world: World, player: number, thing: T) => Tristate,
): Tristate {
  const players = knownOfPlayers.of(world);
  const known = players.get(player) ?? new Map<UnitType | Improvement, Tristate>();
  players.set(player, known);
  const can = known.get(thing) ?? find(world, player, thing);
  known.set(thing, can);
  return can;
}

/** Whether a player could build it in a city that suits, outdated or not. */
export function canPlayerBuildUnit(world: World, player: number, unitType: UnitType): Tristate {
  return oncePerPlayer(world, player, unitType, findIfPlayerBuildsUnit);
}

function findIfPlayerBuildsUnit(world: World, player: number, unitType: UnitType): Tristate {
  if (unitType.flags.has('UTYF_NOBUILD')) return false;
  if (world.players.get(player)?.barbarianType !== 'NOT_A_BARBARIAN') return 'unknown';
  if (unitType.flags.has('UTYF_BARBARIAN_ONLY')) return false;
  if (unitType.flags.has('UTYF_NEWCITY_GAMES_ONLY') && world.scenario?.preventNewCities) return false;
  return allOf(
    [mayUseNukes, hasGovernment, hasTech, meetsOfPlayer, mayHaveAnother, canHaveBuilding],
    (holds) => holds(world, player, unitType),
  );
}

function mayUseNukes(world: World, player: number, unitType: UnitType): Tristate {
  if (!canTypeDo(world, unitType, 'ACTION_NUKE')) return true;
  const { value, certain } = effectTotal(world, 'EFT_ENABLE_NUKE', { player });
  return value > 0 ? true : certain ? false : 'unknown';
}

/** A number that no government has means that none is needed; the same with techs and buildings. */
function hasGovernment(world: World, player: number, { govRequirement }: UnitType): Tristate {
  if (!world.ruleset.governments.has(govRequirement)) return true;
  if (!isInTouchWith(world, player)) return 'unknown';
  return world.players.get(player)?.government === govRequirement;
}

function hasTech(world: World, player: number, { techRequirement }: UnitType): Tristate {
  return !world.ruleset.techs.has(techRequirement) || knowsTech(world, player, techRequirement);
}

/** The build requirements of versions after 3.0 that are about the player. */
function meetsOfPlayer(world: World, player: number, { buildReqs = [] }: UnitType): Tristate {
  const ofPlayer = buildReqs.filter(({ range }) => playerRanges.includes(range));
  return areMet(world, ofPlayer, { player });
}

function mayHaveAnother(world: World, player: number, unitType: UnitType): boolean {
  if (!unitType.flags.has('UTYF_UNIQUE')) return true;
  return ![...world.units.values()].some((unit) => unit.owner === player && unit.type === unitType.id);
}

/** The building it needs must be one the player has or could still build, in whatever city. */
function canHaveBuilding(world: World, player: number, { imprRequirement }: UnitType): Tristate {
  const building = world.ruleset.improvements.get(imprRequirement);
  if (building === undefined) return true;
  if (isGreatWonder(building) && !isWonderAvailable(world, building)) {
    return world.game?.greatWonderOwners[building.id] === player;
  }
  const owned = (world.players.get(player)?.wonders[building.id] ?? 0) > 0;
  if (building.genus === 'IG_SMALL_WONDER' && owned) return true;
  return canPlayerBuildImprovement(world, player, building);
}

function hasNeededBuilding(world: World, city: City, { imprRequirement }: UnitType): Tristate {
  const building = world.ruleset.improvements.get(imprRequirement);
  return building === undefined || hasBuilding(city, building);
}

/** Ships need water beside the city. */
function isReachable(world: World, city: City, { unitClassId }: UnitType): Tristate {
  const anywhere = world.ruleset.unitClasses.get(unitClassId)?.flags.has('UCF_BUILD_ANYWHERE') ?? false;
  return anywhere || isNativeNear(world, unitClassId, city.tile);
}

function hasSlots(world: World, city: City, { citySlots }: UnitType): Tristate {
  if (citySlots <= 0) return true;
  const { value, certain } = effectTotal(world, 'EFT_UNIT_SLOTS', cityContext(city));
  let used = 0;
  for (const unit of world.units.values()) {
    if (unit.detail?.homecity !== city.id) continue;
    used += world.ruleset.unitTypes.get(unit.type)?.citySlots ?? 0;
  }
  return value - used >= citySlots ? true : certain ? false : 'unknown';
}

/** A type is outdated once the player can build what makes it obsolete, or what makes that obsolete ... */
function isOutdated(world: World, player: number, unitType: UnitType): Tristate {
  return anyOf(successors(world, unitType), (next) => canPlayerBuildUnit(world, player, next));
}

/** What makes a type obsolete, what makes that obsolete and so on. */
export function successors(world: World, unitType: UnitType): UnitType[] {
  const found: UnitType[] = [];
  let next = world.ruleset.unitTypes.get(unitType.obsoletedBy);
  while (next !== undefined && !found.includes(next)) {
    found.push(next);
    next = world.ruleset.unitTypes.get(next.obsoletedBy);
  }
  return found;
}

const playerRanges: readonly ReqRange[] = [
  'REQ_RANGE_PLAYER',
  'REQ_RANGE_TEAM',
  'REQ_RANGE_ALLIANCE',
  'REQ_RANGE_WORLD',
];

/** Whether a city could build an improvement now (`can_city_build_improvement_now`). */
export function canCityBuildImprovement(world: World, city: City, building: Improvement): Tristate {
  const { owner: player } = city;
  const ofPlayer = canPlayerBuildImprovement(world, player, building);
  if (ofPlayer === false) return false;
  return allOf(
    [
      () => ofPlayer,
      () => not(hasBuilding(city, building)),
      () => areMet(world, building.reqs, cityContext(city)),
      () => not(isObsolete(world, building, { player, city })),
    ],
    (holds) => holds(),
  );
}

/** Whether a player could build it in a city that fits (`can_player_build_improvement_now`); obsolete ones as well. */
export function canPlayerBuildImprovement(world: World, player: number, building: Improvement): Tristate {
  return oncePerPlayer(world, player, building, findIfPlayerBuildsImprovement);
}

function findIfPlayerBuildsImprovement(world: World, player: number, building: Improvement): Tristate {
  if (isGreatWonder(building) && !isWonderAvailable(world, building)) return false;
  const ofPlayer = areMet(world, ofPlayerRange(building), { player });
  if (ofPlayer === false) return false;
  return allOf([() => canAddToSpaceship(world, player, building), () => ofPlayer], (holds) => holds());
}

/** The requirements of a building that are about its nation. */
const ofPlayerRange = memo(({ reqs }: Improvement) =>
  reqs.filter(({ range }) => playerRanges.includes(range)),
);

/** True for all improvements that are not parts of a spaceship. */
function canAddToSpaceship(world: World, player: number, building: Improvement): Tristate {
  const kinds = SPACESHIP_PARTS.filter((kind) => buildingHasEffect(world, building.id, kind.effect));
  if (kinds.length === 0) return true;
  if (world.game?.victoryConditions.has('VC_SPACERACE') !== true) return false;
  const ship = world.spaceships.get(player);
  if (ship !== undefined) {
    if (ship.sshipState === 'SSHIP_LAUNCHED' || ship.sshipState === 'SSHIP_ARRIVED') return false;
    if (kinds.some((kind) => ship[kind.part] >= kind.most)) return false;
  }
  const { value, certain } = effectTotal(world, 'EFT_ENABLE_SPACE', { player });
  return value > 0 ? true : certain ? false : 'unknown';
}
