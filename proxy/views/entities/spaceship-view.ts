import type { SpaceshipView } from '#shared/protocol/state/player.js';
import type { PacketFields } from '../../freeciv/generated/packets-3.0.js';
import { plainName } from './rule-names.js';

/** Undefined while there is none. */
export function spaceshipView(ship: PacketFields['spaceship_info'] | undefined): SpaceshipView | undefined {
  if (ship === undefined || ship.sshipState === 'SSHIP_NONE') return undefined;
  const launched = ship.launchYear32 ?? ship.launchYear16 ?? 0;
  return {
    state: plainName(ship.sshipState, 'SSHIP_'),
    structurals: ship.structurals,
    components: ship.components,
    modules: ship.modules,
    success_rate: ship.successRate,
    travel_time: ship.travelTime,
    ...(ship.sshipState !== 'SSHIP_STARTED' && { arrival_year: Math.floor(launched + ship.travelTime) }),
  };
}
