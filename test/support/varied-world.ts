import type {
  ClauseType,
  DiplstateType,
  KnownType,
  PacketFields,
  UnitActivity,
  UnitOrders,
} from '../../proxy/freeciv/generated/packets.js';
import { hasBit } from '../../proxy/freeciv/value-codecs.js';
import { MAX_PLAYER_SLOTS } from '../../proxy/freeciv/wire-stream.js';
import { tilesWithin } from '../../proxy/rules/lookup/adjacency.js';
import { canExistAt, type UnitType } from '../../proxy/rules/lookup/nativity.js';
import type { City } from '../../proxy/world/city.js';
import { type Unit, unitFromInfo } from '../../proxy/world/unit.js';
import { VersionedTable } from '../../proxy/world/versioned-table.js';
import type { World } from '../../proxy/world/world.js';
import { must } from './changed-world.js';
import { ownCities, ownUnits } from './own-things.js';
import { seededRandom } from './seeded-random.js';

/** Draws that are the same for the same seed. */
class Draw {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    // The first numbers of near seeds are near.
    for (let i = 0; i < 10; i += 1) this.#random();
  }

  chance(probability: number): boolean {
    return this.#random() < probability;
  }

  /** A whole number from `min` to `max`. */
  int(min: number, max: number): number {
    return min + Math.floor(this.#random() * (max - min + 1));
  }

  one<T>(values: readonly T[]): T {
    return must(values[this.int(0, values.length - 1)]);
  }

  bits(bytes: Uint8Array, probability: number): Uint8Array {
    return Uint8Array.from(bytes, () =>
      [0, 1, 2, 3, 4, 5, 6, 7].reduce((byte, bit) => byte | (this.chance(probability) ? 1 << bit : 0), 0),
    );
  }
}

const STATES: readonly DiplstateType[] = [
  ...(['DS_WAR', 'DS_WAR', 'DS_PEACE', 'DS_ALLIANCE', 'DS_ALLIANCE'] as const),
  ...(['DS_CEASEFIRE', 'DS_ARMISTICE', 'DS_NO_CONTACT', 'DS_TEAM'] as const),
];

const ACTIVITIES: readonly UnitActivity[] = [
  ...(['ACTIVITY_IDLE', 'ACTIVITY_IDLE', 'ACTIVITY_IDLE', 'ACTIVITY_FORTIFIED', 'ACTIVITY_SENTRY'] as const),
  ...(['ACTIVITY_POLLUTION', 'ACTIVITY_MINE', 'ACTIVITY_IRRIGATE', 'ACTIVITY_PILLAGE'] as const),
  ...(['ACTIVITY_TRANSFORM', 'ACTIVITY_FALLOUT', 'ACTIVITY_BASE', 'ACTIVITY_GEN_ROAD'] as const),
];

const CLAUSES: readonly ClauseType[] = [
  ...(['CLAUSE_ADVANCE', 'CLAUSE_GOLD', 'CLAUSE_MAP', 'CLAUSE_SEAMAP', 'CLAUSE_CITY'] as const),
  ...(['CLAUSE_CEASEFIRE', 'CLAUSE_PEACE', 'CLAUSE_ALLIANCE', 'CLAUSE_VISION', 'CLAUSE_EMBASSY'] as const),
];

const UNITS = 160;
/** So far around the seat's cities and units all tiles and new units are drawn. */
const RADIUS_SQ = 26;

/** A table of what was drawn: a third of it is new in this version, the rest is from before. */
function tableOf<T>(
  world: World,
  draw: Draw,
  values: readonly T[],
  keyOf: (value: T) => number,
): VersionedTable<T> {
  const table = new VersionedTable<T>();
  const marked = values.map((value) => ({ value, isNew: draw.chance(0.3) }));
  for (const { value, isNew } of marked) if (!isNew) table.set(keyOf(value), value, world.version - 1);
  for (const { value, isNew } of marked) if (isNew) table.set(keyOf(value), value, world.version);
  return table;
}

/**
 * A world with everything in it that rules tell apart, drawn by `seed`: the rules, the map and the cities of `world`,
 * units of all types and owners, on foot and aboard, extras, fog, borders, treaties, governments, techs and settings.
 * No server would let all of it come about; each single thing may.
 */
export function variedWorld(world: World, seed: number): World {
  const draw = new Draw(seed);
  const players = variedPlayers(world, draw);
  const stage = new Set(
    [...ownCities(world), ...ownUnits(world)]
      .flatMap(({ tile }) => tilesWithin(world.map, tile, RADIUS_SQ))
      .slice(0, 250),
  );
  const varied = {
    ...world,
    game: world.game && variedGame(world.game, draw),
    players,
    ...{ tiles: variedTiles(world, stage, draw), diplomacy: variedDiplomacy(world, draw) },
    ...{ cities: variedCities(world, draw), research: variedResearch(world, draw) },
    treaties: variedTreaties(world, draw),
  };
  return { ...varied, units: variedUnits(varied, [...stage], draw) };
}

function variedGame(game: PacketFields['game_info'], draw: Draw): PacketFields['game_info'] {
  return {
    ...game,
    ...{ restrictinfra: draw.chance(0.5), killstack: draw.chance(0.5), slowInvasions: draw.chance(0.5) },
    ...{ tiredAttack: draw.chance(0.5), citymindist: draw.int(1, 2), angrycitizen: draw.int(0, 1) },
    ...{
      teamPooledResearch: false,
      techTradeAllowHoles: draw.chance(0.5),
      citizenNationality: draw.chance(0.5),
    },
    ...{ notradesize: draw.int(0, 4), fulltradesize: draw.int(1, 8), techLeakPct: draw.int(20, 80) },
    ...{ shieldbox: draw.int(50, 200), sciencebox: draw.int(50, 200), celebratesize: draw.int(1, 5) },
    borders: draw.one(['BORDERS_DISABLED', 'BORDERS_ENABLED', 'BORDERS_EXPAND']),
    happyborders: draw.one(['HB_DISABLED', 'HB_NATIONAL', 'HB_ALLIANCE']),
    goldUpkeepStyle: draw.one(['GOLD_UPKEEP_CITY', 'GOLD_UPKEEP_MIXED', 'GOLD_UPKEEP_NATION']),
    revolentype: draw.one(['REVOLEN_FIXED', 'REVOLEN_RANDOM', 'REVOLEN_QUICKENING', 'REVOLEN_RANDQUICK']),
    techLeakage: draw.one([
      'TECH_LEAKAGE_NONE',
      'TECH_LEAKAGE_EMBASSIES',
      'TECH_LEAKAGE_PLAYERS',
      'TECH_LEAKAGE_NO_BARBS',
    ]),
    victoryConditions: new Set([
      ...(draw.chance(0.7) ? (['VC_SPACERACE'] as const) : []),
      ...(draw.chance(0.7) ? (['VC_CULTURE'] as const) : []),
    ]),
    greatWonderOwners: game.greatWonderOwners.map((owner) => (draw.chance(0.2) ? draw.int(0, 3) : owner)),
    techCostStyle: draw.one(['TECH_COST_CIV1CIV2', 'TECH_COST_CLASSIC', 'TECH_COST_LINEAR']),
    diplomacy: draw.one([
      'DIPLO_FOR_ALL',
      'DIPLO_FOR_HUMANS',
      'DIPLO_FOR_AIS',
      'DIPLO_NO_AIS',
      'DIPLO_NO_MIXED',
      'DIPLO_FOR_TEAMS',
      'DIPLO_DISABLED',
    ]),
  };
}

function variedPlayers(world: World, draw: Draw): World['players'] {
  const governments = [...world.ruleset.governments.keys()];
  const turn = world.game?.turn ?? 0;
  const players = [...world.players.values()].map((player) => {
    const luxury = draw.int(0, 4) * 10;
    const science = draw.int(0, 6) * 10;
    return {
      ...player,
      ...{ luxury, science, tax: 100 - luxury - science, gold: draw.int(0, 300) },
      revolutionFinishes: draw.chance(0.4) ? draw.int(0, 2) + turn : -1,
      ...{ government: draw.one(governments), targetGovernment: draw.one(governments) },
      realEmbassy: player.realEmbassy.map(() => draw.chance(0.4)),
      ...{ culture32: draw.int(0, 2000), techUpkeep: draw.int(0, 3), scienceCost: draw.int(80, 150) },
      givesSharedVision: draw.bits(player.givesSharedVision, 0.4),
      isAlive: player.playerno === world.seat.player || draw.chance(0.9),
      team: draw.chance(0.8) ? player.playerno : 0,
      flags: new Set(draw.chance(0.5) ? (['PLRF_AI'] as const) : []),
    };
  });
  return tableOf(world, draw, players, ({ playerno }) => playerno);
}

function variedDiplomacy(world: World, draw: Draw): World['diplomacy'] {
  const numbers = [...world.players.values()].map(({ playerno }) => playerno);
  const states = numbers.flatMap((one) =>
    numbers.flatMap((other) => {
      if (other <= one) return [];
      const type = draw.one(STATES);
      const turnsLeft = draw.int(0, 16);
      const sides = [[one, other] as const, [other, one] as const];
      return sides.map(([plr1, plr2]) => {
        const told = { hasReasonToCancel: draw.int(0, 2), contactTurnsLeft: draw.int(0, 3), turnsLeft };
        return { diplstateId: plr1 * MAX_PLAYER_SLOTS + plr2, plr1, plr2, type, ...told };
      });
    }),
  );
  return tableOf(world, draw, states, ({ diplstateId }) => diplstateId);
}

/** A meeting with every second player. */
function variedTreaties(world: World, draw: Draw): World['treaties'] {
  const own = world.seat.player ?? 0;
  const treaties = [...world.players.values()]
    .filter(({ playerno }) => playerno !== own && draw.chance(0.5))
    .map(({ playerno: counterpart }) => ({
      counterpart,
      clauses: CLAUSES.filter(() => draw.chance(0.3)).map((type) => ({
        ...{ type, giver: draw.one([own, counterpart]) },
        value: type === 'CLAUSE_CITY' ? draw.one([...world.cities.values()]).id : draw.int(1, 50),
      })),
      ...{ iAccepted: draw.chance(0.3), otherAccepted: draw.chance(0.5) },
    }));
  return tableOf(world, draw, treaties, ({ counterpart }) => counterpart);
}

function variedResearch(world: World, draw: Draw): World['research'] {
  const techs = [...world.ruleset.techs.keys()];
  const [sample] = [...world.research.values()];
  if (sample === undefined) return world.research;
  const told = [...world.players.values()].filter(
    ({ playerno }) => playerno === world.seat.player || draw.chance(0.7),
  );
  const researches = told.map(({ playerno: id }) => {
    const known = draw.int(3, 9) / 10;
    return {
      ...{ ...sample, id, bulbsResearched: draw.int(-5, 90), totalBulbsProd: draw.int(0, 40) },
      inventions: [...sample.inventions]
        .map((_, tech) => (tech === 0 || draw.chance(known) ? '2' : draw.one(['0', '1'])))
        .join(''),
      ...{ researching: draw.one(techs), techGoal: draw.one(techs), techsResearched: draw.int(3, 60) },
      researchingCost: draw.int(50, 400),
    };
  });
  return tableOf(world, draw, researches, ({ id }) => id);
}

const KNOWLEDGE: readonly KnownType[] = [
  ...(['TILE_KNOWN_SEEN', 'TILE_KNOWN_SEEN', 'TILE_KNOWN_SEEN', 'TILE_KNOWN_SEEN'] as const),
  ...(['TILE_KNOWN_SEEN', 'TILE_KNOWN_UNSEEN', 'TILE_UNKNOWN'] as const),
];

function variedTiles(world: World, stage: ReadonlySet<number>, draw: Draw): World['tiles'] {
  const owners = [255, ...[...world.players.values()].map(({ playerno }) => playerno)];
  const land = [...world.ruleset.terrains.keys()];
  const density = draw.int(5, 40) / 100;
  const tiles = [...world.tiles.values()].map((tile) => {
    if (!stage.has(tile.tile)) return tile;
    const owner = draw.chance(0.5) ? tile.owner : draw.one(owners);
    const terrain = draw.chance(0.6) ? tile.terrain : draw.one(land);
    const extras = draw.bits(tile.extras, density);
    return { ...tile, known: draw.one(KNOWLEDGE), owner, extrasOwner: owner, terrain, extras };
  });
  return tableOf(world, draw, tiles, ({ tile }) => tile);
}

/** The seat's own cities with all that it is told, the others as they are seen from outside. */
function variedCities(world: World, draw: Draw): World['cities'] {
  const cities = [...world.cities.values()].map((city) => {
    const improvements = draw.bits(city.improvements, draw.int(5, 60) / 100);
    const base = { ...city, improvements, size: draw.int(1, 18), detail: undefined };
    if (city.owner !== world.seat.player || city.detail === undefined)
      return { ...base, occupied: draw.chance(0.5) };
    return { ...base, detail: { ...city.detail, improvements, ...variedDetail(world, base, draw) } };
  });
  return tableOf<City>(world, draw, cities, ({ id }) => id);
}

function variedDetail(world: World, { owner, size }: City, draw: Draw): Partial<PacketFields['city_info']> {
  const { ruleset } = world;
  const things = [
    ...[...ruleset.unitTypes.keys()].map((value) => ({ kind: 'VUT_UTYPE' as const, value })),
    ...[...ruleset.improvements.keys()].map((value) => ({ kind: 'VUT_IMPROVEMENT' as const, value })),
  ];
  const production = draw.one(things);
  const before = draw.one(things);
  const turn = world.game?.turn ?? 0;
  const specialists = [...ruleset.specialists.keys()].map(() => draw.int(0, 2));
  return {
    ...{ size, specialists },
    ...{ productionKind: production.kind, productionValue: production.value },
    ...{ changedFromKind: before.kind, changedFromValue: before.value },
    ...{
      turnFounded: turn - draw.int(0, 30),
      turnLastBuilt: turn - draw.int(0, 3),
      didBuy: draw.chance(0.2),
    },
    ...{
      shieldStock: draw.int(0, 60),
      beforeChangeShields: draw.int(0, 60),
      disbandedShields: draw.int(0, 20),
    },
    ...{
      caravanShields: draw.int(0, 20),
      lastTurnsShieldSurplus: draw.int(0, 10),
      buyCost: draw.int(0, 300),
    },
    ...{
      didSell: draw.chance(0.2),
      wasHappy: draw.chance(0.5),
      culture32: draw.int(0, 300),
      airlift: draw.int(0, 2),
    },
    surplus: [0, 1, 2, 3, 4, 5].map(() => draw.int(-2, 12)),
    nationId: [owner, ...[...world.players.values()].map(({ playerno }) => playerno)],
    nationCitizens: [1, ...[...world.players.values()].map(() => draw.int(0, 3))],
    pplHappy: [draw.int(0, 4)],
    pplUnhappy: [draw.int(0, 4)],
    pplAngry: [draw.int(0, 1)],
  };
}

function variedUnits(world: World, stage: readonly number[], draw: Draw): World['units'] {
  const sample = must(ownUnits(world).find(({ detail }) => detail !== undefined)?.detail);
  const own = world.seat.player ?? 0;
  const others = [...world.players.values()].map(({ playerno }) => playerno);
  const units = new Map<number, Unit>();
  for (let id = 10_000; id < 10_000 + UNITS; id += 1) {
    const type = draw.one([...world.ruleset.unitTypes.values()]);
    const owner = draw.chance(0.6) ? own : draw.one(others);
    const unit = variedUnit(
      world,
      { id, owner, type, tile: placeFor(world, type, stage, draw) },
      sample,
      draw,
    );
    const carrier = draw.chance(0.5) ? carrierOf(world, units, type, draw) : undefined;
    const aboard = carrier && { tile: carrier.tile, transportedBy: carrier.id };
    units.set(id, { ...unit, ...aboard, detail: owner === own ? unit.detail : undefined });
    if (carrier !== undefined) units.set(carrier.id, { ...carrier, occupied: true });
  }
  return tableOf(world, draw, [...units.values()], ({ id }) => id);
}

/** Mostly a place where such a unit can be, often a city. */
function placeFor(world: World, type: UnitType, stage: readonly number[], draw: Draw): number {
  const cities = [...world.cities.values()];
  if (draw.chance(0.2) && cities.length > 0) return draw.one(cities).tile;
  const tries = [1, 2, 3].map(() => draw.one(stage));
  return tries.find((tile) => canExistAt(world, type, tile) === true) ?? draw.one(tries);
}

function variedUnit(
  world: World,
  base: Pick<Unit, 'id' | 'owner' | 'tile'> & { readonly type: UnitType },
  sample: PacketFields['unit_info'],
  draw: Draw,
): Unit {
  const { id, owner, tile, type } = base;
  const moveFragments = world.ruleset.terrainControl?.moveFragments ?? 1;
  const homes = ownCities(world).map((city) => city.id);
  const hasOrders = draw.chance(0.3);
  return unitFromInfo({
    ...{ ...sample, id, owner, tile, type: type.id, hp: draw.int(1, type.hp), veteran: draw.int(0, 3) },
    ...{ activity: draw.one(ACTIVITIES), activityTgt: draw.one([-1, ...world.ruleset.extras.keys()]) },
    ...{ activityCount: draw.int(0, 40), occupied: false, transported: false, doneMoving: draw.chance(0.2) },
    ...{ movesleft: draw.one([0, 1, draw.int(1, moveFragments), type.moveRate]), stay: draw.chance(0.05) },
    ...{ homecity: draw.one([0, ...homes]), fuel: draw.int(0, Math.max(1, type.fuel)), upkeep: type.upkeep },
    ...{
      hasOrders,
      ordersLength: hasOrders ? 3 : 0,
      ordersIndex: draw.int(0, 2),
      ordersRepeat: draw.chance(0.3),
    },
    orders: hasOrders ? [draw.one(ORDERS), draw.one(ORDERS), draw.one(ORDERS)] : [],
    ordersDirs: hasOrders ? [1, 2, 3].map(() => draw.one(world.map.directions)) : [],
    gotoTile: hasOrders ? draw.one([...world.tiles.values()]).tile : sample.gotoTile,
  });
}

const ORDERS: readonly UnitOrders[] = ['ORDER_MOVE', 'ORDER_ACTION_MOVE', 'ORDER_FULL_MP', 'ORDER_MOVE'];

/** A unit that may have one of a type aboard, drawn. */
function carrierOf(
  world: World,
  units: ReadonlyMap<number, Unit>,
  { unitClassId }: UnitType,
  draw: Draw,
): Unit | undefined {
  const fitting = [...units.values()].filter(({ type }) => {
    const carrier = world.ruleset.unitTypes.get(type);
    return carrier !== undefined && carrier.transportCapacity > 0 && hasBit(carrier.cargo, unitClassId);
  });
  return fitting.length === 0 ? undefined : draw.one(fitting);
}
