import type { PacketFields, SpaceshipPlaceType } from '../../freeciv/generated/packets.js';
import { hasBit } from '../../freeciv/value-codecs.js';

/** A spaceship as spaceship_info describes it. */
export type Spaceship = PacketFields['spaceship_info'];

/** One part to be put in its place; numbers of structurals from 0, of all others from 1. */
export interface SpaceshipPart {
  readonly type: Exclude<SpaceshipPlaceType, `#${number}`>;
  readonly num: number;
}

/** Which structural each structural is held by: part of the protocol 3.0, where the server does not send it. */
export const HELD_BY: readonly number[] = [
  -1, 0, 0, 1, 2, 3, 4, 5, 2, 3, 6, 7, 8, 9, 10, 11, 14, 15, 16, 17, 18, 19, 4, 5, 22, 23, 24, 25, 26, 27, 20,
  21,
];

/** The structural that connects each component; fuel and propulsion alternate. */
export const COMPONENTS_HELD_BY: readonly number[] = [
  0, 12, 1, 13, 8, 12, 9, 13, 22, 28, 23, 29, 26, 28, 27, 29,
];
/** The structural that connects each module; the three kinds alternate. */
export const MODULES_HELD_BY: readonly number[] = [0, 1, 10, 15, 14, 11, 18, 19, 20, 31, 30, 21];

/** The next built part to place (`next_spaceship_component`): modules and components in balance, then structurals. */
export function nextPart(ship: Spaceship): SpaceshipPart | undefined {
  return nextModule(ship) ?? nextComponent(ship) ?? nextStructural(ship);
}

/** The next part of one kind; undefined when none is left to be placed. */
export function nextPartOf(ship: Spaceship, type: SpaceshipPart['type']): SpaceshipPart | undefined {
  if (type === 'SSHIP_PLACE_STRUCTURAL') return nextStructural(ship);
  const counts = placed(ship);
  const isComponent = type === 'SSHIP_PLACE_FUEL' || type === 'SSHIP_PLACE_PROPULSION';
  const [left, most] = isComponent
    ? [ship.components - ship.fuel - ship.propulsion, 8]
    : [ship.modules - ship.habitation - ship.lifeSupport - ship.solarPanels, 4];
  const num = counts[type] + 1;
  return left > 0 && num <= most ? { type, num } : undefined;
}

/** How many structurals are placed. */
export function structuralsPlaced(ship: Spaceship): number {
  return HELD_BY.filter((_, index) => hasBit(ship.structure, index)).length;
}

function placed(ship: Spaceship): Record<Exclude<SpaceshipPart['type'], 'SSHIP_PLACE_STRUCTURAL'>, number> {
  return {
    SSHIP_PLACE_FUEL: ship.fuel,
    SSHIP_PLACE_PROPULSION: ship.propulsion,
    SSHIP_PLACE_HABITATION: ship.habitation,
    SSHIP_PLACE_LIFE_SUPPORT: ship.lifeSupport,
    SSHIP_PLACE_SOLAR_PANELS: ship.solarPanels,
  };
}

/** A module of the kind there are fewest of. */
function nextModule(ship: Spaceship): SpaceshipPart | undefined {
  const { habitation, lifeSupport, solarPanels } = ship;
  const least = Math.min(habitation, lifeSupport, solarPanels);
  if (habitation === least) return nextPartOf(ship, 'SSHIP_PLACE_HABITATION');
  if (lifeSupport === least) return nextPartOf(ship, 'SSHIP_PLACE_LIFE_SUPPORT');
  return nextPartOf(ship, 'SSHIP_PLACE_SOLAR_PANELS');
}

function nextComponent(ship: Spaceship): SpaceshipPart | undefined {
  return nextPartOf(ship, ship.fuel <= ship.propulsion ? 'SSHIP_PLACE_FUEL' : 'SSHIP_PLACE_PROPULSION');
}

/** The structural nearest to the core on the way to the first part that hangs loose. */
function nextStructural(ship: Spaceship): SpaceshipPart | undefined {
  if (ship.structurals - structuralsPlaced(ship) <= 0) return undefined;
  const isPlaced = (index: number): boolean => hasBit(ship.structure, index);
  const wanted = [...looseEnds(ship), ...HELD_BY.keys()].find((index) => !isPlaced(index));
  if (wanted === undefined) return undefined;
  let num = wanted;
  for (let holder = HELD_BY[num] ?? -1; holder >= 0 && !isPlaced(holder); holder = HELD_BY[num] ?? -1)
    num = holder;
  return { type: 'SSHIP_PLACE_STRUCTURAL', num };
}

/** The structurals that hold what is placed: one of each kind of module first, because the others need them. */
function looseEnds({ fuel, propulsion, habitation, lifeSupport, solarPanels }: Spaceship): number[] {
  const ofModules = MODULES_HELD_BY.filter((_, index) => {
    const count = [habitation, lifeSupport, solarPanels][index % 3] ?? 0;
    return count > Math.trunc(index / 3);
  });
  const ofComponents = COMPONENTS_HELD_BY.filter((_, index) => {
    const count = [fuel, propulsion][index % 2] ?? 0;
    return count > Math.trunc(index / 2);
  });
  return [0, ...ofModules.slice(0, 3), ...ofComponents, ...ofModules.slice(3)];
}
