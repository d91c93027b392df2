import { describe, expect, test } from 'vitest';
import {
  canCityBuildImprovement,
  canCityBuildUnit,
  canPlayerBuildImprovement,
} from '../../../proxy/rules/production/buildable.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';
import { looseShip } from '../../support/ships.js';

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

test.each([
  ['a unit type that nothing keeps it from', world, howitzer, true],
  ['no unit type that nobody builds', world, withFlags('UTYF_NOBUILD'), false],
  ['no unit type that only barbarians have', world, withFlags('UTYF_BARBARIAN_ONLY'), false],
  [
    'a unit type perhaps, when it is of barbarians',
    playing({ barbarianType: 'LAND_BARBARIAN' }),
    howitzer,
    'unknown',
  ],
  [
    'a unit type of games with new cities, where they are allowed',
    world,
    withFlags('UTYF_NEWCITY_GAMES_ONLY'),
    true,
  ],
  [
    'no unit type of games with new cities where a scenario prevents them',
    worldWith(world, { scenario: { ...scenario(), preventNewCities: true } }),
    withFlags('UTYF_NEWCITY_GAMES_ONLY'),
    false,
  ],
  ['a unique unit, when the player has none', world, withFlags('UTYF_UNIQUE'), true],
  [
    'no unique unit that the player has',
    worldWithUnits(world, { ...must(world.units.get(170)), id: 9001, type: howitzer.id }),
    withFlags('UTYF_UNIQUE'),
    false,
  ],
  [
    'a unique unit that another player has',
    worldWithUnits(world, { ...must(world.units.get(170)), id: 9001, type: howitzer.id, owner: 2 }),
    withFlags('UTYF_UNIQUE'),
    true,
  ],
  ['no unit type without its technology', recorded, howitzer, false],
  ['a unit type of its government', world, { ...howitzer, govRequirement: me.government }, true],
  ['no unit type of another government', world, { ...howitzer, govRequirement: me.government + 1 }, false],
  ['a ship, with water beside it', world, typeNamed('Destroyer'), true],
  ['no unit type that another one that it can build makes obsolete', world, typeNamed('Warriors'), false],
  ['a unit type whose successor it cannot build', recorded, typeNamed('Archers'), true],
  ['no unit type that takes more slots than it has', world, { ...howitzer, citySlots: 1 }, false],
  [
    'no unit type that needs a building that it lacks',
    world,
    { ...howitzer, imprRequirement: buildingNamed('Bank').id },
    false,
  ],
  ['no nuclear weapons before the Manhattan Project', world, typeNamed('Nuclear'), false],
])('a city can build %s', (_what, there, type, expected) => {
  expect(canCityBuildUnit(there, nesa, type)).toBe(expected);
});

/** The recorded game has no scenario: what the server sends of one that prevents nothing. */
function scenario() {
  return must(recorded.scenario);
}

describe('improvements', () => {
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
  const ship = looseShip({ structurals: 0, components: 0, modules: 0 });
  const flying = (changes: Partial<typeof ship>) =>
    worldWith(withApollo, {
      spaceships: tableWith(withApollo.spaceships, ({ playerNum }) => playerNum, { ...ship, ...changes }),
    });

  test.each([
    ['an ordinary improvement', world, 'Temple', true],
    ['no improvement without its technology', recorded, 'Bank', false],
    ['a great wonder that nobody has', world, "Michelangelo's Chapel", true],
    [
      'a part of a spaceship, when the game has the space race and it may',
      withApollo,
      'Space Structural',
      true,
    ],
    ['no part of a spaceship in a game without the space race', world, 'Space Structural', false],
    ['no part of a spaceship before the Apollo Program', spaceRace, 'Space Module', false],
    [
      'a part of a spaceship while the ship has room for it',
      flying({ structurals: 31 }),
      'Space Structural',
      true,
    ],
    ['no 33rd structural of a spaceship', flying({ structurals: 32 }), 'Space Structural', false],
    ['no 17th component of a spaceship', flying({ components: 16 }), 'Space Component', false],
    ['no 13th module of a spaceship', flying({ modules: 12 }), 'Space Module', false],
    ['another kind of part when one is complete', flying({ structurals: 32 }), 'Space Module', true],
    [
      'no part of a spaceship that is launched',
      flying({ sshipState: 'SSHIP_LAUNCHED' }),
      'Space Module',
      false,
    ],
    [
      'no part of a spaceship that has arrived',
      flying({ sshipState: 'SSHIP_ARRIVED' }),
      'Space Module',
      false,
    ],
  ])('a player can build %s', (_what, there, name, expected) => {
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
  ])('a player can build an improvement in a city that fits and has not got it: %s', (name, expected) => {
    expect(canCityBuildImprovement(world, nesa, buildingNamed(name))).toBe(expected);
  });
});
