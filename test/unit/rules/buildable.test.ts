import { describe, expect, test } from 'vitest';
import {
  canCityBuildImprovement,
  canCityBuildUnit,
  canPlayerBuildImprovement,
} from '../../../proxy/rules/production/buildable.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
const { ruleset } = recorded;
const own = must(recorded.research.get(0));
const all = own.inventions.replaceAll(/[01]/gu, '2');
/** Player 0 knows everything here, so that only what a case is about decides. */
const world = worldWith(recorded, {
  research: tableWith(recorded.research, ({ id }) => id, { ...own, inventions: all }),
});
const nesa = must(world.cities.get(133));
const typeNamed = (name: string) =>
  must([...ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === name));
const buildingNamed = (name: string) =>
  must([...ruleset.improvements.values()].find(({ ruleName }) => ruleName === name));
const howitzer = typeNamed('Howitzer');
const me = must(world.players.get(0));
const playing = (changes: Partial<typeof me>): World =>
  worldWith(world, { players: tableWith(world.players, ({ playerno }) => playerno, { ...me, ...changes }) });
const wonders = (name: string, city: number) =>
  me.wonders.map((place, id) => (id === buildingNamed(name).id ? city : place));
const withFlags = (
  ...flags: readonly (typeof howitzer.flags extends ReadonlySet<infer F> ? F : never)[]
) => ({
  ...howitzer,
  flags: new Set([...howitzer.flags, ...flags]),
});

describe('a city can build a unit type', () => {
  test.each([
    ['that nothing keeps it from', world, howitzer, true],
    ['not one that nobody builds', world, withFlags('UTYF_NOBUILD'), false],
    ['not one that only barbarians have', world, withFlags('UTYF_BARBARIAN_ONLY'), false],
    ['perhaps, when it is of barbarians', playing({ barbarianType: 'LAND_BARBARIAN' }), howitzer, 'unknown'],
    [
      'one of games with new cities, where they are allowed',
      world,
      withFlags('UTYF_NEWCITY_GAMES_ONLY'),
      true,
    ],
    [
      'not one of games with new cities where a scenario prevents them',
      worldWith(world, { scenario: { ...scenario(), preventNewCities: true } }),
      withFlags('UTYF_NEWCITY_GAMES_ONLY'),
      false,
    ],
    ['a unique one, when the player has none', world, withFlags('UTYF_UNIQUE'), true],
    [
      'not a unique one that the player has',
      worldWithUnits(world, { ...must(world.units.get(170)), id: 9001, type: howitzer.id }),
      withFlags('UTYF_UNIQUE'),
      false,
    ],
    [
      'a unique one that another player has',
      worldWithUnits(world, { ...must(world.units.get(170)), id: 9001, type: howitzer.id, owner: 2 }),
      withFlags('UTYF_UNIQUE'),
      true,
    ],
    ['not one without its technology', recorded, howitzer, false],
    ['one of its government', world, { ...howitzer, govRequirement: me.government }, true],
    ['not one of another government', world, { ...howitzer, govRequirement: me.government + 1 }, false],
    ['a ship, with water beside it', world, typeNamed('Destroyer'), true],
    ['not one that another type that it can build makes obsolete', world, typeNamed('Warriors'), false],
    ['one whose successor it cannot build', recorded, typeNamed('Archers'), true],
    ['not one that takes more slots than it has', world, { ...howitzer, citySlots: 1 }, false],
    [
      'not one that needs a building that it lacks',
      world,
      { ...howitzer, imprRequirement: buildingNamed('Bank').id },
      false,
    ],
    ['not nuclear weapons before the Manhattan Project', world, typeNamed('Nuclear'), false],
  ])('%s', (_what, there, type, expected) => {
    expect(canCityBuildUnit(there, nesa, type)).toBe(expected);
  });
});

/** The recorded game has no scenario: what the server sends of one that prevents nothing. */
function scenario() {
  return must(recorded.scenario);
}

describe('a player can build an improvement', () => {
  const spaceRace = worldWith(world, {
    game: { ...must(world.game), victoryConditions: new Set(['VC_SPACERACE']) },
  });
  const withApollo = worldWith(spaceRace, {
    players: playing({ wonders: wonders('Apollo Program', nesa.id) }).players,
    game: {
      ...must(spaceRace.game),
      greatWonderOwners: must(spaceRace.game).greatWonderOwners.map((owner, id) =>
        id === buildingNamed('Apollo Program').id ? 0 : owner,
      ),
    },
  });
  const ship = {
    ...{ playerNum: 0, sshipState: 'SSHIP_STARTED' as const, structurals: 0, components: 0, modules: 0 },
    ...{ fuel: 0, propulsion: 0, habitation: 0, lifeSupport: 0, solarPanels: 0, population: 0, mass: 0 },
    ...{ structure: new Uint8Array(4), supportRate: 0, energyRate: 0, successRate: 0, travelTime: 0 },
  };
  const flying = (changes: Partial<typeof ship> | { sshipState: 'SSHIP_LAUNCHED' | 'SSHIP_ARRIVED' }) =>
    worldWith(withApollo, {
      spaceships: tableWith(withApollo.spaceships, ({ playerNum }) => playerNum, { ...ship, ...changes }),
    });

  test.each([
    ['of an ordinary kind', world, 'Temple', true],
    ['not without its technology', recorded, 'Bank', false],
    ['a great wonder that nobody has', world, "Michelangelo's Chapel", true],
    [
      'a part of a spaceship, when the game has the space race and it may',
      withApollo,
      'Space Structural',
      true,
    ],
    ['no part of a spaceship in a game without the space race', world, 'Space Structural', false],
    ['no part of a spaceship before the Apollo Program', spaceRace, 'Space Module', false],
    ['a part while the ship has room for it', flying({ structurals: 31 }), 'Space Structural', true],
    ['no 33rd structural', flying({ structurals: 32 }), 'Space Structural', false],
    ['no 17th component', flying({ components: 16 }), 'Space Component', false],
    ['no 13th module', flying({ modules: 12 }), 'Space Module', false],
    ['another kind when one is complete', flying({ structurals: 32 }), 'Space Module', true],
    ['no part when the ship is launched', flying({ sshipState: 'SSHIP_LAUNCHED' }), 'Space Module', false],
    ['no part when the ship has arrived', flying({ sshipState: 'SSHIP_ARRIVED' }), 'Space Module', false],
  ])('%s', (_what, there, name, expected) => {
    expect(canPlayerBuildImprovement(there, 0, buildingNamed(name))).toBe(expected);
  });

  test.each([
    ['Temple', true],
    ['Harbour', true],
    // Obsolete by Gunpowder.
    ['Barracks', false],
    // These need a Marketplace, an Aqueduct.
    ['Bank', false],
    ['Sewer System', false],
    // It is there.
    ['Palace', false],
  ])('in a city that fits and has not got it: %s', (name, expected) => {
    expect(canCityBuildImprovement(world, nesa, buildingNamed(name))).toBe(expected);
  });
});
