import type { CounselLine } from '#shared/protocol/state/counsel.js';
import { turnsToGrow } from '../../../proxy/rules/cities/growth.js';
import { wireNameOf } from '../../../proxy/rules/lookup/names.js';
import type { UnitType } from '../../../proxy/rules/lookup/nativity.js';
import { outputs } from '../../../proxy/rules/lookup/outputs.js';
import type { RealmBasis, RealmTotals } from '../../../proxy/rules/players/realm-forecast.js';
import { buildCost, buildTurns } from '../../../proxy/rules/production/build-costs.js';
import { canBuild, canChangeProduction } from '../../../proxy/rules/production/build-targets.js';
import { allTargets, productionOf, type Target } from '../../../proxy/rules/production/target.js';
import { canTypeDo } from '../../../proxy/rules/units/action-enablers.js';
import type { City } from '../../../proxy/world/city.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { Unit } from '../../../proxy/world/unit.js';
import type { World } from '../../../proxy/world/world.js';
import { type SettlingOutlook, type Site, settlingOutlook } from '../settling/settling.js';
import { idleFounders } from '../settling/sites.js';
import { type Situation, situationOf } from '../situation.js';
import { positionText, turnsText } from '../text-parts.js';
import { weightFrom, weightOf } from './line-parts.js';

type SettlingLine = Extract<CounselLine, { kind: 'settling' }>;
type FounderTarget = Extract<Target, { kind: 'VUT_UTYPE' }>;

/** A city that takes more turns to build settlers is not named. */
const MAX_TURNS = 20;

/** A city that builds, or could build, a unit that founds cities. */
interface Builder {
  readonly city: City;
  readonly target: FounderTarget;
  /** Turn changes until it has the unit, with the growth that it waits for. */
  readonly turns: number;
}

/** More settlers than sites, or more sites than settlers: both as far as land is known and can be reached. */
export function settlingCounsel({ world }: RealmBasis, now: RealmTotals): readonly SettlingLine[] {
  const situation = situationOf(world);
  const outlook = settlingOutlook(situation);
  const idle = idleFounders(situation);
  const building = situation.cities
    .flatMap((city) => builderOf(world, city, productionOf(world, city)) ?? [])
    .sort((a, b) => a.turns - b.turns);
  const surplus = idle.length + building.length - outlook.left;
  if (surplus > 0) return tooMany(world, now, outlook, idle, building);
  return surplus < 0 ? tooFew(situation, now, outlook, -surplus, building) : [];
}

function isFounder(world: World, type: UnitType): boolean {
  return canTypeDo(world, type, 'ACTION_FOUND_CITY');
}

/** When a city has built a unit that founds cities; undefined for anything else. */
function builderOf(world: World, city: City, target: Target | undefined): Builder | undefined {
  if (target?.kind !== 'VUT_UTYPE' || !isFounder(world, target.thing)) return undefined;
  const turns = Math.max(
    buildTurns(world, city, target) ?? Number.POSITIVE_INFINITY,
    growthTurns(world, city, target),
  );
  return { city, target, turns };
}

/** Turns until more citizens live in a city than leave with a unit (`city_can_build_unit`, pop cost). */
function growthTurns(world: World, city: City, { thing }: FounderTarget): number {
  if (city.size > thing.popCost) return 0;
  const growth = turnsToGrow(world, city);
  return growth === null || city.size < thing.popCost ? Number.POSITIVE_INFINITY : growth;
}

function tooMany(
  world: World,
  now: RealmTotals,
  { left, plan }: SettlingOutlook,
  idle: readonly Unit[],
  building: readonly Builder[],
): readonly SettlingLine[] {
  const stop = building.slice(Math.max(0, left - idle.length));
  const stranded = idle.filter(({ id }) => !plan.has(id));
  const sites = left === 1 ? '1 site for a city is' : `${left} sites for cities are`;
  const under = [
    ...(idle.length > 0 ? [`${idle.length} settlers wait`] : []),
    ...(building.length > 0 ? [`${building.length} are being built`] : []),
  ].join(' and ');
  const advice = [
    ...(stop.length > 0
      ? [`build something else in ${stop.map(({ city }) => nameText(city.name)).join(', ')}`]
      : []),
    ...(stranded.length > 0
      ? [`${stranded.map(({ id }) => id).join(', ')} can join a city or go by sea`]
      : []),
  ].join('; ');
  const shields = stop.reduce((sum, { target }) => sum + buildCost(world, target), 0);
  return [
    {
      kind: 'settling',
      text: `${sites} left in reach, ${under}: ${advice}`,
      weight: weightOf(shields, now),
      figures: {
        left,
        waiting: idle.map(({ id }) => id),
        building: building.map(({ city }) => city.id),
        stop: stop.map(({ city }) => city.id),
        city_id: null,
        turns: null,
        way: null,
        site: null,
      },
    },
  ];
}

/** The city that has settlers first, for the best site without settlers on the way. */
function tooFew(
  { world, cities }: Situation,
  now: RealmTotals,
  { sites, left }: SettlingOutlook,
  free: number,
  building: readonly Builder[],
): readonly SettlingLine[] {
  const site = sites.find(({ founder }) => founder === undefined);
  const [best] = cities
    .filter((city) => canChangeProduction(city) === true && !building.some((one) => one.city === city))
    .flatMap((city) => founderTargets(world, city).flatMap((target) => builderOf(world, city, target) ?? []))
    .filter(({ turns }) => turns <= MAX_TURNS)
    .sort((a, b) => a.turns - b.turns);
  if (site === undefined || best === undefined) return [];
  const { city, target, turns } = best;
  // The unit arrives without moves left, and founds the city a turn later.
  const way = world.map.distance(city.tile, site.tile) + 1;
  const sitesFree = free === 1 ? '1 site for a city has' : `${free} sites for cities have`;
  return [
    {
      kind: 'settling',
      text: `${sitesFree} no settlers, the best is ${positionText(world, site.tile)} (food ${site.city.centre[outputs.food]}, shields ${site.city.centre[outputs.shields]}, trade ${site.city.centre[outputs.trade]} in its centre): ${nameText(city.name)} can have ${wireNameOf(target.thing)} in ${turnsText(turns)}, a city there about ${way} later`,
      weight: weightFrom(firstPoints(site), turns + way, now),
      figures: {
        left,
        waiting: [],
        building: building.map((one) => one.city.id),
        stop: [],
        city_id: city.id,
        turns,
        way,
        site: world.map.position(site.tile),
      },
    },
  ];
}

function founderTargets(world: World, city: City): readonly Target[] {
  return allTargets(world).filter(
    (target) =>
      target.kind === 'VUT_UTYPE' && isFounder(world, target.thing) && canBuild(world, city, target) === true,
  );
}

/** What a city with one citizen makes in a turn. */
function firstPoints({ city }: Site): number {
  const sum = (yields: readonly number[]) => yields.reduce((total, amount) => total + amount, 0);
  return sum(city.centre) + sum(city.worked[0]?.yields ?? []);
}
