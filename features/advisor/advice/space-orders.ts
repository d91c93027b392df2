import type { Advice } from '#shared/protocol/state/brief.js';
import { nextPart } from '../../../proxy/rules/players/spaceship.js';
import { turnOf, type World } from '../../../proxy/world/world.js';
import { spaceRace } from '../rules/space-race.js';

/** Advice to place the parts of the spaceship, or to launch it when more parts would make the arrival no earlier. */
export function spaceOrders(world: World): readonly Advice[] {
  const ship = world.spaceships.get(world.seat.player ?? -1);
  if (ship?.sshipState !== 'SSHIP_STARTED') return [];
  if (nextPart(ship) !== undefined)
    return [{ do: { action_type: 'spaceship_place' }, why: 'parts of the spaceship are not placed yet' }];
  const race = spaceRace(world);
  if (race?.step !== 'launch' || race.capital === undefined) return [];
  const why = `it arrives at the end of turn ${turnOf(world) + race.flightTurns}; more parts make it no earlier`;
  return [{ do: { action_type: 'spaceship_launch' }, why }];
}
