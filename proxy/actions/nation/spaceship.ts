import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import type { Reply } from '../../freeciv/brackets.js';
import { citiesOf, isCapital } from '../../rules/cities/realm.js';
import {
  nextPart,
  nextPartOf,
  type Spaceship,
  type SpaceshipPart,
  structuralsPlaced,
} from '../../rules/players/spaceship.js';
import type { World } from '../../world/world.js';
import { defineAction, invalidAction } from '../action.js';
import type { ActionPort } from '../action-port.js';

const partTypes = {
  structural: 'SSHIP_PLACE_STRUCTURAL',
  fuel: 'SSHIP_PLACE_FUEL',
  propulsion: 'SSHIP_PLACE_PROPULSION',
  habitation: 'SSHIP_PLACE_HABITATION',
  life_support: 'SSHIP_PLACE_LIFE_SUPPORT',
  solar_panels: 'SSHIP_PLACE_SOLAR_PANELS',
} as const satisfies Record<string, SpaceshipPart['type']>;

const partNames = {
  structural: 'structural',
  fuel: 'fuel',
  propulsion: 'propulsion',
  habitation: 'habitation',
  life_support: 'life_support',
  solar_panels: 'solar_panels',
} as const satisfies { [K in keyof typeof partTypes]: K };

/** Action `spaceship_place` (handle_spaceship_place). */
export const spaceshipPlace = defineAction({
  name: 'spaceship_place',
  doc: 'Put parts that are built in their place in the spaceship: one of a kind, or without part all there are.',
  actor: 'nation',
  schema: z.looseObject({ part: z.enum(partNames).optional() }),
  sends: ['spaceship_place'],
  offers: ({ world, ofNation }) =>
    ofNation(() => {
      const ship = ownShip(world);
      if (ship?.sshipState !== 'SSHIP_STARTED') return [];
      const parts = Object.values(partNames).filter(
        (part) => nextPartOf(ship, partTypes[part]) !== undefined,
      );
      return parts.map((part) => ({
        part,
        priority: 'high',
        certain: true,
        label: `place ${part} of the spaceship`,
      }));
    }),
  plan(port, { part }) {
    const ship = ownShip(port.world);
    if (ship === undefined || ship.sshipState === 'SSHIP_NONE') {
      return invalidAction(
        'You have no spaceship: it takes a Space Structural, Component or Module',
        'data.part',
      );
    }
    if (ship.sshipState !== 'SSHIP_STARTED')
      return invalidAction('The spaceship is launched already', 'data.part');
    const choose = (now: Spaceship) =>
      part === undefined ? nextPart(now) : nextPartOf(now, partTypes[part]);
    if (choose(ship) === undefined) {
      return invalidAction('No such part is left to be placed', 'data.part', counts(ship));
    }
    return ok({
      send: () => placeAll(port, choose, part === undefined),
      effect: (_before, world) => {
        const now = ownShip(world);
        if (now === undefined || partsPlaced(now) === partsPlaced(ship)) return undefined;
        return { parts_placed: partsPlaced(now) - partsPlaced(ship), ...counts(now) };
      },
    });
  },
});

/** Action `spaceship_launch` (handle_spaceship_launch). */
export const spaceshipLaunch = defineAction({
  name: 'spaceship_launch',
  doc: 'Launch the spaceship: when it arrives the game is won, if the capital holds until then.',
  actor: 'nation',
  schema: z.looseObject({}),
  sends: ['spaceship_launch'],
  offers: ({ world, ofNation }) =>
    ofNation(() => {
      const ship = ownShip(world);
      if (ship?.sshipState !== 'SSHIP_STARTED' || ship.successRate <= 0 || !hasCapital(world)) return [];
      const label = `launch the spaceship: it arrives with ${Math.round(100 * ship.successRate)} %`;
      return [{ priority: 'high', certain: true, label }];
    }),
  plan(port) {
    const ship = ownShip(port.world);
    if (ship === undefined || ship.sshipState === 'SSHIP_NONE') {
      return invalidAction('You have no spaceship', 'data.action_type');
    }
    if (ship.sshipState !== 'SSHIP_STARTED') {
      return invalidAction('The spaceship is launched already', 'data.action_type');
    }
    if (ship.successRate <= 0 && !port.skipsRules) {
      return invalidAction(
        'It could not arrive: it takes propulsion, fuel, a module of each kind, and structurals that hold them',
        'data.action_type',
        counts(ship),
      );
    }
    if (!hasCapital(port.world) && !port.skipsRules)
      return invalidAction('Without a capital no spaceship can be launched', 'data.action_type');
    return ok({
      send: () => port.request('spaceship_launch', {}),
      effect: (_before, world) => {
        const now = ownShip(world);
        if (now?.sshipState !== 'SSHIP_LAUNCHED') return undefined;
        const year = now.launchYear32 ?? now.launchYear16 ?? 0;
        return {
          launched: true,
          success_rate: round(now.successRate),
          arrival_year: year + Math.trunc(now.travelTime),
        };
      },
    });
  },
});

/** Each part asks for the ship as it is after the one before. */
async function placeAll(
  port: ActionPort<'spaceship_place'>,
  choose: (ship: Spaceship) => SpaceshipPart | undefined,
  all: boolean,
): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (;;) {
    const ship = ownShip(port.world);
    const part = ship && choose(ship);
    if (ship === undefined || part === undefined) return replies;
    replies.push(await port.request('spaceship_place', part));
    const now = ownShip(port.world);
    if (!all || now === undefined || partsPlaced(now) === partsPlaced(ship)) return replies;
  }
}

function ownShip(world: World): Spaceship | undefined {
  return world.spaceships.get(world.seat.player ?? -1);
}

function hasCapital(world: World): boolean {
  return citiesOf(world, world.seat.player ?? -1).some((city) => isCapital(world, city));
}

function partsPlaced(ship: Spaceship): number {
  const { fuel, propulsion, habitation, lifeSupport, solarPanels } = ship;
  return structuralsPlaced(ship) + fuel + propulsion + habitation + lifeSupport + solarPanels;
}

function counts(ship: Spaceship) {
  return {
    structurals: { built: ship.structurals, placed: structuralsPlaced(ship) },
    components: { built: ship.components, fuel: ship.fuel, propulsion: ship.propulsion },
    modules: {
      built: ship.modules,
      habitation: ship.habitation,
      life_support: ship.lifeSupport,
      solar_panels: ship.solarPanels,
    },
    success_rate: round(ship.successRate),
  };
}

function round(rate: number): number {
  return Math.round(rate * 100) / 100;
}
