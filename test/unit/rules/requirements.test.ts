import { describe, expect, test } from 'vitest';
import { ownNamesOf } from '../../../proxy/freeciv/versions/own-numbers.js';
import type { Tristate } from '../../../proxy/rules/lookup/tristate.js';
import {
  type RequirementContext as Context,
  cityContext,
} from '../../../proxy/rules/requirements/requirement.js';
import { requiredName } from '../../../proxy/rules/requirements/requirement-names.js';
import {
  areMet,
  arePossible,
  hasEmbassy,
  isObsolete,
  type Requirement,
} from '../../../proxy/rules/requirements/requirements.js';
import type { City } from '../../../proxy/world/city.js';
import { VersionedTable } from '../../../proxy/world/versioned-table.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

/**
 * Player 0, the Hittites, at turn 60 of a recorded game: at war with players 2, 4 and 5, in a cease-fire with 3, and
 * without contact to 1.
 */
const world = worldAtTurn(60);
/** The capital: founded in turn 2, of size 3, on the coast, with Barracks, City Walls and a Palace. */
const nesa = must(world.cities.get(133));
/** Founded in turn 5, of size 2, with Barracks. */
const kussara = must(world.cities.get(143));
/** The capital of player 5, on the continent of Nesa. */
const petersburg = must(world.cities.get(134));
const archers = must(world.units.get(170));
const trireme = must(world.units.get(213));
/** A unit without a home city. */
const workers = must(world.units.get(108));

const OCEAN = trireme.tile;
const ofNesa = cityContext(nesa);
const us: Context = { player: 0 };
const [, OTHER_CONTINENT = 0] = [nesa, must(world.cities.get(132))].map(({ tile }) => tile);

type Without<Prefix extends string, Name extends string> = Name extends `${Prefix}${infer Rest}`
  ? Rest
  : never;
type Kind = Without<'VUT_', Requirement['type']>;
type Range = Without<'REQ_RANGE_', Requirement['range']>;

type Row = readonly [
  statement: string,
  kind: Kind,
  range: Range,
  /** A number, or the name that a number stands for. */
  value: number | string,
  context: Context,
  expected: Tristate,
  world?: World,
  more?: Partial<Requirement>,
];

/** Each row is a requirement of a ruleset, what it is asked about, and the answer. */
function holds(subject: string, rows: readonly Row[]): void {
  for (const [statement, kind, range, value, context, expected, there = world, more = {}] of rows)
    test(`${subject} ${statement}`, () => {
      expect(areMet(there, [requirementOf(kind, range, value, more)], context)).toBe(expected);
    });
}

function requirementOf(
  kind: Kind,
  range: Range,
  value: number | string,
  more: Partial<Requirement> = {},
): Requirement {
  const type = `VUT_${kind}` as const;
  const rest = { range: `REQ_RANGE_${range}` as const, survives: false, present: true, quiet: false };
  return { type, value: typeof value === 'number' ? value : numberOf(type, value), ...rest, ...more };
}

/** The number that stands for a name in requirements of a kind. */
function numberOf(type: Requirement['type'], name: string): number {
  const named = { type, range: 'REQ_RANGE_LOCAL', survives: false, present: true, quiet: false } as const;
  for (let value = 0; value < MAX_ENUM_VALUE; value += 1)
    if (requiredName({ ...named, value }) === name) return value;
  throw new Error(`${type} has no ${name}`);
}

/** No enumeration of the protocol has more values. */
const MAX_ENUM_VALUE = 256;

function idOf(things: Iterable<{ readonly id: number; readonly ruleName: string }>, name: string): number {
  return must([...things].find(({ ruleName }) => ruleName === name)).id;
}

function withCity(...cities: readonly City[]): World {
  return worldWith(world, { cities: tableWith(world.cities, ({ id }) => id, ...cities) });
}

function withDetail(city: City, detail: Partial<City['detail']>): City {
  return { ...city, detail: { ...must(city.detail), ...detail } };
}

function withPlayer(playerno: number, changes: object): World {
  const player = { ...must(world.players.get(playerno)), ...changes };
  return worldWith(world, { players: tableWith(world.players, (one) => one.playerno, player) });
}

function withGame(changes: object): World {
  return worldWith(world, { game: { ...must(world.game), ...changes } });
}

/** Without what only its owner is told. */
function fromOutside(city: City): City {
  return { ...city, detail: undefined };
}

/** A world in which Kussara trades with a city: it gets goods 1 from there and gives goods 2. */
function trading(partner: number, cities: readonly City[] = []): World {
  const route = { city: kussara.id, partner, value: 3, goods: 1, index: 0, direction: 'RDIR_TO' } as const;
  const back = { ...route, index: 1, goods: 2, direction: 'RDIR_FROM' } as const;
  const tradeRoutes = new VersionedTable<readonly (typeof route | typeof back)[]>();
  tradeRoutes.set(kussara.id, [route, back], world.version);
  return worldWith(world, { ...withCity(...cities), tradeRoutes });
}

const ofKussara = cityContext(kussara);

// biome-ignore format: a line for each row
holds('a requirement', [
  ['of kind none is always met', 'NONE', 'LOCAL', 0, {}, true],
  ['turns around when it wants the absence', 'NONE', 'LOCAL', 0, {}, false, world, { present: false }],
  ['on settings of the server is unknown', 'SERVERSETTING', 'WORLD', 0, us, 'unknown'],
  ['on achievements is unknown', 'ACHIEVEMENT', 'PLAYER', 0, us, 'unknown'],
  ['stays unknown when it wants the absence', 'ACHIEVEMENT', 'PLAYER', 0, us, 'unknown', world, { present: false }],
  ['on a city is not met without one', 'MINSIZE', 'CITY', 1, us, false],
  ['on the absence of a thing in a city is not met without one', 'MINSIZE', 'CITY', 1, us, false, world, { present: false }],
  ['on the year counts from that year on', 'MINYEAR', 'WORLD', -1050, {}, true],
  ['on a later year is not met', 'MINYEAR', 'WORLD', -1049, {}, false],
  ['on the year is unknown before the game', 'MINYEAR', 'WORLD', -1050, {}, 'unknown', worldWith(world, { game: undefined })],
  ['on the part of the year counts from it on', 'MINCALFRAG', 'WORLD', 0, {}, true],
  ['on a later part of the year is not met', 'MINCALFRAG', 'WORLD', 1, {}, false],
  ['on the part of the year is unknown before the game', 'MINCALFRAG', 'WORLD', 0, {}, 'unknown', worldWith(world, { game: undefined })],
  ['on the topology knows that the map wraps', 'TOPO', 'WORLD', 'TF_WRAPX', {}, true],
  ['on the topology knows that it has no hexagons', 'TOPO', 'WORLD', 'TF_HEX', {}, false],
  ['on an output is about that output', 'OTYPE', 'LOCAL', 1, { output: 1 }, true],
  ['on another output is not met', 'OTYPE', 'LOCAL', 1, { output: 2 }, false],
  ['on specialists is about those', 'SPECIALIST', 'LOCAL', 0, { specialist: 0 }, true],
  ['on other specialists is not met', 'SPECIALIST', 'LOCAL', 0, { specialist: 1 }, false],
  ['on an action is about that action', 'ACTION', 'LOCAL', 'ACTION_ATTACK', { action: 'ACTION_ATTACK' }, true],
  ['on another action is not met', 'ACTION', 'LOCAL', 'ACTION_ATTACK', { action: 'ACTION_NUKE' }, false],
]);

describe('several requirements', () => {
  const yes = requirementOf('NONE', 'LOCAL', 0);
  const no = requirementOf('NONE', 'LOCAL', 0, { present: false });
  const unknown = requirementOf('ACHIEVEMENT', 'PLAYER', 0);
  const noCity = requirementOf('MINSIZE', 'CITY', 1);

  test.each([
    ['none at all are met', [], true, true],
    ['all must be met', [yes, yes], true, true],
    ['one that is not met decides', [yes, unknown, no], false, false],
    ['one that is unknown leaves it open', [yes, unknown], 'unknown', 'unknown'],
    ['what the context gives nothing to judge by is not met, but possible', [yes, noCity], false, true],
  ] as const)('several requirements: %s', (_statement, requirements, met, possible) => {
    expect(areMet(world, requirements, us)).toBe(met);
    expect(arePossible(world, requirements, us)).toBe(possible);
  });

  test('a question whether requirements are possible is answered either way', () => {
    expect(arePossible(world, [no], us)).toBe(false);
    expect(arePossible(world, [yes], us)).toBe(true);
  });
});

const isolated = { ...fromOutside(kussara), size: 2 };

// biome-ignore format: a line for each row
holds('the size of a city', [
  ['is enough when it is as large', 'MINSIZE', 'CITY', 3, ofNesa, true],
  ['is not when it is smaller', 'MINSIZE', 'CITY', 4, ofNesa, false],
  ['counts partners for the range of trade routes', 'MINSIZE', 'TRADEROUTE', 3, ofKussara, true, trading(nesa.id)],
  ['does not count them for the city alone', 'MINSIZE', 'CITY', 3, ofKussara, false, trading(nesa.id)],
  ['is not enough when no partner is so large', 'MINSIZE', 'TRADEROUTE', 4, ofKussara, false, trading(nesa.id)],
  ['is unknown when a partner is not seen', 'MINSIZE', 'TRADEROUTE', 3, ofKussara, 'unknown', trading(99_999)],
  ['is unknown when its routes are not told', 'MINSIZE', 'TRADEROUTE', 3, cityContext(isolated), 'unknown'],
  ['needs no routes when the city is so large itself', 'MINSIZE', 'TRADEROUTE', 2, cityContext(isolated), true],
]);

const cultured = withDetail(kussara, { culture32: 7 });
const { culture32: _unused, ...older } = must(kussara.detail);
const culturedLongAgo: City = { ...kussara, detail: { ...older, culture16: 7 } };

// biome-ignore format: a line for each row
holds('culture', [
  ['of a city is enough when it has as much', 'MINCULTURE', 'CITY', 7, cityContext(cultured), true],
  ['of a city is not enough when it has less', 'MINCULTURE', 'CITY', 8, cityContext(cultured), false],
  ['is read from the older field as well', 'MINCULTURE', 'CITY', 7, cityContext(culturedLongAgo), true],
  ['of a foreign city is unknown', 'MINCULTURE', 'CITY', 0, cityContext(fromOutside(nesa)), 'unknown'],
  ['of no city is not met', 'MINCULTURE', 'CITY', 0, us, false],
  ['of a trading city counts', 'MINCULTURE', 'TRADEROUTE', 1, ofKussara, true, trading(nesa.id, [withDetail(nesa, { culture32: 1 })])],
  ['of trading cities without any cannot be told, as for the server', 'MINCULTURE', 'TRADEROUTE', 1, ofKussara, false, trading(nesa.id), { present: false }],
  ['of the own nation is told', 'MINCULTURE', 'PLAYER', 1, us, false],
  ['of a nation without embassy is unknown', 'MINCULTURE', 'PLAYER', 1, { player: 2 }, 'unknown'],
  ['of a nation is enough when it has as much', 'MINCULTURE', 'PLAYER', 5, { player: 2 }, true, withPlayer(2, { culture32: 5 })],
  ['of a nation is not enough when it has less', 'MINCULTURE', 'PLAYER', 6, { player: 2 }, false, withPlayer(2, { culture32: 5 })],
]);

const HITTITE = must(world.players.get(0)).nation;
const MAYAN = must(world.players.get(1)).nation;
const RUSSIAN = must(world.players.get(5)).nation;

// biome-ignore format: a line for each row
holds('the people of a city', [
  ['are of the nation of their citizens', 'NATIONALITY', 'CITY', HITTITE, ofNesa, true],
  ['are of no other', 'NATIONALITY', 'CITY', MAYAN, ofNesa, false],
  ['may be of several nations', 'NATIONALITY', 'CITY', MAYAN, cityContext(withDetail(nesa, { nationId: [0, 1] })), true],
  ['are unknown from outside', 'NATIONALITY', 'CITY', HITTITE, cityContext(fromOutside(nesa)), 'unknown'],
  ['are nobody without a city', 'NATIONALITY', 'CITY', HITTITE, us, false],
]);

// biome-ignore format: a line for each row
holds('goods', [
  ['come in by a trade route', 'GOOD', 'CITY', 1, ofKussara, true, trading(nesa.id)],
  ['that go out are not had', 'GOOD', 'CITY', 2, ofKussara, false, trading(nesa.id)],
  ['are none without routes', 'GOOD', 'CITY', 1, ofKussara, false],
  ['are unknown from outside', 'GOOD', 'CITY', 1, cityContext(fromOutside(kussara)), 'unknown', trading(nesa.id)],
  ['are none without a city', 'GOOD', 'CITY', 1, us, false],
]);

// biome-ignore format: a line for each row
holds('age', [
  ['of a city counts from its foundation', 'AGE', 'CITY', 58, ofNesa, true],
  ['of a city that is younger is not enough', 'AGE', 'CITY', 59, ofNesa, false],
  ['of a foreign city is unknown', 'AGE', 'CITY', 0, cityContext(fromOutside(nesa)), 'unknown'],
  ['of a nation is told in turns', 'AGE', 'PLAYER', 59, us, true],
  ['of a nation that is younger is not enough', 'AGE', 'PLAYER', 60, us, false],
  ['of a unit nobody knows', 'AGE', 'LOCAL', 0, { unit: archers }, 'unknown'],
  ['of nothing is not met', 'AGE', 'LOCAL', 0, us, false],
  ['of no city is not met', 'AGE', 'CITY', 0, us, false],
  ['of nobody is not met', 'AGE', 'PLAYER', 0, {}, false],
  ['is asked of nothing else', 'AGE', 'WORLD', 0, { ...ofNesa, unit: archers }, false],
]);

const improvements = [...world.ruleset.improvements.values()];
const BARRACKS = idOf(improvements, 'Barracks');
const TEMPLE = idOf(improvements, 'Temple');
const WALLS = idOf(improvements, 'City Walls');
const PALACE = idOf(improvements, 'Palace');
const PYRAMIDS = idOf(improvements, 'Pyramids');
const BARRACKS_II = idOf(improvements, 'Barracks II');

/** The owner of each great wonder; 162 for nobody. */
function wonderOwner(building: number, owner: number): World {
  return withGame({ greatWonderOwners: must(world.game).greatWonderOwners.with(building, owner) });
}

/** The city in which we have a wonder; 0 for none. */
function ownWonder(building: number, city: number): World {
  return withPlayer(0, { wonders: must(world.players.get(0)).wonders.with(building, city) });
}

/** The Pyramids stand in a city of player 1, who is of some team. */
function wonderOfPlayer1(team: number): World {
  const { wonders } = must(world.players.get(1));
  return withPlayer(1, { team, wonders: wonders.with(PYRAMIDS, 132) });
}

const DESTROYED = 161;
const LOST = -1;
const survives = { survives: true };

// biome-ignore format: a line for each row
holds('a building', [
  ['stands in the city', 'IMPROVEMENT', 'CITY', BARRACKS, ofNesa, true],
  ['does not stand in the city', 'IMPROVEMENT', 'CITY', TEMPLE, ofNesa, false],
  ['that shows from outside is missing for sure', 'IMPROVEMENT', 'CITY', WALLS, cityContext(fromOutside(kussara)), false],
  ['that does not show may be there', 'IMPROVEMENT', 'CITY', TEMPLE, cityContext(fromOutside(kussara)), 'unknown'],
  ['is nowhere without a city', 'IMPROVEMENT', 'CITY', BARRACKS, us, false],
  ['stands in a trading city', 'IMPROVEMENT', 'TRADEROUTE', WALLS, ofKussara, true, trading(nesa.id)],
  ['stands in no trading city', 'IMPROVEMENT', 'TRADEROUTE', TEMPLE, ofKussara, false, trading(nesa.id)],
  ['may stand in a trading city out of sight', 'IMPROVEMENT', 'TRADEROUTE', TEMPLE, ofKussara, 'unknown', trading(99_999)],
  ['is the one in question', 'IMPROVEMENT', 'LOCAL', TEMPLE, { building: TEMPLE }, true],
  ['is not the one in question', 'IMPROVEMENT', 'LOCAL', TEMPLE, { building: BARRACKS }, false],
  ['is not the one in question when there is none', 'IMPROVEMENT', 'LOCAL', TEMPLE, us, false, world, { present: false }],
  ['the ruleset does not know is nowhere', 'IMPROVEMENT', 'CITY', 999, ofNesa, false],
  ['is of its genus', 'IMPR_GENUS', 'LOCAL', 'IG_SMALL_WONDER', { building: PALACE }, true],
  ['is of no other genus', 'IMPR_GENUS', 'LOCAL', 'IG_GREAT_WONDER', { building: PALACE }, false],
  ['has no genus when there is none', 'IMPR_GENUS', 'LOCAL', 0, us, false, world, { present: false }],
]);

// biome-ignore format: a line for each row
holds('a wonder', [
  ['stands somewhere in the world', 'IMPROVEMENT', 'WORLD', PYRAMIDS, us, true, wonderOwner(PYRAMIDS, 3)],
  ['stands nowhere yet', 'IMPROVEMENT', 'WORLD', PYRAMIDS, us, false],
  ['that was destroyed is gone', 'IMPROVEMENT', 'WORLD', PYRAMIDS, us, false, wonderOwner(PYRAMIDS, DESTROYED)],
  ['that was destroyed counts where it survives', 'IMPROVEMENT', 'WORLD', PYRAMIDS, us, true, wonderOwner(PYRAMIDS, DESTROYED), survives],
  ['that nobody has built does not survive', 'IMPROVEMENT', 'WORLD', PYRAMIDS, us, false, world, survives],
  ['is unknown before the game', 'IMPROVEMENT', 'WORLD', PYRAMIDS, us, 'unknown', worldWith(world, { game: undefined })],
  ['of the world is great, no palace', 'IMPROVEMENT', 'WORLD', PALACE, us, false, wonderOwner(PALACE, 0)],
  ['belongs to the player', 'IMPROVEMENT', 'PLAYER', PALACE, us, true],
  ['does not belong to the player', 'IMPROVEMENT', 'PLAYER', PYRAMIDS, us, false],
  ['of the player is a wonder, no barracks', 'IMPROVEMENT', 'PLAYER', BARRACKS, us, false, ownWonder(BARRACKS, nesa.id)],
  ['that the player lost is gone', 'IMPROVEMENT', 'PLAYER', PALACE, us, false, ownWonder(PALACE, LOST)],
  ['that the player lost counts where it survives', 'IMPROVEMENT', 'PLAYER', PALACE, us, true, ownWonder(PALACE, LOST), survives],
  ['that the player never had does not survive', 'IMPROVEMENT', 'PLAYER', PYRAMIDS, us, false, world, survives],
  ['of a team mate counts for the team', 'IMPROVEMENT', 'TEAM', PYRAMIDS, us, true, wonderOfPlayer1(0)],
  ['of another team does not', 'IMPROVEMENT', 'TEAM', PYRAMIDS, us, false, wonderOfPlayer1(1)],
  ['is on the continent of the city', 'IMPROVEMENT', 'CONTINENT', PALACE, ofKussara, true],
  ['is not on a continent without it', 'IMPROVEMENT', 'CONTINENT', PYRAMIDS, ofKussara, false],
  ['is on another continent', 'IMPROVEMENT', 'CONTINENT', PALACE, ofKussara, false, withCity({ ...nesa, tile: OTHER_CONTINENT })],
  ['is somewhere unknown when its city is', 'IMPROVEMENT', 'CONTINENT', PALACE, ofKussara, 'unknown', ownWonder(PALACE, 99_999)],
  ['is on no continent without a city', 'IMPROVEMENT', 'CONTINENT', PALACE, us, false],
  ['is on no continent without a player', 'IMPROVEMENT', 'CONTINENT', PALACE, { city: kussara }, false],
]);

const techs = [...world.ruleset.techs.values()];
const MASONRY = idOf(techs, 'Masonry');
const FLIGHT = idOf(techs, 'Flight');
const POTTERY = idOf(techs, 'Pottery');

/** The world when somebody has known these, although nobody may know them now. */
function everKnown(tech: number): World {
  return withGame({ globalAdvances: must(world.game).globalAdvances.with(tech, true) });
}

/** The research of the others is told by embassies only. */
const withoutEmbassies = worldWith(world, {
  research: tableWith(new VersionedTable(), ({ id }) => id, must(world.research.get(0))),
});

/** Makes Barracks obsolete for whoever knows it. */
const GUNPOWDER = idOf(techs, 'Gunpowder');
const barracks = must(world.ruleset.improvements.get(BARRACKS));

test.each([
  ['for a player that knows the technology', us, knowing(0, GUNPOWDER), true],
  ['only for a player that knows the technology', us, world, false],
  ['only for the player that knows it, not for others', us, knowing(4, GUNPOWDER), false],
  [
    'perhaps, for a player that hides what it knows',
    { player: 4 },
    { ...withoutEmbassies, game: everKnown(GUNPOWDER).game },
    'unknown',
  ],
  ['once a building that replaces it stands in the city', ofNesa, withNesa([BARRACKS, BARRACKS_II]), true],
] as const)('a building is obsolete %s', (_statement, context, there, expected) => {
  const city = context === ofNesa ? there.cities.get(nesa.id) : undefined;
  expect(isObsolete(there, barracks, { ...context, city })).toBe(expected);
});

test.each([
  ['does not count once it is', us, knowing(0, GUNPOWDER), false],
  ['counts before it is obsolete', us, world, true],
  [
    'counts perhaps, when it is obsolete perhaps',
    { player: 4 },
    { ...withoutEmbassies, game: everKnown(GUNPOWDER).game },
    'unknown',
  ],
] as const)('a building that may be obsolete %s', (_statement, context, there, expected) => {
  const requirement = requirementOf('IMPROVEMENT', 'CITY', BARRACKS);
  expect(areMet(there, [requirement], { ...context, city: nesa })).toBe(expected);
});

/** The world in which these and no other buildings stand in Nesa. */
function withNesa(buildings: readonly number[]): World {
  const improvements = new Uint8Array(16);
  for (const building of buildings)
    improvements[building >> 3] = (improvements[building >> 3] ?? 0) | (1 << (building & 7));
  return withCity({ ...nesa, improvements });
}

/** The world in which a player knows one technology more. */
function knowing(player: number, tech: number): World {
  const research = must(world.research.get(player));
  const inventions = [...research.inventions].with(tech, '2').join('');
  return worldWith(world, {
    research: tableWith(world.research, ({ id }) => id, { ...research, inventions }),
  });
}

// biome-ignore format: a line for each row
holds('a technology', [
  ['is known to the player', 'ADVANCE', 'PLAYER', MASONRY, us, true],
  ['is not known to the player', 'ADVANCE', 'PLAYER', FLIGHT, us, false],
  ['of others is unknown without an embassy', 'ADVANCE', 'PLAYER', MASONRY, { player: 4 }, 'unknown', withoutEmbassies],
  ['that nobody ever had is known to nobody', 'ADVANCE', 'PLAYER', FLIGHT, { player: 4 }, false, withoutEmbassies],
  ['is known in the world when one player knows it', 'ADVANCE', 'WORLD', FLIGHT, us, true, knowing(4, FLIGHT)],
  ['is known to nobody in the world', 'ADVANCE', 'WORLD', FLIGHT, us, false],
  ['of an enemy does not count for the alliance', 'ADVANCE', 'ALLIANCE', FLIGHT, us, false, knowing(4, FLIGHT)],
  ['that anybody ever had survives', 'ADVANCE', 'WORLD', FLIGHT, us, true, everKnown(FLIGHT), survives],
  ['that nobody ever had does not survive', 'ADVANCE', 'WORLD', FLIGHT, us, false, world, survives],
  ['is unknown to have been before the game', 'ADVANCE', 'WORLD', FLIGHT, us, 'unknown', worldWith(world, { game: undefined }), survives],
  ['is not met without a player', 'ADVANCE', 'PLAYER', MASONRY, {}, false],
  ['with a flag is known', 'TECHFLAG', 'PLAYER', 'TF_BUILD_AIRBORNE', us, true, knowing(0, FLIGHT)],
  ['with a flag is not known', 'TECHFLAG', 'PLAYER', 'TF_BUILD_AIRBORNE', us, false],
  ['with a flag is known to anybody', 'TECHFLAG', 'WORLD', 'TF_BUILD_AIRBORNE', us, true, knowing(4, FLIGHT)],
  ['counts among those of the player', 'MINTECHS', 'PLAYER', 8, us, true],
  ['counts once', 'MINTECHS', 'PLAYER', 9, us, false],
  ['of others is not counted without an embassy', 'MINTECHS', 'PLAYER', 1, { player: 4 }, 'unknown', withoutEmbassies],
  ['counts among those of the world', 'MINTECHS', 'WORLD', 15, us, true],
  ['counts once in the world', 'MINTECHS', 'WORLD', 16, us, false],
  ['is not counted before the game', 'MINTECHS', 'WORLD', 1, us, 'unknown', worldWith(world, { game: undefined })],
  ['is counted for nobody', 'MINTECHS', 'PLAYER', 1, {}, false],
  ['is not counted for a team', 'MINTECHS', 'TEAM', 1, us, false],
  ['is known by number, not by name', 'ADVANCE', 'PLAYER', POTTERY, us, false],
]);

const [GROUP = 0] = must(world.ruleset.nations.get(HITTITE)).groups;

// biome-ignore format: a line for each row
holds('a player', [
  ['has its government', 'GOVERNMENT', 'PLAYER', 1, us, true],
  ['has no other', 'GOVERNMENT', 'PLAYER', 2, us, false],
  ['in contact shows its government', 'GOVERNMENT', 'PLAYER', 2, { player: 2 }, true],
  ['without contact hides it', 'GOVERNMENT', 'PLAYER', 4, { player: 1 }, 'unknown'],
  ['must be there to have one', 'GOVERNMENT', 'PLAYER', 1, {}, false],
  ['is of its nation', 'NATION', 'PLAYER', HITTITE, us, true],
  ['is of no other', 'NATION', 'PLAYER', MAYAN, us, false],
  ['of a nation plays somewhere', 'NATION', 'WORLD', MAYAN, us, true],
  ['of a nation plays nowhere', 'NATION', 'WORLD', 1, us, false],
  ['of a nation that is dead plays no more', 'NATION', 'WORLD', MAYAN, us, false, withPlayer(1, { isAlive: false })],
  ['of a nation that is dead has played', 'NATION', 'WORLD', MAYAN, us, true, withPlayer(1, { isAlive: false }), survives],
  ['is of a group of nations', 'NATIONGROUP', 'PLAYER', GROUP, us, true],
  ['is not of every group', 'NATIONGROUP', 'PLAYER', 99, us, false],
  ['of the own team counts for the team', 'NATION', 'TEAM', MAYAN, us, true, withPlayer(1, { team: 0 })],
  ['of another team does not', 'NATION', 'TEAM', MAYAN, us, false],
  ['without contact may be an ally', 'NATION', 'ALLIANCE', RUSSIAN, { player: 1 }, 'unknown', withRelation(0, 5, { contactTurnsLeft: 0 })],
  ['has its style', 'STYLE', 'PLAYER', 4, us, true],
  ['has no other style', 'STYLE', 'PLAYER', 3, us, false],
  ['must be there to have a style', 'STYLE', 'PLAYER', 4, {}, false, world, { present: false }],
  ['is an AI of its level', 'AI_LEVEL', 'PLAYER', 'AI_LEVEL_HARD', us, true],
  ['is no AI of another level', 'AI_LEVEL', 'PLAYER', 'AI_LEVEL_EASY', us, false],
  ['that is a human has no level', 'AI_LEVEL', 'PLAYER', 'AI_LEVEL_HARD', us, false, withPlayer(0, { flags: new Set() })],
  ['must be there to have a level', 'AI_LEVEL', 'PLAYER', 0, {}, false, world, { present: false }],
]);

const withUs = (player: number): Context => ({ player: 0, otherPlayer: player });
const embassyWith2 = withPlayer(0, { realEmbassy: must(world.players.get(0)).realEmbassy.with(2, true) });
const embassyOf2 = withPlayer(2, { realEmbassy: must(world.players.get(2)).realEmbassy.with(0, true) });
/** Bit 2: player 2. */
const visionFor2 = withPlayer(0, { givesSharedVision: Uint8Array.of(0b100) });

function withRelation(player: number, other: number, changes: object): World {
  const entry = [...world.diplomacy.values()].find(({ plr1, plr2 }) => plr1 === player && plr2 === other);
  const changed = { ...must(entry), ...changes };
  return worldWith(world, {
    diplomacy: tableWith(world.diplomacy, ({ plr1, plr2 }) => plr1 * 160 + plr2, changed),
  });
}

function reasonToCancel(player: number, against: number): World {
  return withRelation(player, against, { hasReasonToCancel: 1 });
}

// biome-ignore format: a line for each row
holds('between two players', [
  ['there is war', 'DIPLREL', 'LOCAL', 'DS_WAR', withUs(2), true],
  ['there is no war in a cease-fire', 'DIPLREL', 'LOCAL', 'DS_WAR', withUs(3), false],
  ['there is a cease-fire', 'DIPLREL', 'LOCAL', 'DS_CEASEFIRE', withUs(3), true],
  ['who are both strangers anything may be', 'DIPLREL', 'LOCAL', 'DS_WAR', { player: 1, otherPlayer: 99 }, 'unknown'],
  ['there is nothing when one is missing', 'DIPLREL', 'LOCAL', 'DS_WAR', us, false],
  ['there is nothing when the other is missing', 'DIPLREL', 'LOCAL', 'DS_WAR', { otherPlayer: 2 }, false],
  ['there is nothing when they are the same', 'DIPLREL', 'LOCAL', 'DRO_FOREIGN', withUs(0), false],
  ['there is foreignness', 'DIPLREL', 'LOCAL', 'DRO_FOREIGN', withUs(1), true],
  ['there is war with somebody', 'DIPLREL', 'PLAYER', 'DS_WAR', us, true],
  ['there is an alliance with nobody', 'DIPLREL', 'PLAYER', 'DS_ALLIANCE', us, false],
  ['one has an embassy', 'DIPLREL', 'LOCAL', 'DRO_HAS_REAL_EMBASSY', withUs(2), true, embassyWith2],
  ['one has no embassy', 'DIPLREL', 'LOCAL', 'DRO_HAS_REAL_EMBASSY', withUs(2), false],
  ['one hosts an embassy', 'DIPLREL', 'LOCAL', 'DRO_HOSTS_REAL_EMBASSY', withUs(2), true, embassyOf2],
  ['one hosts no embassy', 'DIPLREL', 'LOCAL', 'DRO_HOSTS_REAL_EMBASSY', withUs(2), false, embassyWith2],
  ['one has an embassy of some kind', 'DIPLREL', 'LOCAL', 'DRO_HAS_EMBASSY', withUs(2), true, embassyWith2],
  ['one has no embassy of any kind', 'DIPLREL', 'LOCAL', 'DRO_HAS_EMBASSY', withUs(2), false, embassyOf2],
  ['one hosts an embassy of some kind', 'DIPLREL', 'LOCAL', 'DRO_HOSTS_EMBASSY', withUs(2), true, embassyOf2],
  ['one hosts no embassy of any kind', 'DIPLREL', 'LOCAL', 'DRO_HOSTS_EMBASSY', withUs(2), false, embassyWith2],
  ['embassies of strangers are not told', 'DIPLREL', 'LOCAL', 'DRO_HAS_REAL_EMBASSY', { player: 1, otherPlayer: 5 }, 'unknown'],
  ['one gives shared vision', 'DIPLREL', 'LOCAL', 'DRO_GIVES_SHARED_VISION', withUs(2), true, visionFor2],
  ['one gives none', 'DIPLREL', 'LOCAL', 'DRO_GIVES_SHARED_VISION', withUs(3), false, visionFor2],
  ['one receives shared vision', 'DIPLREL', 'LOCAL', 'DRO_RECEIVES_SHARED_VISION', { player: 2, otherPlayer: 0 }, true, visionFor2],
  ['one receives none', 'DIPLREL', 'LOCAL', 'DRO_RECEIVES_SHARED_VISION', withUs(2), false, visionFor2],
  ['shared vision of strangers is not told', 'DIPLREL', 'LOCAL', 'DRO_GIVES_SHARED_VISION', { player: 1, otherPlayer: 5 }, 'unknown'],
  ['one has a reason for war', 'DIPLREL', 'LOCAL', 'DRO_HAS_CASUS_BELLI', withUs(3), true, reasonToCancel(0, 3)],
  ['one has no reason for war', 'DIPLREL', 'LOCAL', 'DRO_HAS_CASUS_BELLI', withUs(3), false, reasonToCancel(3, 0)],
  ['one has given a reason for war', 'DIPLREL', 'LOCAL', 'DRO_PROVIDED_CASUS_BELLI', withUs(3), true, reasonToCancel(3, 0)],
  ['reasons of strangers are not told', 'DIPLREL', 'LOCAL', 'DRO_HAS_CASUS_BELLI', { player: 1, otherPlayer: 5 }, 'unknown'],
]);

test.each([
  ['is had with oneself', world, 0, 0, true],
  ['is had when there is a real one', embassyWith2, 0, 2, true],
  ['is not had without', world, 0, 2, false],
])('an embassy %s', (_statement, there, player, host, expected) => {
  expect(hasEmbassy(there, player, host)).toBe(expected);
});

const terrains = [...world.ruleset.terrains.values()];
const PLAINS = idOf(terrains, 'Plains');
const FOREST = idOf(terrains, 'Forest');
const DEEP_OCEAN = idOf(terrains, 'Deep Ocean');
const extras = [...world.ruleset.extras.values()];
const ROAD = idOf(extras, 'Road');
const RIVER = idOf(extras, 'River');
const FORTRESS = idOf(extras, 'Fortress');
const atNesa: Context = { tile: nesa.tile };
const atSea: Context = { tile: OCEAN };
/** North of nothing: outside of all that is known. */
const nowhere: Context = { tile: 999_999 };

function withTile(tile: number, changes: object): World {
  const info = { ...must(world.tiles.get(tile)), ...changes };
  return worldWith(world, { tiles: tableWith(world.tiles, (one) => one.tile, info) });
}

/** Bit i: extra i is there. */
function extraBits(extra: number): Uint8Array {
  const bits = new Uint8Array(16);
  bits[extra >> 3] = 1 << (extra & 7);
  return bits;
}

// biome-ignore format: a line for each row
holds('a tile', [
  ['has its terrain', 'TERRAIN', 'LOCAL', PLAINS, atNesa, true],
  ['has no other', 'TERRAIN', 'LOCAL', FOREST, atNesa, false],
  ['has terrain beside it', 'TERRAIN', 'ADJACENT', FOREST, atNesa, true],
  ['has terrain only at a corner', 'TERRAIN', 'ADJACENT', idOf(terrains, 'Hills'), atNesa, true],
  ['has no corner among its sides', 'TERRAIN', 'CADJACENT', idOf(terrains, 'Hills'), atNesa, false],
  ['has terrain at a side', 'TERRAIN', 'CADJACENT', FOREST, atNesa, true],
  ['of the city has the terrain', 'TERRAIN', 'CITY', FOREST, ofNesa, true],
  ['of no city is not met', 'TERRAIN', 'CITY', FOREST, atNesa, false],
  ['of a foreign city is unknown', 'TERRAIN', 'CITY', FOREST, cityContext(fromOutside(nesa)), 'unknown'],
  ['of a trading city counts', 'TERRAIN', 'TRADEROUTE', PLAINS, ofKussara, true, trading(nesa.id)],
  ['of a trading city out of sight is unknown', 'TERRAIN', 'TRADEROUTE', DEEP_OCEAN, ofKussara, 'unknown', trading(99_999)],
  ['of a foreign city with its trade is unknown', 'TERRAIN', 'TRADEROUTE', FOREST, cityContext(fromOutside(nesa)), 'unknown'],
  ['has no terrain when it was never seen', 'TERRAIN', 'LOCAL', PLAINS, nowhere, 'unknown'],
  ['is not met when none is asked about', 'TERRAIN', 'LOCAL', PLAINS, us, false, world, { present: false }],
  ['is not asked for in the world', 'TERRAIN', 'WORLD', PLAINS, atNesa, false],
  ['is land', 'TERRAINCLASS', 'LOCAL', 'TC_LAND', atNesa, true],
  ['is no land at sea', 'TERRAINCLASS', 'LOCAL', 'TC_LAND', atSea, false],
  ['has a flag of its terrain', 'TERRFLAG', 'LOCAL', 'TER_NO_CITIES', atSea, true],
  ['has no flag of other terrain', 'TERRFLAG', 'LOCAL', 'TER_NO_CITIES', atNesa, false],
  ['can be irrigated', 'TERRAINALTER', 'LOCAL', 'TA_CAN_IRRIGATE', atNesa, true],
  ['cannot be irrigated', 'TERRAINALTER', 'LOCAL', 'TA_CAN_IRRIGATE', { tile: kussara.tile }, false],
  ['can be mined', 'TERRAINALTER', 'LOCAL', 'TA_CAN_MINE', { tile: must(world.cities.get(207)).tile }, true],
  ['cannot be mined', 'TERRAINALTER', 'LOCAL', 'TA_CAN_MINE', atNesa, false],
  ['can have a road', 'TERRAINALTER', 'LOCAL', 'TA_CAN_ROAD', atNesa, true],
  ['cannot have a road', 'TERRAINALTER', 'LOCAL', 'TA_CAN_ROAD', atSea, false],
  ['is altered in no other way', 'TERRAINALTER', 'LOCAL', 9, atNesa, false],
  ['has an extra', 'EXTRA', 'LOCAL', ROAD, atNesa, true],
  ['has not every extra', 'EXTRA', 'LOCAL', RIVER, atNesa, false],
  ['has an extra with a flag', 'EXTRAFLAG', 'LOCAL', 'EF_AUTO_ON_CITY_CENTER', atNesa, true],
  ['has no extra with a flag', 'EXTRAFLAG', 'LOCAL', 'EF_REFUEL', atNesa, false],
  ['has a road with a flag', 'ROADFLAG', 'LOCAL', 'RF_RIVER', { tile: workers.tile }, true],
  ['has no road with a flag', 'ROADFLAG', 'LOCAL', 'RF_RIVER', atNesa, false],
  ['has a base with a flag', 'BASEFLAG', 'LOCAL', 'BF_NOT_AGGRESSIVE', atNesa, true, withTile(nesa.tile, { extras: extraBits(FORTRESS) })],
  ['has no base with a flag', 'BASEFLAG', 'LOCAL', 'BF_NOT_AGGRESSIVE', atNesa, false],
  ['has few enough own units', 'MAXTILEUNITS', 'LOCAL', 9, atNesa, true],
  ['has too many units', 'MAXTILEUNITS', 'LOCAL', 0, atNesa, false],
  ['had too many units when it was last seen', 'MAXTILEUNITS', 'LOCAL', 0, atNesa, 'unknown', withTile(nesa.tile, { known: 'TILE_KNOWN_UNSEEN' })],
  ['may have units that are not seen', 'MAXTILEUNITS', 'LOCAL', 9, { tile: 1 }, 'unknown'],
  ['hides nothing from an observer', 'MAXTILEUNITS', 'LOCAL', 9, { tile: 1 }, true, worldWith(world, { seat: { ...world.seat, observer: true } })],
  ['is the centre of a city', 'CITYTILE', 'LOCAL', 'CITYT_CENTER', atNesa, true],
  ['is no centre of a city', 'CITYTILE', 'LOCAL', 'CITYT_CENTER', atSea, false],
  ['is the centre of the city in question', 'CITYTILE', 'LOCAL', 0, ofNesa, true],
  ['is the centre of another city', 'CITYTILE', 'LOCAL', 0, { ...ofNesa, tile: kussara.tile }, false],
  ['is claimed', 'CITYTILE', 'LOCAL', 'CITYT_CLAIMED', { tile: workers.tile }, true],
  ['is claimed by nobody', 'CITYTILE', 'LOCAL', 'CITYT_CLAIMED', atSea, false],
]);

const types = [...world.ruleset.unitTypes.values()];
const detail = must(archers.detail);

// biome-ignore format: a line for each row
holds('a unit', [
  ['is of its type', 'UTYPE', 'LOCAL', idOf(types, 'Archers'), { unit: archers }, true],
  ['is of no other', 'UTYPE', 'LOCAL', idOf(types, 'Workers'), { unit: archers }, false],
  ['is asked about by its type alone', 'UTYPE', 'LOCAL', idOf(types, 'Archers'), { unitType: archers.type }, true],
  ['is asked about by the type before the unit', 'UTYPE', 'LOCAL', idOf(types, 'Archers'), { unitType: workers.type, unit: archers }, false],
  ['is asked about in one range only', 'UTYPE', 'WORLD', idOf(types, 'Archers'), { unit: archers }, false],
  ['must be there', 'UTYPE', 'LOCAL', 0, us, false, world, { present: false }],
  ['has the flags of its type', 'UTFLAG', 'LOCAL', 'UTYF_SETTLERS', { unit: workers }, true],
  ['has no other flags', 'UTFLAG', 'LOCAL', 'UTYF_SETTLERS', { unit: archers }, false],
  ['is of its class', 'UCLASS', 'LOCAL', 3, { unit: trireme }, true],
  ['is of no other class', 'UCLASS', 'LOCAL', 3, { unit: archers }, false],
  ['has the flags of its class', 'UCFLAG', 'LOCAL', 'UCF_CAN_PILLAGE', { unit: archers }, true],
  ['has no flags of other classes', 'UCFLAG', 'LOCAL', 'UCF_CAN_PILLAGE', { unit: trireme }, false],
  ['is veteran enough', 'MINVETERAN', 'LOCAL', 1, { unit: archers }, true],
  ['is not veteran enough', 'MINVETERAN', 'LOCAL', 2, { unit: archers }, false],
  ['must be there to be a veteran', 'MINVETERAN', 'LOCAL', 0, us, false],
  ['is healthy enough', 'MINHP', 'LOCAL', 10, { unit: archers }, true],
  ['is not healthy enough', 'MINHP', 'LOCAL', 11, { unit: archers }, false],
  ['must be there to be healthy', 'MINHP', 'LOCAL', 0, us, false],
  ['has moves enough', 'MINMOVES', 'LOCAL', 3, { unit: archers }, true],
  ['has not enough moves', 'MINMOVES', 'LOCAL', 4, { unit: archers }, false],
  ['of others hides its moves', 'MINMOVES', 'LOCAL', 0, { unit: { ...archers, detail: undefined } }, 'unknown'],
  ['must be there to move', 'MINMOVES', 'LOCAL', 0, us, false],
  ['is carried', 'UNITSTATE', 'LOCAL', 'USP_TRANSPORTED', { unit: { ...archers, transportedBy: 213 } }, true],
  ['is not carried', 'UNITSTATE', 'LOCAL', 'USP_TRANSPORTED', { unit: archers }, false],
  ['carries', 'UNITSTATE', 'LOCAL', 'USP_TRANSPORTING', { unit: { ...trireme, occupied: true } }, true],
  ['carries nothing', 'UNITSTATE', 'LOCAL', 'USP_TRANSPORTING', { unit: trireme }, false],
  ['is at home', 'UNITSTATE', 'LOCAL', 'USP_DOMESTIC_TILE', { unit: archers }, true],
  ['is abroad', 'UNITSTATE', 'LOCAL', 'USP_DOMESTIC_TILE', { unit: trireme }, false],
  ['has a home city', 'UNITSTATE', 'LOCAL', 'USP_HAS_HOME_CITY', { unit: archers }, true],
  ['has no home city', 'UNITSTATE', 'LOCAL', 'USP_HAS_HOME_CITY', { unit: workers }, false],
  ['of others hides its home city', 'UNITSTATE', 'LOCAL', 'USP_HAS_HOME_CITY', { unit: { ...archers, detail: undefined } }, 'unknown'],
  ['can live where it is', 'UNITSTATE', 'LOCAL', 'USP_LIVABLE_TILE', { unit: archers }, true],
  ['cannot live at sea', 'UNITSTATE', 'LOCAL', 'USP_LIVABLE_TILE', { unit: { ...archers, tile: OCEAN } }, false],
  ['can live in a city where it is not native', 'UNITSTATE', 'LOCAL', 'USP_LIVABLE_TILE', { unit: { ...trireme, tile: nesa.tile } }, true],
  ['is native where it is', 'UNITSTATE', 'LOCAL', 'USP_NATIVE_TILE', { unit: trireme }, true],
  ['is not native in a city on land', 'UNITSTATE', 'LOCAL', 'USP_NATIVE_TILE', { unit: { ...trireme, tile: nesa.tile } }, false],
  ['is in no other state', 'UNITSTATE', 'LOCAL', 99, { unit: { ...archers, detail } }, 'unknown'],
  ['must be there to be in a state', 'UNITSTATE', 'LOCAL', 0, us, false],
]);

test('cities of others are asked about like our own', () => {
  expect(areMet(world, [requirementOf('NATIONALITY', 'CITY', MAYAN)], cityContext(petersburg))).toBe(false);
});

test.each([
  ['CITYS_CELEBRATION', { rapture: 1 }, { rapture: 0 }],
  ['CITYS_DISORDER', { anarchy: 2 }, { anarchy: 0 }],
  ['CITYS_STARVED', { hadFamine: true }, { hadFamine: false }],
])('%s is known of a city where the server tells it, and unknown where it does not', (name, there, not) => {
  const value = ownNamesOf('citystatus_type').indexOf(name);
  const status = [requirementOf('CITYSTATUS', 'CITY', value)];
  const met = (detail: object) =>
    areMet(world, status, cityContext({ ...nesa, detail: { ...must(nesa.detail), ...detail } }));
  expect([met(there), met(not), met({})]).toEqual([true, false, 'unknown']);
});
