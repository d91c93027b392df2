import type { Outputs } from '#shared/protocol/state/common.js';
import { hasBit } from '../../freeciv/value-codecs.js';
import { type Named, wireNameOf } from '../../rules/lookup/names.js';

/** `DS_WAR` → `war`, `ACTIVITY_GEN_ROAD` → `gen_road`: an enumeration's value without its prefix. */
export function plainName(value: string, prefix: string): string {
  return (value.startsWith(prefix) ? value.slice(prefix.length) : value).toLowerCase();
}

/** Wire names of the things whose bit is set, in the ruleset's order. */
export function namesOfBits(bits: Uint8Array, things: ReadonlyMap<number, Named>): readonly string[] {
  const names: string[] = [];
  for (const [id, thing] of things) {
    if (!hasBit(bits, id)) continue;
    const name = wireNameOf(thing);
    if (name !== null) names.push(name);
  }
  return names;
}

/** The six outputs of a city, in the order of the protocol (freeciv: output_type_id). */
const outputNames = ['food', 'shield', 'trade', 'gold', 'luxury', 'science'] as const;

/** The outputs by name, from the server's list of six. */
export function outputsByName(values: readonly number[]): Outputs {
  const [food = 0, shield = 0, trade = 0, gold = 0, luxury = 0, science = 0] = values;
  return { food, shield, trade, gold, luxury, science };
}

/** The outputs by name, without those that are 0. */
export function nonZeroOutputs(values: readonly number[]): Partial<Outputs> {
  return Object.fromEntries(
    outputNames.flatMap((name, index) => {
      const value = values[index] ?? 0;
      return value === 0 ? [] : [[name, value] as const];
    }),
  );
}

interface Color {
  readonly colorRed: number;
  readonly colorGreen: number;
  readonly colorBlue: number;
}

/** A colour as `#ff8800`. */
export function hexColor({ colorRed, colorGreen, colorBlue }: Color): string {
  return `#${[colorRed, colorGreen, colorBlue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
