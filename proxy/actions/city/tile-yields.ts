import { keptCityBasis } from '../../rules/cities/kept-basis.js';
import { tileOutput } from '../../rules/cities/tile-output.js';
import { outputs } from '../../rules/lookup/outputs.js';
import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';

/** A tile with what a citizen of a city gets from it, as verdicts and refusals show it. */
export function tileWithYields(world: World, city: City, tile: number): Record<string, number> {
  return { ...world.map.position(tile), ...yieldsOf(world, city, tile) };
}

/** `food 1, shields 2, trade 0`: what a citizen of an own city gets from a tile, as the kept basis of the city has it. */
export function yieldWords(world: World, city: City, tile: number): string {
  const { yields } = keptCityBasis(world, city).basis;
  const [food, shields, trade] = yields.of(world, city, tile);
  return `food ${food}, shields ${shields}, trade ${trade}`;
}

function yieldsOf(world: World, city: City, tile: number) {
  return {
    food: tileOutput(world, tile, outputs.food, city),
    shield: tileOutput(world, tile, outputs.shields, city),
    trade: tileOutput(world, tile, outputs.trade, city),
  };
}

/** What a city has left in a turn, as the server tells it; undefined where it is not told. */
function surplusOf(city: City | undefined): Record<string, number | undefined> | undefined {
  if (city?.detail === undefined) return undefined;
  const { surplus } = city.detail;
  return {
    food: surplus[outputs.food],
    shield: surplus[outputs.shields],
    trade: surplus[outputs.trade],
    gold: surplus[outputs.gold],
    luxury: surplus[outputs.luxury],
    science: surplus[outputs.science],
  };
}

/** The fields of a verdict about citizens: what the city has left in a turn then, and had before. */
export function surplusChange(before: City | undefined, after: City): Record<string, unknown> {
  return { surplus: surplusOf(after), surplus_before: surplusOf(before) };
}
