import { memoByInput } from '#shared/core/memo.js';
import type { EffectType } from '../../../proxy/freeciv/generated/packets.js';
import { withBit } from '../../../proxy/freeciv/value-codecs.js';
import {
  type CityBasis,
  type CityEconomy,
  cityBasis,
  cityEconomy,
  type KeptParts,
} from '../../../proxy/rules/cities/city-economy.js';
import { keptCityBasis } from '../../../proxy/rules/cities/kept-basis.js';
import { type Improvement, isGreatWonder, isWonder } from '../../../proxy/rules/lookup/cities.js';
import { supposeCity, supposeWonder } from '../../../proxy/rules/lookup/supposed-world.js';
import { buildingHasEffect } from '../../../proxy/rules/requirements/effects.js';
import type { City } from '../../../proxy/world/city.js';
import type { World } from '../../../proxy/world/world.js';

/** What a city makes now, and what it would make with one building more and everything else as it is. */
export interface BuildingOutcome {
  readonly before: CityEconomy;
  readonly after: CityEconomy;
  /** Per cent of the food that a city keeps when it grows (`EFT_GROWTH_FOOD`). */
  readonly keptFood: { readonly before: number; readonly after: number };
  /** Citizens that buildings make content (`EFT_MAKE_CONTENT`). */
  readonly contented: { readonly before: number; readonly after: number };
  /** The size up to which the city may grow (`EFT_SIZE_ADJ`); undefined without a limit (`EFT_SIZE_UNLIMIT`). */
  readonly maxSize: { readonly before: number | undefined; readonly after: number | undefined };
}

/** What one building would change in its city, by the rules that the server refreshes a city by; other cities are left out. */
export function buildingOutcome(world: World, basis: CityBasis, building: Improvement): BuildingOutcome {
  return outcomeAfter(world, basis, statusOf(world, basis), building);
}

/** What a city makes now with the rates of its owner, and the outcomes of its buildings that were asked for. */
interface KeptOutcomes {
  readonly now: Status;
  readonly byBuilding: Map<number, BuildingOutcome>;
}

interface InWorld {
  readonly world: World;
  readonly basis: CityBasis;
}

/** By what stands for the inputs of a basis, and by the rates of the nation. */
const outcomesOf = memoByInput(
  (_moment: object, _rates: string, { world, basis }: InWorld): KeptOutcomes => ({
    now: statusOf(world, basis),
    byBuilding: new Map(),
  }),
);

/** The same for buildings of a city as it is: computed anew where something that its basis depends on or the rates have changed. */
export function keptBuildingOutcomes(world: World, city: City): (building: Improvement) => BuildingOutcome {
  const { basis, moment } = keptCityBasis(world, city);
  const { tax, luxury, science } = world.players.get(city.owner) ?? {};
  const rates = `${tax} ${luxury} ${science}`;
  const { now, byBuilding } = outcomesOf(moment, rates, { world, basis });
  return (building) => {
    const found = byBuilding.get(building.id) ?? outcomeAfter(world, basis, now, building);
    byBuilding.set(building.id, found);
    return found;
  };
}

function outcomeAfter(world: World, basis: CityBasis, now: Status, building: Improvement): BuildingOutcome {
  const then = withBuilding(world, basis.city, building);
  const city = then.cities.get(basis.city.id) ?? basis.city;
  const after = statusOf(then, basisWith(then, city, basis, building));
  return {
    before: now.economy,
    after: after.economy,
    keptFood: { before: now.keptFood, after: after.keptFood },
    contented: { before: now.contented, after: after.contented },
    maxSize: { before: now.maxSize, after: after.maxSize },
  };
}

type Status = ReturnType<typeof statusOf>;

function statusOf(world: World, basis: CityBasis) {
  const { keptFood, makesContent: contented, maxSize } = basis.effects;
  return { economy: cityEconomy(world, basis), keptFood, contented, maxSize };
}

/** The effects that each part of a basis depends on. */
const PART_EFFECTS: Readonly<Record<Exclude<keyof KeptParts, 'yields'>, readonly EffectType[]>> = {
  citizenBase: [
    'EFT_OUTPUT_ADD_TILE',
    'EFT_OUTPUT_INC_TILE',
    'EFT_OUTPUT_INC_TILE_CELEBRATE',
    'EFT_OUTPUT_PENALTY_TILE',
    'EFT_OUTPUT_PER_TILE',
    'EFT_OUTPUT_TILE_PUNISH_PCT',
    'EFT_IRRIGATION_PCT',
    'EFT_MINING_PCT',
    'EFT_SPECIALIST_OUTPUT',
  ],
  wastes: [
    'EFT_OUTPUT_WASTE',
    'EFT_OUTPUT_WASTE_BY_DISTANCE',
    'EFT_OUTPUT_WASTE_BY_REL_DISTANCE',
    'EFT_OUTPUT_WASTE_PCT',
    'EFT_GOV_CENTER',
  ],
  mood: [
    'EFT_CITY_UNHAPPY_SIZE',
    'EFT_EMPIRE_SIZE_BASE',
    'EFT_EMPIRE_SIZE_STEP',
    'EFT_ENEMY_CITIZEN_UNHAPPY_PCT',
    'EFT_FORCE_CONTENT',
    'EFT_MAKE_CONTENT',
    'EFT_MAKE_CONTENT_MIL',
    'EFT_MAKE_CONTENT_MIL_PER',
    'EFT_MAKE_HAPPY',
    'EFT_MARTIAL_LAW_EACH',
    'EFT_MARTIAL_LAW_MAX',
    'EFT_NO_UNHAPPY',
    'EFT_UNHAPPY_FACTOR',
  ],
};

/** Parts that the building does not change are kept. */
function basisWith(then: World, city: City, before: CityBasis, { id }: Improvement): CityBasis {
  const isChanged = (part: keyof typeof PART_EFFECTS) =>
    PART_EFFECTS[part].some((type) => buildingHasEffect(then, id, type));
  const { yields, citizenBase, wastes, mood } = before;
  return cityBasis(then, city, undefined, {
    ...(!isChanged('citizenBase') && { yields, citizenBase }),
    ...(!isChanged('wastes') && { wastes }),
    ...(!isChanged('mood') && { mood }),
  });
}

/** The same world, in which a city has a building. */
export function withBuilding(world: World, city: City, building: Improvement): World {
  const improvements = withBit(city.improvements, building.id, true);
  const built = supposeCity(world, { ...city, improvements });
  return isWonder(building) ? supposeWonder(built, city, building.id, isGreatWonder(building)) : built;
}
