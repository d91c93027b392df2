import { citiesOf, isCapital } from '../../../proxy/rules/cities/realm.js';
import { hasBuilding, type Improvement, isGreatWonder } from '../../../proxy/rules/lookup/cities.js';
import { turnsLeft } from '../../../proxy/rules/lookup/game-length.js';
import { areOnOneTeam } from '../../../proxy/rules/lookup/players.js';
import { VersionCache } from '../../../proxy/rules/lookup/version-cache.js';
import { turnsToYear, yearOf } from '../../../proxy/rules/players/calendar.js';
import type { Spaceship } from '../../../proxy/rules/players/spaceship.js';
import { buildCost, buildTurns, shieldsATurn } from '../../../proxy/rules/production/build-costs.js';
import {
  canCityBuildImprovement,
  canPlayerBuildImprovement,
  SPACESHIP_PARTS,
} from '../../../proxy/rules/production/buildable.js';
import { targetOf } from '../../../proxy/rules/production/target.js';
import { buildingHasEffect, effectTotal } from '../../../proxy/rules/requirements/effects.js';
import { cityContext } from '../../../proxy/rules/requirements/requirement.js';
import { areMet } from '../../../proxy/rules/requirements/requirements.js';
import type { City } from '../../../proxy/world/city.js';
import type { World } from '../../../proxy/world/world.js';
import { type PartCounts, type ShipPlan, shipPlans } from './ship-plans.js';

/** A kind of spaceship part and how many of it are still missing. */
export interface LackingPart {
  readonly part: Improvement;
  readonly count: number;
}

/** A launched spaceship of another team. */
export interface RivalShip {
  readonly player: number;
  /** Turn changes until it arrives. */
  readonly turns: number;
}

/** What a seat still has to build to win by a spaceship, and in how many turns it would win. */
export interface SpaceRace {
  /** `wonder`: parts cannot be built before the wonder. `launch`: more parts would make the arrival no earlier. */
  readonly step: 'wonder' | 'parts' | 'launch' | 'flight';
  /** The great wonder that lets parts be built; undefined where they can be built. */
  readonly wonder: Improvement | undefined;
  readonly lacking: readonly LackingPart[];
  /** Shields of the missing parts and the wonder. */
  readonly shields: number;
  /** Own cities that can build parts: they have the building that parts need (a Factory). */
  readonly makers: readonly City[];
  /** Own cities that can build parts after one more building, with that building. */
  readonly candidates: ReadonlyMap<City, Improvement>;
  /** Turns until everything is built, at the present shields of these cities; 0 when nothing is missing. */
  readonly buildTurns: number;
  /** Turn changes from the launch to the arrival. */
  readonly flightTurns: number;
  readonly capital: City | undefined;
  /** The rival's ship that arrives first. */
  readonly rival: RivalShip | undefined;
  /** Whether the own ship arrives before the game ends and before any rival's. */
  readonly pays: boolean;
}

/** A city whose missing building takes more turns is not a candidate. */
const MAX_PREPARATION_TURNS = 30;

/** A ship that takes more turns to build is not planned. */
const MAX_BUILD_TURNS = 150;

const races = new VersionCache<SpaceRace | undefined>((world) => world, raceIn);

/** The space race of the seat; undefined where a spaceship does not win, or where the seat cannot build parts or the wonder before them. */
export function spaceRace(world: World): SpaceRace | undefined {
  return races.of(world);
}

/** Launched spaceships of other teams, the first to arrive first (`check_spaceship_arrival`). */
export function rivalShips(world: World): readonly RivalShip[] {
  const me = world.seat.player ?? -1;
  return [...world.spaceships.values()]
    .filter(({ playerNum: player }) => player !== me && !areOnOneTeam(world, me, player))
    .flatMap((ship) => {
      const turns = flightTurnsOf(world, ship);
      return turns === undefined ? [] : [{ player: ship.playerNum, turns }];
    })
    .sort((a, b) => a.turns - b.turns);
}

/** Turn changes until a launched ship arrives; undefined for one that is not under way. */
export function flightTurnsOf(world: World, ship: Spaceship): number | undefined {
  if (ship.sshipState !== 'SSHIP_LAUNCHED') return undefined;
  return turnsToYear(world, Math.floor((ship.launchYear32 ?? ship.launchYear16 ?? 0) + ship.travelTime));
}

function raceIn(world: World): SpaceRace | undefined {
  const me = world.seat.player;
  if (me === undefined || world.game?.victoryConditions.has('VC_SPACERACE') !== true) return undefined;
  const cities = citiesOf(world, me).filter(({ detail }) => detail !== undefined);
  const known = world.spaceships.get(me);
  const ship = known?.sshipState === 'SSHIP_NONE' ? undefined : known;
  if (ship?.sshipState === 'SSHIP_ARRIVED') return undefined;
  const [rival] = rivalShips(world);
  const shared = { capital: cities.find((city) => isCapital(world, city)), rival };
  const flight = ship && flightTurnsOf(world, ship);
  if (flight !== undefined)
    return { ...settled('flight', flight), ...shared, pays: paysAt(world, flight, rival) };
  const isOpen = effectTotal(world, 'EFT_ENABLE_SPACE', { player: me }).value > 0;
  const wonder = isOpen ? undefined : openingWonder(world, me);
  if (!isOpen && wonder === undefined) return undefined;
  const ways = shipPlans(ship).flatMap((plan) => wayOf(world, { ship, plan, wonder, cities }) ?? []);
  const best = ways.reduce<Way | undefined>(
    (soonest, way) => (soonest === undefined || totalOf(way) < totalOf(soonest) ? way : soonest),
    undefined,
  );
  return best && { ...best, ...shared, wonder, pays: paysAt(world, totalOf(best), rival) };
}

/** One way to build a ship, without the fields that all ways share. */
type Way = Omit<SpaceRace, 'capital' | 'rival' | 'pays' | 'wonder'>;

function settled(step: 'launch' | 'flight', flightTurns: number): Way & { readonly wonder: undefined } {
  const nothing = { wonder: undefined, lacking: [], shields: 0, makers: [], candidates: new Map() };
  return { step, ...nothing, buildTurns: 0, flightTurns };
}

function totalOf({ buildTurns: built, flightTurns }: Way): number {
  return built + flightTurns;
}

function paysAt(world: World, turns: number, rival: RivalShip | undefined): boolean {
  return turns <= turnsLeft(world) && (rival === undefined || turns < rival.turns);
}

/** The great wonder that the player can build and that opens the space race (`EFT_ENABLE_SPACE`). */
function openingWonder(world: World, player: number): Improvement | undefined {
  return [...world.ruleset.improvements.values()].find(
    (one) =>
      isGreatWonder(one) &&
      buildingHasEffect(world, one.id, 'EFT_ENABLE_SPACE') &&
      canPlayerBuildImprovement(world, player, one) === true,
  );
}

interface WayInputs {
  readonly ship: Spaceship | undefined;
  readonly plan: ShipPlan;
  readonly wonder: Improvement | undefined;
  readonly cities: readonly City[];
}

function wayOf(world: World, { ship, plan, wonder, cities }: WayInputs): Way | undefined {
  const lacking = lackingParts(world, plan.missing);
  if (lacking === undefined) return undefined;
  if (lacking.length === 0 && ship !== undefined && ship.successRate > 0)
    return settled('launch', turnsToYear(world, Math.floor(yearOf(world) + ship.travelTime)));
  const fitting = (city: City) =>
    lacking.every(({ part }) => areMet(world, part.reqs, cityContext(city)) === true);
  const makers = cities.filter(fitting);
  const candidates = new Map(
    cities.flatMap((city) => {
      const building = buildingBefore(world, city, lacking);
      return building === undefined ? [] : [[city, building] as const];
    }),
  );
  if (makers.length + candidates.size === 0 && lacking.length > 0) return undefined;
  const wonderTurns = wonder === undefined ? 0 : soonest(world, cities, wonder);
  const partTurns = turnsForParts(world, lacking, makers, candidates);
  if (wonderTurns === undefined || partTurns === undefined) return undefined;
  const shields = lacking.reduce((sum, { part, count }) => sum + count * shieldsOf(world, part), 0);
  return {
    step: wonder === undefined ? 'parts' : 'wonder',
    lacking,
    shields: shields + (wonder === undefined ? 0 : shieldsOf(world, wonder)),
    makers,
    candidates,
    buildTurns: Math.max(1, wonderTurns + partTurns),
    flightTurns: turnsToYear(world, Math.floor(yearOf(world) + plan.years)),
  };
}

/** The parts that a plan lacks; undefined where the seat does not know how to build one of them. */
function lackingParts(world: World, missing: PartCounts): readonly LackingPart[] | undefined {
  const found: LackingPart[] = [];
  for (const { effect, part: kind } of SPACESHIP_PARTS) {
    if (missing[kind] === 0) continue;
    const part = [...world.ruleset.improvements.values()].find((one) =>
      buildingHasEffect(world, one.id, effect),
    );
    if (part === undefined || !isKnown(world, part)) return undefined;
    found.push({ part, count: missing[kind] });
  }
  return found;
}

/** Whether the seat has the technologies of a part. */
function isKnown(world: World, { reqs }: Improvement): boolean {
  const techs = reqs.filter(({ type }) => type === 'VUT_ADVANCE');
  return areMet(world, techs, { player: world.seat.player }) === true;
}

/** The one building that a city lacks for parts and can build; undefined where it needs none or cannot. */
function buildingBefore(world: World, city: City, lacking: readonly LackingPart[]): Improvement | undefined {
  const needed = lacking.flatMap(({ part }) =>
    part.reqs.flatMap(({ type, value, present, range }) => {
      const building = world.ruleset.improvements.get(value);
      const isNeeded = type === 'VUT_IMPROVEMENT' && present && range === 'REQ_RANGE_CITY';
      return isNeeded && building !== undefined && hasBuilding(city, building) === false ? [building] : [];
    }),
  );
  const [first] = needed;
  const isOne = first !== undefined && needed.every((one) => one === first);
  return isOne && canCityBuildImprovement(world, city, first) === true ? first : undefined;
}

function soonest(world: World, cities: readonly City[], wonder: Improvement): number | undefined {
  const turns = cities.flatMap((city) => turnsFor(world, city, wonder) ?? []);
  return turns.length === 0 ? undefined : Math.min(...turns);
}

function turnsFor(world: World, city: City, building: Improvement): number | undefined {
  const target = targetOf(world, 'VUT_IMPROVEMENT', building.id);
  return target && canCityBuildImprovement(world, city, building) === true
    ? buildTurns(world, city, target)
    : undefined;
}

/** Turns until all parts are built by the makers, and by the candidates when they have their building; each city builds at most one part a turn. */
function turnsForParts(
  world: World,
  lacking: readonly LackingPart[],
  makers: readonly City[],
  candidates: ReadonlyMap<City, Improvement>,
): number | undefined {
  const now = makers.map((city) => ({ city, from: 0 }));
  const later = [...candidates].flatMap(([city, building]) => {
    const from = turnsFor(world, city, building) ?? Number.POSITIVE_INFINITY;
    return from <= MAX_PREPARATION_TURNS ? [{ city, from }] : [];
  });
  const builders = [...now, ...later].map(({ city, from }) => ({ from, rate: shieldsATurn(city) }));
  const shields = lacking.reduce((sum, { part, count }) => sum + count * shieldsOf(world, part), 0);
  const parts = lacking.reduce((sum, { count }) => sum + count, 0);
  const madeBy = (turn: number, each: (rate: number) => number) =>
    builders.reduce((sum, { from, rate }) => sum + each(rate) * Math.max(0, turn - from), 0);
  for (let turn = 0; turn <= MAX_BUILD_TURNS; turn += 1)
    if (madeBy(turn, (rate) => rate) >= shields && madeBy(turn, Math.sign) >= parts) return turn;
  return undefined;
}

function shieldsOf(world: World, { id }: Improvement): number {
  const target = targetOf(world, 'VUT_IMPROVEMENT', id);
  return target === undefined ? 0 : buildCost(world, target);
}
