import type { PacketFields } from '../../freeciv/generated/packets-3.0.js';
import { plainName } from './rule-names.js';

export interface SpaceshipView {
  /** `started`, `launched` or `arrived`. */
  readonly state: string;
  readonly structurals: number;
  readonly components: number;
  readonly modules: number;
  /** 0 to 1. */
  readonly success_rate: number;
  /** Years. */
  readonly travel_time: number;
  /** Once launched. */
  readonly arrival_year?: number;
}

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
