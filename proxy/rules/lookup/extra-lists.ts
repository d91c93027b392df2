import { memo } from '#shared/core/memo.js';
import { hasBit } from '../../freeciv/value-codecs.js';
import type { World } from '../../world/world.js';
import { type RulesetIndex, rulesetIndex } from './ruleset-index.js';
import type { Extra } from './tiles.js';

/** Lists of a ruleset's extras that are asked for of one tile after the other. */
interface ExtraLists {
  readonly all: readonly Extra[];
  /** By unit class. */
  readonly native: Map<number, readonly Extra[]>;
  readonly hiding: readonly Extra[];
}

/** By index, which is made anew while a ruleset is being sent. */
const listsIn = memo(
  ({ extras: all }: RulesetIndex): ExtraLists => ({
    all,
    native: new Map(),
    hiding: all.filter(({ eus }) => eus === 'EUS_HIDDEN'),
  }),
);

function listsOf({ ruleset }: World): ExtraLists {
  return listsIn(rulesetIndex(ruleset));
}

/** Extras that make any tile native to a class: roads into mountains, fortresses, oil platforms ... */
export function nativeExtras(world: World, unitClass: number): readonly Extra[] {
  const { native, all } = listsOf(world);
  const found =
    native.get(unitClass) ??
    all.filter((extra) => hasBit(extra.nativeTo, unitClass) && extra.flags.has('EF_NATIVE_TILE'));
  native.set(unitClass, found);
  return found;
}

/** Extras that hide the units on their tile from other players. */
export function hidingExtras(world: World): readonly Extra[] {
  return listsOf(world).hiding;
}
