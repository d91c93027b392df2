import type { EffectType, PacketFields } from '../../freeciv/generated/packets.js';
import type { Ruleset } from '../../world/ruleset.js';

/** An effect of the ruleset: type, value and requirements. */
export type Effect = PacketFields['ruleset_effect'];
/** A road of the ruleset; its number is not its extra's. */
export type Road = PacketFields['ruleset_road'];
type Base = PacketFields['ruleset_base'];

/** Lookup tables of a ruleset that the rules use often. */
export interface RulesetIndex {
  readonly effects: ReadonlyMap<EffectType, readonly Effect[]>;
  /** In the order of their numbers. */
  readonly extras: readonly PacketFields['ruleset_extra'][];
  /** By extra number. */
  readonly roads: ReadonlyMap<number, Road>;
  /** By extra number. */
  readonly bases: ReadonlyMap<number, Base>;
  /** Classes with units that are seen from right beside them only. */
  readonly hiddenClasses: ReadonlySet<number>;
  /** Whether units of some type may be had a number of times only, by nation or city. */
  readonly hasLimitedUnits: boolean;
}

interface Kept {
  readonly parts: number;
  readonly index: RulesetIndex;
}

const known = new WeakMap<Ruleset, Kept>();

/** The index of a ruleset; made anew while the ruleset is still being sent. */
export function rulesetIndex(ruleset: Ruleset): RulesetIndex {
  const parts =
    ruleset.effects.length +
    ruleset.extras.size +
    ruleset.roads.size +
    ruleset.bases.size +
    ruleset.unitTypes.size;
  const kept = known.get(ruleset);
  if (kept?.parts === parts) return kept.index;
  const extras = [...ruleset.extras.values()].sort((a, b) => a.id - b.id);
  // Roads and bases are numbered by themselves: number n is the nth extra that is one.
  const roadExtras = extras.filter((extra) => extra.causes.has('EC_ROAD'));
  const baseExtras = extras.filter((extra) => extra.causes.has('EC_BASE'));
  const index = {
    effects: effectsByType(ruleset.effects),
    extras,
    roads: numbered(roadExtras, ruleset.roads),
    bases: numbered(baseExtras, ruleset.bases),
    hiddenClasses: new Set(
      [...ruleset.unitTypes.values()]
        .filter(({ flags }) => flags.has('UTYF_PARTIAL_INVIS'))
        .map(({ unitClassId }) => unitClassId),
    ),
    hasLimitedUnits: [...ruleset.unitTypes.values()].some(
      ({ flags, citySlots }) => citySlots > 0 || (flags.has('UTYF_UNIQUE') && !flags.has('UTYF_NOBUILD')),
    ),
  };
  known.set(ruleset, { parts, index });
  return index;
}

function effectsByType(effects: readonly Effect[]): Map<EffectType, Effect[]> {
  const byType = new Map<EffectType, Effect[]>();
  for (const effect of effects) {
    const ofType = byType.get(effect.effectType);
    if (ofType === undefined) byType.set(effect.effectType, [effect]);
    else ofType.push(effect);
  }
  return byType;
}

function numbered<T>(
  extras: readonly { readonly id: number }[],
  parts: ReadonlyMap<number, T>,
): Map<number, T> {
  const byExtra = new Map<number, T>();
  for (const [number, extra] of extras.entries()) {
    const part = parts.get(number);
    if (part !== undefined) byExtra.set(extra.id, part);
  }
  return byExtra;
}
