import { memo } from '#shared/core/memo.js';
import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import type { Improvement } from '../lookup/cities.js';
import { displayName } from '../lookup/names.js';
import type { UnitType } from '../lookup/nativity.js';
import { type RulesetIndex, rulesetIndex } from '../lookup/ruleset-index.js';

/** Something a city can build, with its entry of the ruleset. */
export type Target =
  | { readonly kind: 'VUT_UTYPE'; readonly value: number; readonly thing: UnitType }
  | { readonly kind: 'VUT_IMPROVEMENT'; readonly value: number; readonly thing: Improvement };

/** The target that a kind and number name, as packets and worklists carry them; undefined for no such thing. */
export function targetOf(world: World, kind: string, value: number): Target | undefined {
  if (kind === 'VUT_UTYPE') {
    const thing = world.ruleset.unitTypes.get(value);
    return thing === undefined ? undefined : { kind, value, thing };
  }
  if (kind !== 'VUT_IMPROVEMENT') return undefined;
  const thing = world.ruleset.improvements.get(value);
  return thing === undefined ? undefined : { kind, value, thing };
}

/** What a city builds now; undefined where this seat is not told. */
export function productionOf(world: World, { detail }: City): Target | undefined {
  return detail && targetOf(world, detail.productionKind, detail.productionValue);
}

/** The name of what a city builds now, as people read it. */
export function productionName(world: World, city: City): string {
  return displayName(productionOf(world, city)?.thing.name ?? 'nothing');
}

/** Whether a target is never finished: coinage, which turns shields into gold (`IF_GOLD`). */
export function isEndless(target: Target): boolean {
  return target.kind === 'VUT_IMPROVEMENT' && target.thing.flags.has('IF_GOLD');
}

/** Everything of the ruleset that could be a target in some city: units first, each by number. The same objects each time. */
export function allTargets({ ruleset }: World): readonly Target[] {
  return targetsOf(rulesetIndex(ruleset), ruleset);
}

const targetsOf = memo(
  (_: RulesetIndex, { unitTypes, improvements }: World['ruleset']): readonly Target[] => [
    ...[...unitTypes.values()].map((thing): Target => ({ kind: 'VUT_UTYPE', value: thing.id, thing })),
    ...[...improvements.values()].map(
      (thing): Target => ({ kind: 'VUT_IMPROVEMENT', value: thing.id, thing }),
    ),
  ],
);
