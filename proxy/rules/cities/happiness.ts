import { memo } from '#shared/core/memo.js';
import type { City } from '../../world/city.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { areAtWar } from '../lookup/players.js';
import { effectValue } from '../requirements/effects.js';
import { specialistCount } from './citizens.js';
import { type CityEffects, cityEffects } from './city-effects.js';
import { martialLaw, unhappinessByUnits } from './city-support.js';
import { citiesOf } from './realm.js';

/** The citizens of a city by mood, specialists left out. */
export interface Moods {
  readonly happy: number;
  readonly content: number;
  readonly unhappy: number;
  readonly angry: number;
}

/** The citizens by mood, from the worst one up, while one influence after the other moves them. */
type Count = [angry: number, unhappy: number, content: number, happy: number];
const ANGRY = 0;
const UNHAPPY = 1;
const CONTENT = 2;
const HAPPY = 3;
type Mood = typeof ANGRY | typeof UNHAPPY | typeof CONTENT | typeof HAPPY;

/** How many citizens of any city a player has content by nature; negative for angry ones (`EFT_CITY_UNHAPPY_SIZE`, empire size). */
function contentByNature(world: World, player: number): number {
  const content = effectValue(world, 'EFT_CITY_UNHAPPY_SIZE', { player });
  const base = effectValue(world, 'EFT_EMPIRE_SIZE_BASE', { player });
  const step = effectValue(world, 'EFT_EMPIRE_SIZE_STEP', { player });
  if (base + step <= 0) return content;
  const over = citiesOf(world, player).length - base;
  if (over <= 0) return content;
  return content - 1 - (step === 0 ? 0 : Math.trunc((over - 1) / step));
}

/** The inputs of the moods of a city's citizens without luxury, in citizens. */
export interface MoodFactors {
  /** Their moods before anything else counts. */
  readonly natural: Moods;
  /** Luxury for each step up (`happy_cost`). */
  readonly luxuryPrice: number;
  /** Made content by buildings (`EFT_MAKE_CONTENT`). */
  readonly soothed: number;
  /** Upset because they come from nations that the owner is at war with. */
  readonly upsetByNationality: number;
  readonly martialLaw: number;
  readonly upsetByUnits: number;
  /** Made happy by wonders (`EFT_MAKE_HAPPY`). */
  readonly cheered: number;
  /** Made content last of all (`EFT_FORCE_CONTENT`). */
  readonly forcedContent: number;
  /** Whether no citizen is unhappy in the end (`EFT_NO_UNHAPPY`). */
  readonly noneUnhappy: boolean;
}

/** The inputs of the moods in a city that supports these units and has this many specialists. */
export function moodFactors(
  world: World,
  city: City,
  units: readonly Unit[],
  {
    specialists = specialistCount(city),
    effects = cityEffects(world, city),
  }: { readonly specialists?: number; readonly effects?: CityEffects } = {},
): MoodFactors {
  return {
    natural: naturalMoods(world, city, specialists),
    luxuryPrice: world.game?.happyCost ?? 2,
    soothed: effects.makesContent,
    upsetByNationality: unrestByNationality(world, city, effects),
    martialLaw: martialLaw(world, city, effects),
    upsetByUnits: unhappinessByUnits(world, city, units, effects),
    cheered: effects.makesHappy,
    forcedContent: effects.forcesContent,
    noneUnhappy: effects.noneUnhappy,
  };
}

/** Moods that were computed, by their factors and the luxury: dozens of rates are tried each turn. */
const moodsOf = memo((_: MoodFactors) => new Map<number, Moods>());

/** A city's moods with this much luxury, in the server's order (`citizen_base_mood` to `citizen_happy_wonders`). */
export function moodsWith(factors: MoodFactors, luxury: number): Moods {
  const known = moodsOf(factors);
  const found = known.get(luxury) ?? findMoods(factors, luxury);
  known.set(luxury, found);
  return found;
}

function findMoods(factors: MoodFactors, luxury: number): Moods {
  const { natural } = factors;
  const count: Count = [natural.angry, natural.unhappy, natural.content, natural.happy];
  spendLuxury(count, luxury, factors.luxuryPrice);
  soothe(count, factors.soothed);
  upset(count, factors.upsetByNationality);
  soothe(count, factors.martialLaw);
  upset(count, factors.upsetByUnits);
  cheerByWonders(count, factors);
  const [angry, unhappy, content, happy] = count;
  return { happy, content, unhappy, angry };
}

/** More unhappy citizens than happy ones: disorder (`city_unhappy`). */
export function isUnrest({ happy, unhappy, angry }: Moods): boolean {
  return happy < unhappy + 2 * angry;
}

/** Half of the citizens happy and none unhappy, in a city big enough: it celebrates (`city_happy`). */
export function isRejoicing(world: World, city: City, { happy, unhappy, angry }: Moods): boolean {
  const bigEnough = city.size >= (world.game?.celebratesize ?? Number.POSITIVE_INFINITY);
  return bigEnough && unhappy === 0 && angry === 0 && happy >= Math.floor((city.size + 1) / 2);
}

function naturalMoods(world: World, city: City, specialists: number): Moods {
  const nature = contentByNature(world, city.owner);
  const content = Math.max(0, Math.min(city.size, Math.max(0, nature)) - specialists);
  const mayBeAngry = (world.game?.angrycitizen ?? 0) !== 0 ? Math.max(0, -nature) : 0;
  const angry = Math.min(mayBeAngry, city.size - content - specialists);
  return { happy: 0, content, unhappy: city.size - specialists - content - angry, angry };
}

function move(count: Count, from: Mood, to: Mood, most: number): number {
  const moved = Math.max(0, Math.min(most, count[from]));
  count[from] -= moved;
  count[to] += moved;
  return moved;
}

/** Angry citizens first, then the content become happy, then the unhappy, at twice the price. */
function spendLuxury(count: Count, luxury: number, price: number): void {
  let left = luxury;
  left -= price * move(count, ANGRY, UNHAPPY, Math.floor(left / price));
  left -= price * move(count, CONTENT, HAPPY, Math.floor(left / price));
  left -= 2 * price * move(count, UNHAPPY, HAPPY, Math.floor(left / (2 * price)));
  if (left >= price) move(count, UNHAPPY, CONTENT, 1);
}

/** Makes this many steps from angry to unhappy and from unhappy to content. */
function soothe(count: Count, steps: number): void {
  const left = steps - move(count, ANGRY, UNHAPPY, steps);
  move(count, UNHAPPY, CONTENT, left);
}

/** Makes this many steps down: the content first, then the happy. */
function upset(count: Count, steps: number): void {
  let left = steps - move(count, CONTENT, UNHAPPY, steps);
  left -= 2 * move(count, HAPPY, UNHAPPY, Math.floor(left / 2));
  move(count, HAPPY, CONTENT, left);
}

function unrestByNationality(
  world: World,
  city: City,
  { enemyCitizensUnhappy: percent }: CityEffects,
): number {
  if (world.game?.citizenNationality !== true || percent <= 0 || city.detail === undefined) return 0;
  const { nationId, nationCitizens } = city.detail;
  const enemies = nationId.reduce(
    (sum, player, index) =>
      sum + (areAtWar(world, city.owner, player) === true ? (nationCitizens[index] ?? 0) : 0),
    0,
  );
  return Math.trunc((enemies * percent) / 100);
}

function cheerByWonders(count: Count, { cheered, forcedContent, noneUnhappy }: MoodFactors): void {
  let left = cheered;
  left -= move(count, CONTENT, HAPPY, left);
  left -= 2 * move(count, UNHAPPY, HAPPY, Math.floor(left / 2));
  if (!noneUnhappy) {
    soothe(count, left + forcedContent);
    return;
  }
  count[CONTENT] += count[UNHAPPY] + count[ANGRY];
  count[UNHAPPY] = 0;
  count[ANGRY] = 0;
}
