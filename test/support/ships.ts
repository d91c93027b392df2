import { withBit } from '../../proxy/freeciv/value-codecs.js';
import { nextPart, type Spaceship, type SpaceshipPart } from '../../proxy/rules/players/spaceship.js';

type Parts = Pick<Spaceship, 'structurals' | 'components' | 'modules'>;

/** Where a ship counts the parts of each kind that are in their places. */
const COUNTED = {
  SSHIP_PLACE_FUEL: 'fuel',
  SSHIP_PLACE_PROPULSION: 'propulsion',
  SSHIP_PLACE_HABITATION: 'habitation',
  SSHIP_PLACE_LIFE_SUPPORT: 'lifeSupport',
  SSHIP_PLACE_SOLAR_PANELS: 'solarPanels',
} as const;

/** A ship of player 0 with so many parts, none in its place. */
export function looseShip(parts: Parts): Spaceship {
  return {
    ...{ playerNum: 0, sshipState: 'SSHIP_STARTED', ...parts },
    ...{ fuel: 0, propulsion: 0, habitation: 0, lifeSupport: 0, solarPanels: 0, population: 0, mass: 0 },
    ...{ structure: new Uint8Array(4), supportRate: 0, energyRate: 0, successRate: 0, travelTime: 0 },
  };
}

/** A ship of player 0 with so many parts, each put in its place as the server does; `note` gets the parts in order. */
export function placedShip(parts: Parts, note: (part: SpaceshipPart) => void = () => undefined): Spaceship {
  let ship = looseShip(parts);
  for (let part = nextPart(ship); part !== undefined; part = nextPart(ship)) {
    note(part);
    ship =
      part.type === 'SSHIP_PLACE_STRUCTURAL'
        ? { ...ship, structure: withBit(ship.structure, part.num, true) }
        : { ...ship, [COUNTED[part.type]]: part.num };
  }
  return ship;
}
