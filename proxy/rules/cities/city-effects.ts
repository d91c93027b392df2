import { BoundedMap } from '#shared/core/bounded-map.js';
import type { EffectType } from '../../freeciv/generated/packets.js';
import { hasBit } from '../../freeciv/value-codecs.js';
import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { isWonder } from '../lookup/cities.js';
import { OUTPUT_COUNT } from '../lookup/outputs.js';
import { keepable } from '../requirements/effect-inputs.js';
import { effectValue } from '../requirements/effects.js';
import { cityInputs, type NationEffects, nationEffects } from '../requirements/nation-effects.js';
import { cityContext } from '../requirements/requirement.js';

/** What effects do to a city, in the units of each effect (doc/README.effects). Lists are by output number. */
export interface CityEffects {
  /** Per cent that the city makes (`EFT_OUTPUT_BONUS`, `EFT_OUTPUT_BONUS_2`); 100 without buildings. */
  readonly bonus: readonly number[];
  readonly waste: readonly WasteEffects[];
  /** Upkeep of units that the city need not pay (`EFT_UNIT_UPKEEP_FREE_PER_CITY`). */
  readonly freeUpkeep: readonly number[];
  /** Gold a turn for its buildings without wonders (`city_total_impr_gold_upkeep`, `EFT_UPKEEP_FREE`), whether the city or the nation pays. */
  readonly buildingUpkeep: number;
  /** Per cent by which trade routes bring more (`EFT_TRADEROUTE_PCT`). */
  readonly tradeRoutePercent: number;
  /** Whether content citizens pay gold (`EFT_HAPPINESS_TO_GOLD`). */
  readonly paysTithes: boolean;
  /** Citizens made content by buildings (`EFT_MAKE_CONTENT`), and last of all (`EFT_FORCE_CONTENT`). */
  readonly makesContent: number;
  readonly forcesContent: number;
  /** Citizens made happy (`EFT_MAKE_HAPPY`). */
  readonly makesHappy: number;
  /** Whether no citizen is unhappy in the end (`EFT_NO_UNHAPPY`). */
  readonly noneUnhappy: boolean;
  /** Citizens whom each soldier makes content, and the most soldiers that count; 0: all (`EFT_MARTIAL_LAW_EACH`, `EFT_MARTIAL_LAW_MAX`). */
  readonly martialLaw: { readonly each: number; readonly most: number };
  /** What each aggressive unit costs less, and all together (`EFT_MAKE_CONTENT_MIL_PER`, `EFT_MAKE_CONTENT_MIL`). */
  readonly militaryRelief: { readonly each: number; readonly all: number };
  /** Per cent of the citizens from enemy nations who are unhappy (`EFT_ENEMY_CITIZEN_UNHAPPY_PCT`). */
  readonly enemyCitizensUnhappy: number;
  /** Per cent of the food that the city keeps when it grows (`EFT_GROWTH_FOOD`). */
  readonly keptFood: number;
  /** The size up to which it may grow (`EFT_SIZE_ADJ`); undefined without a limit (`EFT_SIZE_UNLIMIT`). */
  readonly maxSize: number | undefined;
  /** Whether it grows by celebration (`EFT_RAPTURE_GROW`). */
  readonly growsByCelebration: boolean;
}

/** What decides how much of an output is lost, in per cent: in all, by 100 tiles to the centre, by half the span of the map, and what buildings spare. */
export interface WasteEffects {
  readonly level: number;
  readonly byDistance: number;
  readonly byRelativeDistance: number;
  readonly spared: number;
}

/** The effects that a city's `CityEffects` come from. */
export const CITY_EFFECTS = [
  'EFT_OUTPUT_BONUS',
  'EFT_OUTPUT_BONUS_2',
  'EFT_OUTPUT_WASTE',
  'EFT_OUTPUT_WASTE_BY_DISTANCE',
  'EFT_OUTPUT_WASTE_BY_REL_DISTANCE',
  'EFT_OUTPUT_WASTE_PCT',
  'EFT_UNIT_UPKEEP_FREE_PER_CITY',
  'EFT_UPKEEP_FREE',
  'EFT_TRADEROUTE_PCT',
  'EFT_HAPPINESS_TO_GOLD',
  'EFT_MAKE_CONTENT',
  'EFT_FORCE_CONTENT',
  'EFT_MAKE_HAPPY',
  'EFT_NO_UNHAPPY',
  'EFT_MARTIAL_LAW_EACH',
  'EFT_MARTIAL_LAW_MAX',
  'EFT_MAKE_CONTENT_MIL_PER',
  'EFT_MAKE_CONTENT_MIL',
  'EFT_ENEMY_CITIZEN_UNHAPPY_PCT',
  'EFT_GROWTH_FOOD',
  'EFT_SIZE_UNLIMIT',
  'EFT_SIZE_ADJ',
  'EFT_RAPTURE_GROW',
] as const satisfies readonly EffectType[];

/** Only listed effects may be asked for here: the inputs of others are not compared. */
type CityEffect = (typeof CITY_EFFECTS)[number];

const canBeKept = keepable(CITY_EFFECTS);

/** Different sets of buildings of one nation, those that are supposed among them. */
const MAX_CITIES = 600;

const keptOfNations = new WeakMap<NationEffects, BoundedMap<string, CityEffects>>();

/**
 * What effects do to a city. They are kept with their inputs, government, technologies and wonders of the nation, and
 * buildings of the city: cities with the same buildings share them, turn after turn.
 */
export function cityEffects(world: World, city: City): CityEffects {
  const nation = city.detail === undefined ? undefined : nationEffects(world, city.owner);
  if (nation === undefined || !canBeKept(world.ruleset)) return findEffects(world, city);
  let ofNation = keptOfNations.get(nation);
  if (ofNation === undefined) {
    ofNation = new BoundedMap(MAX_CITIES);
    keptOfNations.set(nation, ofNation);
  }
  const key = cityInputs(world, city);
  const kept = ofNation.get(key);
  if (kept !== undefined) return kept;
  const found = findEffects(world, city);
  ofNation.set(key, found);
  return found;
}

function findEffects(world: World, city: City): CityEffects {
  const context = cityContext(city);
  const value = (type: CityEffect) => effectValue(world, type, context);
  const each = <T>(of: (total: (type: CityEffect) => number) => T) =>
    Array.from({ length: OUTPUT_COUNT }, (_, output) =>
      of((type) => effectValue(world, type, { ...context, output })),
    );
  return {
    bonus: each((total) => bonusOf(total('EFT_OUTPUT_BONUS'), total('EFT_OUTPUT_BONUS_2'))),
    waste: each((total) => ({
      level: total('EFT_OUTPUT_WASTE'),
      byDistance: total('EFT_OUTPUT_WASTE_BY_DISTANCE'),
      byRelativeDistance: total('EFT_OUTPUT_WASTE_BY_REL_DISTANCE'),
      spared: total('EFT_OUTPUT_WASTE_PCT'),
    })),
    freeUpkeep: each((total) => total('EFT_UNIT_UPKEEP_FREE_PER_CITY')),
    buildingUpkeep: buildingUpkeep(world, city),
    tradeRoutePercent: value('EFT_TRADEROUTE_PCT'),
    paysTithes: value('EFT_HAPPINESS_TO_GOLD') > 0,
    makesContent: value('EFT_MAKE_CONTENT'),
    forcesContent: value('EFT_FORCE_CONTENT'),
    makesHappy: value('EFT_MAKE_HAPPY'),
    noneUnhappy: value('EFT_NO_UNHAPPY') > 0,
    martialLaw: { each: value('EFT_MARTIAL_LAW_EACH'), most: value('EFT_MARTIAL_LAW_MAX') },
    militaryRelief: { each: value('EFT_MAKE_CONTENT_MIL_PER'), all: value('EFT_MAKE_CONTENT_MIL') },
    enemyCitizensUnhappy: value('EFT_ENEMY_CITIZEN_UNHAPPY_PCT'),
    keptFood: value('EFT_GROWTH_FOOD'),
    maxSize: value('EFT_SIZE_UNLIMIT') > 0 ? undefined : value('EFT_SIZE_ADJ'),
    growsByCelebration: value('EFT_RAPTURE_GROW') > 0,
  };
}

function bonusOf(first: number, second: number): number {
  return Math.max(0, Math.trunc(((100 + first) * (100 + second)) / 100));
}

function buildingUpkeep(world: World, city: City): number {
  const spares: CityEffect = 'EFT_UPKEEP_FREE';
  let sum = 0;
  for (const building of world.ruleset.improvements.values()) {
    if (building.upkeep === 0 || isWonder(building) || !hasBit(city.improvements, building.id)) continue;
    const free = effectValue(world, spares, { building: building.id, ...cityContext(city) });
    if (building.upkeep > free) sum += building.upkeep;
  }
  return sum;
}
