import { expect, test } from 'vitest';
import {
  nextPart,
  type Spaceship,
  type SpaceshipPart,
  structuralsPlaced,
} from '../../../proxy/rules/players/spaceship.js';

const counted = {
  SSHIP_PLACE_FUEL: 'fuel',
  SSHIP_PLACE_PROPULSION: 'propulsion',
  SSHIP_PLACE_HABITATION: 'habitation',
  SSHIP_PLACE_LIFE_SUPPORT: 'lifeSupport',
  SSHIP_PLACE_SOLAR_PANELS: 'solarPanels',
} as const;

function shipOf(structurals: number, components: number, modules: number): Spaceship {
  return {
    playerNum: 0,
    sshipState: 'SSHIP_STARTED',
    structurals,
    components,
    modules,
    fuel: 0,
    propulsion: 0,
    habitation: 0,
    lifeSupport: 0,
    solarPanels: 0,
    population: 0,
    mass: 0,
    structure: new Uint8Array(4),
    supportRate: 0,
    energyRate: 0,
    successRate: 0,
    travelTime: 0,
  };
}

/** The ship with a part put in its place, as the server does. */
function withPart(ship: Spaceship, { type, num }: SpaceshipPart): Spaceship {
  if (type !== 'SSHIP_PLACE_STRUCTURAL') return { ...ship, [counted[type]]: num };
  const structure = ship.structure.slice();
  structure[num >> 3] = (structure[num >> 3] ?? 0) | (1 << (num & 7));
  return { ...ship, structure };
}

test('every part that is built is placed, and no other', () => {
  for (const [structurals, components, modules] of [
    [0, 0, 0],
    [1, 1, 1],
    [7, 2, 5],
    [31, 16, 12],
    [32, 16, 12],
  ] as const) {
    let ship = shipOf(structurals, components, modules);
    for (let part = nextPart(ship); part !== undefined; part = nextPart(ship)) ship = withPart(ship, part);
    expect(structuralsPlaced(ship)).toBe(structurals);
    expect(ship.fuel + ship.propulsion).toBe(components);
    expect(ship.habitation + ship.lifeSupport + ship.solarPanels).toBe(modules);
  }
});

test('every structural is placed beside one that holds it', () => {
  let ship = shipOf(32, 16, 12);
  const held: number[] = [];
  for (let part = nextPart(ship); part !== undefined; part = nextPart(ship)) {
    if (part.type === 'SSHIP_PLACE_STRUCTURAL') held.push(part.num);
    ship = withPart(ship, part);
  }
  expect(held[0]).toBe(0);
  expect(new Set(held).size).toBe(32);
});
