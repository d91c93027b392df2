import type { CityView } from '#shared/protocol/state/city.js';
import { fullView } from '../../../proxy/views/full.js';
import type { World } from '../../../proxy/world/world.js';

/** A value that a turn change should have, and had. */
export interface Foretold {
  readonly what: string;
  readonly expected: number;
  readonly actual: number;
  readonly tolerance: number;
  /** Why it may be another one, when there is a reason. */
  readonly excuse: string | undefined;
}

type Shown = ReturnType<typeof shownOf>;

/** What a seat is shown of its own cities and treasury. */
export function shownOf(world: World) {
  const { cities, treasury } = fullView(world);
  const own = cities.filter(({ owner }) => owner === world.seat.player);
  return { cities: new Map(own.map((city) => [city.id, city])), treasury };
}

/** Stocks and gold after a turn change beside what the surplus shown before it said. */
export function compareTurns(before: Shown, after: Shown): readonly Foretold[] {
  const ofCities = [...before.cities].flatMap(([id, city]) => {
    const next = after.cities.get(id);
    return next === undefined ? [] : compareCities(city, next);
  });
  const { gold = 0, gold_per_turn: change = 0 } = before.treasury ?? {};
  return [
    ...ofCities,
    {
      what: 'gold',
      expected: gold + change,
      actual: after.treasury?.gold ?? 0,
      tolerance: changedGold(before, after),
      excuse: before.cities.size === after.cities.size ? undefined : 'gained or lost a city',
    },
  ];
}

/** What a new building may cost a turn. */
const MAX_UPKEEP = 4;

/** Cities that grow or build something do so before their gold is counted. */
function changedGold(before: Shown, after: Shown): number {
  let sum = 0;
  for (const [id, city] of before.cities) {
    const next = after.cities.get(id);
    if (next === undefined) continue;
    const change = Math.abs((next.surplus?.gold ?? 0) - (city.surplus?.gold ?? 0));
    if (hasBuilt(city, next)) sum += change + MAX_UPKEEP;
    else if (next.size !== city.size) sum += change;
  }
  return sum;
}

function compareCities(city: CityView, next: CityView): Foretold[] {
  const { food_stock: food = 0, shield_stock: shields = 0, surplus } = city;
  if (surplus === undefined) return [];
  return [
    {
      what: `food of ${city.name}`,
      expected: food + surplus.food,
      actual: next.food_stock ?? 0,
      tolerance: 0,
      excuse: next.size === city.size ? undefined : 'grew or shrank',
    },
    {
      what: `shields of ${city.name}`,
      expected: shields + surplus.shield,
      actual: next.shield_stock ?? 0,
      tolerance: 0,
      excuse: hasBuilt(city, next) || city.production_cost === null ? 'built something' : undefined,
    },
  ];
}

/** Coinage is never built: it turns shields into gold. */
function hasBuilt(city: CityView, next: CityView): boolean {
  const stock = (city.shield_stock ?? 0) + (city.surplus?.shield ?? 0);
  return (
    stock >= (city.production_cost ?? Number.POSITIVE_INFINITY) ||
    next.production !== city.production ||
    next.improvements.length !== city.improvements.length
  );
}

export function isOff({ expected, actual, tolerance, excuse }: Foretold): boolean {
  return excuse === undefined && Math.abs(expected - actual) > tolerance;
}
