import type { ReqRange } from '../../freeciv/generated/packets-3.0.js';
import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { hasBuilding, type Improvement, isGreatWonder } from '../lookup/cities.js';
import { allOf, not, type Tristate } from '../lookup/tristate.js';
import { isWonderAvailable } from '../requirements/building-questions.js';
import { cityContext } from '../requirements/context.js';
import { buildingHasEffect, effectTotal } from '../requirements/effects.js';
import { areMet, isObsolete } from '../requirements/requirements.js';

/** Parts a spaceship may have of each kind: the protocol numbers their places. */
const spaceshipParts = [
  { effect: 'EFT_SS_STRUCTURAL', part: 'structurals', most: 32 },
  { effect: 'EFT_SS_COMPONENT', part: 'components', most: 16 },
  { effect: 'EFT_SS_MODULE', part: 'modules', most: 12 },
] as const;

const playerRanges: readonly ReqRange[] = [
  'REQ_RANGE_PLAYER',
  'REQ_RANGE_TEAM',
  'REQ_RANGE_ALLIANCE',
  'REQ_RANGE_WORLD',
];

/** Whether a city could build an improvement now (`can_city_build_improvement_now`). */
export function canCityBuildImprovement(world: World, city: City, building: Improvement): Tristate {
  const { owner: player } = city;
  return allOf(
    [
      () => canPlayerBuildImprovement(world, player, building),
      () => not(hasBuilding(city, building)),
      () => areMet(world, building.reqs, cityContext(city)),
      () => not(isObsolete(world, building, { player, city })),
    ],
    (holds) => holds(),
  );
}

/** Whether a player could build it in a city that fits (`can_player_build_improvement_now`); obsolete ones as well. */
export function canPlayerBuildImprovement(world: World, player: number, building: Improvement): Tristate {
  if (isGreatWonder(building) && !isWonderAvailable(world, building)) return false;
  const ofPlayer = building.reqs.filter((requirement) => playerRanges.includes(requirement.range));
  return allOf(
    [() => canAddToSpaceship(world, player, building), () => areMet(world, ofPlayer, { player })],
    (holds) => holds(),
  );
}

/** True for whatever is no part of a spaceship. */
function canAddToSpaceship(world: World, player: number, building: Improvement): Tristate {
  const kinds = spaceshipParts.filter((kind) => buildingHasEffect(world, building.id, kind.effect));
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
