import type { SpectatorCity } from '#shared/protocol/spectator/messages.js';
import type { Outputs } from '#shared/protocol/state/common.js';

type Growth = NonNullable<SpectatorCity['growth']>;

/** How far a city is with what it builds: `12 of 40 shields, in 7 turns`. */
export function buildingWords({ shields, growth }: SpectatorCity): string {
  const { production_cost: cost = null, production_turns: turns = null } = growth ?? {};
  if (growth !== undefined && cost === null) return '';
  const stock = `${shields}${cost === null ? '' : ` of ${cost}`} shields`;
  if (growth === undefined) return stock;
  return `${stock}, ${turns === null ? 'never at this rate' : inTurns(turns)}`;
}

/** When a city grows, and its food: `Grows in 4 turns, food 8 of 20`. */
export function growthWords({ surplus, food_stock, granary_size, turns_to_grow }: Growth): string {
  const food = `food ${food_stock}${granary_size === null ? '' : ` of ${granary_size}`}`;
  if (turns_to_grow !== null) return `Grows ${inTurns(turns_to_grow)}, ${food}`;
  return `${surplus.food < 0 ? 'Starves' : 'Does not grow'}, ${food}`;
}

const outputs: readonly (readonly [keyof Outputs, string])[] = [
  ['food', 'food'],
  ['shield', 'shields'],
  ['trade', 'trade'],
  ['gold', 'gold'],
  ['luxury', 'luxury'],
  ['science', 'bulbs'],
];

/** What a city makes in a turn: `+2 food, +3 shields, +1 trade`. */
export function surplusWords({ surplus }: Growth): string {
  return outputs
    .filter(([output]) => surplus[output] !== 0 || output === 'food' || output === 'shield')
    .map(([output, word]) => `${surplus[output] < 0 ? '−' : '+'}${Math.abs(surplus[output])} ${word}`)
    .join(', ');
}

function inTurns(turns: number): string {
  return turns === 1 ? 'next turn' : `in ${turns} turns`;
}
