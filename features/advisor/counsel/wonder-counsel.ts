import type { CounselLine } from '#shared/protocol/state/counsel.js';
import { type Improvement, isGreatWonder } from '../../../proxy/rules/lookup/cities.js';
import { displayName, resolveName, wireNameOf } from '../../../proxy/rules/lookup/names.js';
import type { RealmBasis, RealmTotals } from '../../../proxy/rules/players/realm-forecast.js';
import { buildCost, buildTurns } from '../../../proxy/rules/production/build-costs.js';
import { canChangeProduction } from '../../../proxy/rules/production/build-targets.js';
import {
  canCityBuildImprovement,
  canPlayerBuildImprovement,
} from '../../../proxy/rules/production/buildable.js';
import { type Target, targetOf } from '../../../proxy/rules/production/target.js';
import { isWonderAvailable } from '../../../proxy/rules/requirements/building-questions.js';
import type { City } from '../../../proxy/world/city.js';
import { plainText } from '../../../proxy/world/messages.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { World } from '../../../proxy/world/world.js';
import { turnsText } from '../text-parts.js';
import { buildingGain, cityGains, gainWords } from './building-gain.js';
import { HORIZON_TURNS, weightOf } from './line-parts.js';

type WonderLine = Extract<CounselLine, { kind: 'wonder' }>;
type WonderTarget = Extract<Target, { kind: 'VUT_IMPROVEMENT' }>;

/** A wonder that takes more turns is not proposed. */
const MAX_TURNS = 25;
const MIN_WEIGHT = 1;

/** A foreign city that builds a wonder, as the server told everybody. */
interface Rival {
  readonly cityId: number;
  /** The nation in the plural, and the city: `The Thai in Bangkok`. */
  readonly who: string;
  /** Of the game. */
  readonly since: number;
}

/**
 * Great wonders: those an own city builds and others as well, and the one that brings most of those an own city could
 * build. What others build is known by the messages of the last turns alone.
 */
export function wonderCounsel(basis: RealmBasis, now: RealmTotals): readonly WonderLine[] {
  const rivals = rivalBuilders(basis.world, basis.player);
  return [...races(basis, now, rivals), ...proposals(basis, now, rivals)];
}

type Rivals = ReadonlyMap<number, readonly Rival[]>;

function races({ world, cities }: RealmBasis, now: RealmTotals, rivals: Rivals): readonly WonderLine[] {
  return cities.flatMap(({ city }) => {
    const target = wonderTarget(world, city.detail?.productionKind, city.detail?.productionValue);
    const others = rivals.get(target?.value ?? -1) ?? [];
    if (target === undefined || others.length === 0) return [];
    const turns = buildTurns(world, city, target) ?? null;
    const stock = city.detail?.shieldStock ?? 0;
    const cost = buildCost(world, target);
    const time = turns === null ? 'makes no progress with it' : `has it in ${turnsText(turns)}`;
    const who = others.map((rival) => `${rival.who} (since turn ${rival.since})`).join(', ');
    return [
      {
        kind: 'wonder' as const,
        text: `${who} build ${displayName(target.thing.name)} too: ${nameText(city.name)} ${time}, ${stock} of ${cost} shields are there; another wonder takes them without loss`,
        weight: weightOf(stock, now),
        figures: {
          wonder: wireNameOf(target.thing) ?? target.thing.name,
          city_id: city.id,
          turns,
          stock,
          cost,
          gain: null,
          rivals: others.map(({ cityId }) => cityId),
        },
      },
    ];
  });
}

/** The wonder worth most that is not under way, in the city that would have it first. */
function proposals(
  { world, player, cities }: RealmBasis,
  now: RealmTotals,
  rivals: Rivals,
): readonly WonderLine[] {
  const underWay = new Set(
    cities.map(
      ({ city }) => wonderTarget(world, city.detail?.productionKind, city.detail?.productionValue)?.value,
    ),
  );
  const free = cities.filter(({ city }) => canChangeProduction(city) === true);
  const lines = [...world.ruleset.improvements.values()]
    .filter(
      (one) =>
        isGreatWonder(one) && !underWay.has(one.id) && canPlayerBuildImprovement(world, player, one) === true,
    )
    .flatMap((wonder) => {
      const first = firstCity(
        world,
        free.map(({ city }) => city),
        wonder,
      );
      const basis = free.find(({ city }) => city === first?.city);
      const gain = first && basis && buildingGain(world, cityGains(world, [basis], wonder), wonder, 0);
      if (first === undefined || gain === undefined) return [];
      return [proposal(wonder, first, gain, weightOf(gain.points, now), rivals.get(wonder.id) ?? [])];
    });
  return lines
    .filter(({ weight }) => weight >= MIN_WEIGHT)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, 1);
}

interface FirstCity {
  readonly city: City;
  readonly turns: number;
  readonly cost: number;
}

function firstCity(world: World, cities: readonly City[], wonder: Improvement): FirstCity | undefined {
  const target = wonderTarget(world, 'VUT_IMPROVEMENT', wonder.id);
  if (target === undefined) return undefined;
  const [first] = cities
    .filter((city) => canCityBuildImprovement(world, city, wonder) === true)
    .map((city) => ({
      city,
      turns: buildTurns(world, city, target) ?? HORIZON_TURNS,
      cost: buildCost(world, target),
    }))
    .filter(({ turns }) => turns <= MAX_TURNS)
    .sort((a, b) => a.turns - b.turns);
  return first;
}

function proposal(
  wonder: Improvement,
  { city, turns, cost }: FirstCity,
  gain: Parameters<typeof gainWords>[1],
  weight: number,
  others: readonly Rival[],
): WonderLine {
  const known =
    others.length === 0
      ? 'nobody is known to build it'
      : `${others.map(({ who }) => who).join(', ')} build it too`;
  return {
    kind: 'wonder',
    text: `${nameText(city.name)} can have ${gainWords(wonder, gain)}, in ${turnsText(turns)}; ${known}`,
    weight,
    figures: {
      wonder: wireNameOf(wonder) ?? wonder.name,
      city_id: city.id,
      turns,
      stock: city.detail?.shieldStock ?? 0,
      cost,
      gain: gain.figures,
      rivals: others.map(({ cityId }) => cityId),
    },
  };
}

function wonderTarget(
  world: World,
  kind: string | undefined,
  value: number | undefined,
): WonderTarget | undefined {
  const target = targetOf(world, kind ?? '', value ?? -1);
  return target?.kind === 'VUT_IMPROVEMENT' && isGreatWonder(target.thing) ? target : undefined;
}

/** `The Thai have started building The Colossus(W) in [l tgt="city" id=148 name="Bangkok" /].` */
const BUILDING =
  /^(?<who>.{1,100}) have (?<what>started|stopped) building (?<wonder>.{1,100}?)(?:\([A-Z*]\))? in (?<city>.{1,100})\.$/u;
const CITY_ID = /tgt="city" id=(?<id>\d+) /u;

/** The foreign cities that build great wonders, by the number of the wonder. */
function rivalBuilders(world: World, me: number): Rivals {
  const building = new Map<number, Rival & { readonly wonder: number }>();
  for (const { event, text, turn } of world.messages.all) {
    if (event !== 'E_WONDER_STARTED' && event !== 'E_WONDER_STOPPED') continue;
    const cityId = Number(CITY_ID.exec(text)?.groups?.id ?? -1);
    const { who = '', what, wonder = '', city = '' } = BUILDING.exec(plainText(text))?.groups ?? {};
    building.delete(cityId);
    const thing = resolveName(world.ruleset.improvements.values(), wonder);
    if (what !== 'started' || !thing.ok || cityId < 0 || world.cities.get(cityId)?.owner === me) continue;
    building.set(cityId, { cityId, who: `${who} in ${nameText(city)}`, since: turn, wonder: thing.value.id });
  }
  const rivals = new Map<number, readonly Rival[]>();
  for (const { wonder, ...rival } of building.values()) {
    if (isOpen(world, wonder)) rivals.set(wonder, [...(rivals.get(wonder) ?? []), rival]);
  }
  return rivals;
}

function isOpen(world: World, wonder: number): boolean {
  const improvement = world.ruleset.improvements.get(wonder);
  return improvement !== undefined && isWonderAvailable(world, improvement);
}
