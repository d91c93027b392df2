import { memo } from '#shared/core/memo.js';
import type { EffectType, ReqRange, UniversalsN } from '../../freeciv/generated/packets.js';
import type { Ruleset } from '../../world/ruleset.js';
import { type RulesetIndex, rulesetIndex } from '../lookup/ruleset-index.js';
import type { Requirement } from './requirement.js';

/** What decides whether a requirement is met, besides the ruleset and the numbers of the context. */
type Input = 'nation' | 'city' | 'tile';

/** Answered by the ruleset or by the numbers of the context. */
const STATIC: ReadonlySet<UniversalsN> = new Set([
  'VUT_NONE',
  'VUT_OTYPE',
  'VUT_SPECIALIST',
  'VUT_UTYPE',
  'VUT_UTFLAG',
  'VUT_UCLASS',
  'VUT_UCFLAG',
  'VUT_IMPR_GENUS',
]);

/** By kind and range of a requirement. One that is not listed may depend on anything. */
const INPUTS: Readonly<Partial<Record<UniversalsN, Readonly<Partial<Record<ReqRange, Input>>>>>> = {
  VUT_GOVERNMENT: { REQ_RANGE_PLAYER: 'nation' },
  VUT_NATION: { REQ_RANGE_PLAYER: 'nation' },
  VUT_NATIONGROUP: { REQ_RANGE_PLAYER: 'nation' },
  VUT_AI_LEVEL: { REQ_RANGE_PLAYER: 'nation' },
  VUT_ADVANCE: { REQ_RANGE_PLAYER: 'nation' },
  VUT_IMPROVEMENT: {
    REQ_RANGE_WORLD: 'nation',
    REQ_RANGE_PLAYER: 'nation',
    REQ_RANGE_CITY: 'city',
    REQ_RANGE_LOCAL: 'nation',
  },
  VUT_MINSIZE: { REQ_RANGE_CITY: 'city' },
  VUT_CITYSTATUS: { REQ_RANGE_CITY: 'city' },
  VUT_TERRAIN: { REQ_RANGE_LOCAL: 'tile' },
  VUT_TERRAINCLASS: { REQ_RANGE_LOCAL: 'tile' },
  VUT_TERRFLAG: { REQ_RANGE_LOCAL: 'tile' },
  VUT_TERRAINALTER: { REQ_RANGE_LOCAL: 'tile' },
  VUT_EXTRA: { REQ_RANGE_LOCAL: 'tile' },
  VUT_EXTRAFLAG: { REQ_RANGE_LOCAL: 'tile' },
  VUT_ROADFLAG: { REQ_RANGE_LOCAL: 'tile' },
  VUT_BASEFLAG: { REQ_RANGE_LOCAL: 'tile' },
  VUT_CITYTILE: { REQ_RANGE_LOCAL: 'tile' },
};

/** What the effects of a ruleset depend on. In the rulesets of the game these are few things, and they change seldom. */
export interface EffectInputs {
  /** Types of effects that also depend on the terrain, extras or owner of a tile. */
  readonly ofTiles: ReadonlySet<EffectType>;
  /** Types of effects that may depend on anything. */
  readonly ofAnything: ReadonlySet<EffectType>;
  /** Technologies that a nation must know for any of the other effects, by number; those that make a building obsolete among them. */
  readonly techs: readonly number[];
  /** Those that anyone in the world must have known. */
  readonly globalTechs: readonly number[];
  /** Buildings that count for a whole nation, by number, and those that count for the world. */
  readonly wonders: readonly number[];
  readonly worldWonders: readonly number[];
  /** Whether any effect depends on how many citizens a city has, or on its status, such as disorder. */
  readonly bySize: boolean;
  readonly byStatus: boolean;
}

/** The inputs of the effects of a ruleset. */
export function effectInputs(ruleset: Ruleset): EffectInputs {
  return inputsIn(rulesetIndex(ruleset), ruleset);
}

const inputsIn = memo((index: RulesetIndex, ruleset: Ruleset) => findInputs(ruleset, index));

/**
 * Tells of a ruleset whether all effects of some types depend on nothing but what is compared: the nation and the city, and
 * `onTiles` the tile.
 */
export function keepable(types: readonly EffectType[], onTiles = false): (ruleset: Ruleset) => boolean {
  const canKeep = memo(({ ofTiles, ofAnything }: EffectInputs) =>
    types.every((type) => !ofAnything.has(type) && (onTiles || !ofTiles.has(type))),
  );
  return (ruleset) => canKeep(effectInputs(ruleset));
}

function findInputs(ruleset: Ruleset, { effects }: RulesetIndex): EffectInputs {
  const ofTiles = new Set<EffectType>();
  const ofAnything = new Set<EffectType>();
  const requirements: Requirement[] = [];
  for (const [type, ofType] of effects) {
    const all = ofType.flatMap(({ reqs }) => [...reqs, ...whatMakesObsolete(ruleset, reqs)]);
    const inputs = new Set(all.map(inputOf));
    // A policy may change at any time.
    if (inputs.has('anything') || ofType.some(({ hasMultiplier }) => hasMultiplier)) {
      ofAnything.add(type);
      continue;
    }
    if (inputs.has('tile')) ofTiles.add(type);
    requirements.push(...all);
  }
  const valuesOf = (isMeant: (requirement: Requirement) => boolean) => [
    ...new Set(requirements.filter(isMeant).map(({ value }) => value)),
  ];
  const isOf =
    (kind: UniversalsN) =>
    ({ type }: Requirement) =>
      type === kind;
  const isTech = isOf('VUT_ADVANCE');
  const isBuilding = isOf('VUT_IMPROVEMENT');
  return {
    ofTiles,
    ofAnything,
    techs: valuesOf((one) => isTech(one) && !one.survives),
    globalTechs: valuesOf((one) => isTech(one) && one.survives),
    wonders: valuesOf((one) => isBuilding(one) && one.range === 'REQ_RANGE_PLAYER'),
    worldWonders: valuesOf((one) => isBuilding(one) && one.range === 'REQ_RANGE_WORLD'),
    bySize: requirements.some(isOf('VUT_MINSIZE')),
    byStatus: requirements.some(isOf('VUT_CITYSTATUS')),
  };
}

/** The requirements that make the buildings among some requirements obsolete, and the buildings among these. */
function whatMakesObsolete(
  ruleset: Ruleset,
  requirements: readonly Requirement[],
  seen = new Set<number>(),
): readonly Requirement[] {
  return requirements.flatMap(({ type, value }) => {
    if (type !== 'VUT_IMPROVEMENT' || seen.has(value)) return [];
    const obsolete = ruleset.improvements.get(value)?.obsReqs ?? [];
    return [...obsolete, ...whatMakesObsolete(ruleset, obsolete, seen.add(value))];
  });
}

function inputOf({ type, range, survives }: Requirement): Input | 'static' | 'anything' {
  if (STATIC.has(type)) return 'static';
  // The server says of each technology whether it was ever known.
  if (type === 'VUT_ADVANCE' && survives) return 'nation';
  return INPUTS[type]?.[range] ?? 'anything';
}
