import { memoByInput } from '#shared/core/memo.js';
import type { EffectType, PacketFields, UniversalsN } from '../../freeciv/generated/packets.js';
import { hasBit } from '../../freeciv/value-codecs.js';
import type { Ruleset } from '../../world/ruleset.js';
import { OUTPUT_COUNT } from './outputs.js';

/** An effect of the ruleset: type, value and requirements. */
export type Effect = PacketFields['ruleset_effect'];
/** A road of the ruleset; its number is not its extra's. */
export type Road = PacketFields['ruleset_road'];
type Base = PacketFields['ruleset_base'];
type Requirement = Effect['reqs'][number];

/** Lookup tables of a ruleset that the rules use often. */
export interface RulesetIndex {
  /** By type; of each, the requirements that are judged fastest come first. */
  readonly effects: ReadonlyMap<EffectType, readonly Effect[]>;
  /** By type, then by the number of an output: those that may be active where that output is asked for. */
  readonly outputEffects: ReadonlyMap<EffectType, readonly (readonly Effect[])[]>;
  /** Types of effects by the number of a building that they, or buildings that it makes obsolete, require. */
  readonly effectTypesByBuilding: ReadonlyMap<number, ReadonlySet<EffectType>>;
  /** In the order of their numbers. */
  readonly extras: readonly PacketFields['ruleset_extra'][];
  /** Those of them that are villages. */
  readonly villages: readonly PacketFields['ruleset_extra'][];
  /** By extra number. */
  readonly roads: ReadonlyMap<number, Road>;
  /** By extra number. */
  readonly bases: ReadonlyMap<number, Base>;
  /** Classes with units that are seen from right beside them only. */
  readonly hiddenClasses: ReadonlySet<number>;
  /** Whether units of some type may be had a number of times only, by nation or city. */
  readonly hasLimitedUnits: boolean;
  /** The numbers of the technologies with `TF_BRIDGE`. */
  readonly bridgeTechs: readonly number[];
  /** The roads that units of a class go faster on, by class. */
  readonly moverRoads: ReadonlyMap<number, readonly MoverRoad[]>;
}

/** A road that units of a class go faster on, and the roads it connects with; extra numbers. */
export interface MoverRoad {
  readonly extra: number;
  readonly road: Road;
  readonly connects: readonly number[];
}

/** The index of a ruleset; made anew while the ruleset is still being sent. */
export function rulesetIndex(ruleset: Ruleset): RulesetIndex {
  const parts =
    ruleset.effects.length +
    ruleset.actionEnablers.length +
    ruleset.improvements.size +
    ruleset.extras.size +
    ruleset.roads.size +
    ruleset.bases.size +
    ruleset.techs.size +
    ruleset.unitClasses.size +
    ruleset.unitTypes.size;
  return indexOf(ruleset, parts);
}

const indexOf = memoByInput((ruleset: Ruleset, _parts: number) => makeIndex(ruleset));

function makeIndex(ruleset: Ruleset): RulesetIndex {
  const extras = [...ruleset.extras.values()].sort((a, b) => a.id - b.id);
  // Roads and bases are numbered by themselves: number n is the nth extra that is one.
  const roadExtras = extras.filter((extra) => extra.causes.has('EC_ROAD'));
  const baseExtras = extras.filter((extra) => extra.causes.has('EC_BASE'));
  const roads = numbered(roadExtras, ruleset.roads);
  const effects = effectsByType(ruleset.effects);
  return {
    effects,
    outputEffects: new Map([...effects].map(([type, ofType]) => [type, effectsByOutput(ofType)])),
    effectTypesByBuilding: effectTypesByBuilding(ruleset),
    extras,
    villages: extras.filter(({ causes }) => causes.has('EC_HUT')),
    roads,
    bases: numbered(baseExtras, ruleset.bases),
    hiddenClasses: new Set(
      [...ruleset.unitTypes.values()]
        .filter(({ flags }) => flags.has('UTYF_PARTIAL_INVIS'))
        .map(({ unitClassId }) => unitClassId),
    ),
    hasLimitedUnits: [...ruleset.unitTypes.values()].some(
      ({ flags, citySlots }) => citySlots > 0 || (flags.has('UTYF_UNIQUE') && !flags.has('UTYF_NOBUILD')),
    ),
    bridgeTechs: [...ruleset.techs.values()]
      .filter(({ flags }) => flags.has('TF_BRIDGE'))
      .map(({ id }) => id),
    moverRoads: new Map(
      [...ruleset.unitClasses.keys()].map((unitClass) => [unitClass, moverRoads(extras, roads, unitClass)]),
    ),
  };
}

function effectsByType(effects: readonly Effect[]): Map<EffectType, Effect[]> {
  const byType = new Map<EffectType, Effect[]>();
  for (const told of effects) {
    const effect = { ...told, reqs: told.reqs.toSorted((a, b) => judgingCost(a) - judgingCost(b)) };
    const ofType = byType.get(effect.effectType);
    if (ofType === undefined) byType.set(effect.effectType, [effect]);
    else ofType.push(effect);
  }
  return byType;
}

/** For each output the effects that may be active for it, without their requirements on outputs, which are met. */
function effectsByOutput(effects: readonly Effect[]): readonly (readonly Effect[])[] {
  return Array.from({ length: OUTPUT_COUNT }, (_, output) => {
    const isMet = ({ value, present }: Requirement) => (value === output) === present;
    return effects
      .filter(({ reqs }) => reqs.every((one) => one.type !== 'VUT_OTYPE' || isMet(one)))
      .map((effect) => ({ ...effect, reqs: effect.reqs.filter(({ type }) => type !== 'VUT_OTYPE') }));
  });
}

function effectTypesByBuilding({ effects, improvements }: Ruleset): Map<number, Set<EffectType>> {
  const named = new Map<number, Set<EffectType>>();
  for (const { effectType, reqs } of effects)
    for (const building of buildingsOf(reqs))
      named.set(building, (named.get(building) ?? new Set()).add(effectType));
  const byBuilding = new Map([...named].map(([building, types]) => [building, new Set(types)]));
  for (const { id, obsReqs } of improvements.values()) {
    for (const building of buildingsOf(obsReqs)) {
      const types = byBuilding.get(building) ?? new Set();
      for (const type of named.get(id) ?? []) types.add(type);
      byBuilding.set(building, types);
    }
  }
  return byBuilding;
}

function buildingsOf(requirements: readonly Requirement[]): readonly number[] {
  return requirements.filter(({ type }) => type === 'VUT_IMPROVEMENT').map(({ value }) => value);
}

/** What the context itself answers. Most effects that are asked for are those of another output, specialist or action. */
const FAST: ReadonlySet<UniversalsN> = new Set([
  'VUT_OTYPE',
  'VUT_SPECIALIST',
  'VUT_ACTION',
  'VUT_GOVERNMENT',
]);

function judgingCost({ type, range }: Requirement): number {
  if (FAST.has(type)) return 0;
  return range === 'REQ_RANGE_LOCAL' || range === 'REQ_RANGE_PLAYER' ? 1 : 2;
}

/** Roads whose cost is negative give no bonus: they only make tiles native. */
function moverRoads(
  extras: RulesetIndex['extras'],
  roads: RulesetIndex['roads'],
  unitClass: number,
): readonly MoverRoad[] {
  const native = extras.flatMap(({ id, nativeTo }) => {
    const road = hasBit(nativeTo, unitClass) ? roads.get(id) : undefined;
    return road === undefined ? [] : [{ extra: id, road }];
  });
  return native
    .filter(({ road }) => road.moveCost >= 0)
    .map(({ extra, road }) => ({
      extra,
      road,
      connects: native
        .filter((other) => other.extra === extra || hasBit(road.integrates, other.road.id))
        .map((other) => other.extra),
    }));
}

function numbered<T>(
  extras: readonly { readonly id: number }[],
  parts: ReadonlyMap<number, T>,
): Map<number, T> {
  return new Map(
    extras.flatMap(({ id }, number) => {
      const part = parts.get(number);
      return part === undefined ? [] : [[id, part] as const];
    }),
  );
}
