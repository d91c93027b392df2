import { expect, test } from 'vitest';
import { HELD_BY, structuralsPlaced } from '../../../proxy/rules/players/spaceship.js';
import { placedShip } from '../../support/ships.js';

test.each([
  [0, 0, 0],
  [1, 1, 1],
  [7, 2, 5],
  [31, 16, 12],
  [32, 16, 12],
])('every part that is built is placed, and no other: %i, %i, %i', (structurals, components, modules) => {
  const ship = placedShip({ structurals, components, modules });
  expect(structuralsPlaced(ship)).toBe(structurals);
  expect(ship.fuel + ship.propulsion).toBe(components);
  expect(ship.habitation + ship.lifeSupport + ship.solarPanels).toBe(modules);
});

test('every structural is placed once, after the one that holds it', () => {
  const held: number[] = [];
  placedShip({ structurals: 32, components: 16, modules: 12 }, ({ type, num }) => {
    if (type !== 'SSHIP_PLACE_STRUCTURAL') return;
    expect([-1, ...held]).toContain(HELD_BY[num]);
    held.push(num);
  });
  expect(held.toSorted((a, b) => a - b)).toEqual([...HELD_BY.keys()]);
});
