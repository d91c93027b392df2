import { hasBit } from '../../freeciv/enum-codec.js';
import type { Named } from '../../rules/lookup/names.js';
import { wireNameOf } from './rule-names.js';

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
