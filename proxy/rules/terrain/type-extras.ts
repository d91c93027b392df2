import type { ExtraCause } from '../../freeciv/generated/packets.js';
import type { World } from '../../world/world.js';
import type { UnitType } from '../lookup/nativity.js';
import { type RulesetIndex, rulesetIndex } from '../lookup/ruleset-index.js';
import type { Extra } from '../lookup/tiles.js';
import { excludesType } from '../units/action-enablers.js';

interface Kept {
  readonly index: RulesetIndex;
  readonly extras: Map<ExtraCause, readonly Extra[]>;
}

const known = new WeakMap<UnitType, Kept>();

/**
 * The extras with a cause that units of a type may build somewhere, in the ruleset's order: those without a requirement that
 * excludes the type. Kept with the type: most units build nothing, and offers ask of each for all kinds of work.
 */
export function extrasBuiltBy(world: World, type: UnitType, cause: ExtraCause): readonly Extra[] {
  const index = rulesetIndex(world.ruleset);
  let kept = known.get(type);
  if (kept?.index !== index) {
    kept = { index, extras: new Map() };
    known.set(type, kept);
  }
  const found =
    kept.extras.get(cause) ??
    index.extras.filter(
      ({ causes, reqs }) =>
        causes.has(cause) && reqs.every((requirement) => !excludesType(world, requirement, type)),
    );
  kept.extras.set(cause, found);
  return found;
}
