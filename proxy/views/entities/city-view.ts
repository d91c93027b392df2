import { memoByInput } from '#shared/core/memo.js';
import type { CityDetail, CityView } from '#shared/protocol/state/city.js';
import { isInDisorder } from '../../rules/cities/citizens.js';
import { granaryOf, turnsToGrow } from '../../rules/cities/growth.js';
import { wireNameOf } from '../../rules/lookup/names.js';
import { buildCost, buildTurns } from '../../rules/production/build-costs.js';
import { isEndless, type Target, targetOf } from '../../rules/production/target.js';
import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { namesOfBits, outputsByName, plainName } from './wire-values.js';

/** A city's view depends on its trade routes too, which are kept beside it. */
const viewOf = memoByInput((city: City, _routes: unknown, world: World) => newCityView(world, city));

/** A city as the seat knows it: its detail is there for own cities and those looked into. Kept until the city changes. */
export function cityView(world: World, city: City): CityView {
  return viewOf(city, world.tradeRoutes.get(city.id), world);
}

function newCityView(world: World, city: City): CityView {
  return {
    id: city.id,
    name: city.name,
    ...world.map.position(city.tile),
    owner: city.owner,
    population: city.size,
    size: city.size,
    production: null,
    improvements: namesOfBits(city.improvements, world.ruleset.improvements),
    occupied: city.occupied,
    ...(city.detail && cityDetailView(world, city, city.detail)),
  };
}

type Detail = NonNullable<City['detail']>;

/** Index of the last stage in which the server computes the mood of citizens (freeciv: FEELING_FINAL). */
const FINAL_MOOD = 5;

/** The details of a city, known for own cities and investigated ones. */
function cityDetailView(world: World, city: City, detail: Detail): CityDetail {
  const granary = granaryOf(world, city);
  const food = detail.surplus[0] ?? 0;
  return {
    ...productionView(world, city, detail),
    food_stock: detail.foodStock,
    granary_size: granary,
    turns_to_grow: turnsToGrow(world, city),
    turns_to_starve: turnsToStarve(detail.foodStock, food),
    surplus: outputsByName(detail.surplus),
    output: outputsByName(detail.prod),
    citizens: citizens(detail),
    disorder: isInDisorder(city),
    was_happy: detail.wasHappy,
    specialists: specialists(world, detail),
    trade_routes: (world.tradeRoutes.get(city.id) ?? []).map((route) => ({
      partner: route.partner,
      value: route.value,
      goods: wireNameOf(world.ruleset.goods.get(route.goods)),
      direction: plainName(route.direction, 'RDIR_'),
    })),
    pollution: detail.pollution,
    culture: detail.culture32 ?? detail.culture16 ?? 0,
    radius_sq: detail.cityRadiusSq,
    airlifts: detail.airlift,
    founded_turn: detail.turnFounded,
  };
}

function citizens(detail: Detail): CityDetail['citizens'] {
  return {
    happy: detail.pplHappy[FINAL_MOOD] ?? 0,
    content: detail.pplContent[FINAL_MOOD] ?? 0,
    unhappy: detail.pplUnhappy[FINAL_MOOD] ?? 0,
    angry: detail.pplAngry[FINAL_MOOD] ?? 0,
  };
}

function productionView(world: World, city: City, detail: Detail) {
  const { productionKind: kind, productionValue: id, shieldStock } = detail;
  const target = targetOf(world, kind, id);
  const cost = productionCost(world, target);
  return {
    production: wireNameOf(target?.thing),
    production_kind: kind === 'VUT_UTYPE' ? 'unit' : 'improvement',
    production_cost: cost,
    shield_stock: shieldStock,
    production_turns:
      cost === null || target === undefined ? null : (buildTurns(world, city, target) ?? null),
    buy_cost: detail.buyCost,
    did_buy: detail.didBuy,
    did_sell: detail.didSell,
    worklist: detail.worklist.map(
      ({ kind, value }) => wireNameOf(targetOf(world, kind, value)?.thing) ?? 'unknown',
    ),
  } as const;
}

/** Null for coinage, which is never finished. */
function productionCost(world: World, target: Target | undefined): number | null {
  if (target === undefined) return null;
  return isEndless(target) ? null : buildCost(world, target);
}

function specialists(world: World, detail: Detail): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [id, specialist] of world.ruleset.specialists) {
    const count = detail.specialists[id] ?? 0;
    const name = wireNameOf({ name: specialist.pluralName });
    if (count > 0 && name !== null) counts[name] = count;
  }
  return counts;
}

/** Turns until a city loses a citizen or a unit to hunger; null when its food lasts. */
function turnsToStarve(stock: number, surplus: number): number | null {
  return surplus >= 0 ? null : Math.floor(stock / -surplus) + 1;
}
