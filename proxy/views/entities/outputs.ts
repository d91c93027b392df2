import type { Outputs } from '#shared/protocol/state/common.js';

/** The six outputs of a city, in the order in which they travel. */
const outputNames = ['food', 'shield', 'trade', 'gold', 'luxury', 'science'] as const;

/** The outputs by name, from the server's list of six. */
export function outputs(values: readonly number[]): Outputs {
  const [food = 0, shield = 0, trade = 0, gold = 0, luxury = 0, science = 0] = values;
  return { food, shield, trade, gold, luxury, science };
}

/** Only those that are not 0. */
export function someOutputs(values: readonly number[]): Partial<Outputs> {
  return Object.fromEntries(
    outputNames.flatMap((name, index) => {
      const value = values[index] ?? 0;
      return value === 0 ? [] : [[name, value] as const];
    }),
  );
}
