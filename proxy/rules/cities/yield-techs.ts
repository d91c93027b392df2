import { memo } from '#shared/core/memo.js';
import type { EffectType, PacketFields } from '../../freeciv/generated/packets.js';
import type { World } from '../../world/world.js';
import { researchOf } from '../lookup/players.js';
import { techState } from '../lookup/research.js';
import { type RulesetIndex, rulesetIndex } from '../lookup/ruleset-index.js';

type Requirement = PacketFields['ruleset_effect']['reqs'][number];

/** The effects that decide what tiles yield, see tile-output.ts. */
export const YIELD_EFFECTS = [
  'EFT_MINING_PCT',
  'EFT_IRRIGATION_PCT',
  'EFT_OUTPUT_ADD_TILE',
  'EFT_OUTPUT_PENALTY_TILE',
  'EFT_OUTPUT_INC_TILE',
  'EFT_OUTPUT_INC_TILE_CELEBRATE',
  'EFT_OUTPUT_PER_TILE',
  'EFT_OUTPUT_TILE_PUNISH_PCT',
] as const satisfies readonly EffectType[];

/** Kinds of requirements that technologies decide and that do not name one. */
const ANY_TECH: ReadonlySet<Requirement['type']> = new Set(['VUT_TECHFLAG', 'VUT_MINTECHS']);

/**
 * What of a player's technologies decides over the yields of tiles, as a key: most technologies change none. A ruleset
 * whose effects ask for technologies by a flag or by their number gets a key of all of them.
 */
export function yieldTechKey(world: World, player: number): string {
  const research = researchOf(world, player);
  const techs = namedTechs(world.ruleset);
  if (research === undefined || techs === undefined) return `${research?.techsResearched}`;
  return [...techs].filter((tech) => techState(research, tech) === 'known').join();
}

type Techs = ReadonlySet<number> | undefined;

/** By index, which is made anew while a ruleset is being sent. */
const techsIn = memo((index: RulesetIndex, ruleset: World['ruleset']) => ({
  techs: findNamedTechs(ruleset, index),
}));

/** The technologies that decide over yields; undefined where any may. */
function namedTechs(ruleset: World['ruleset']): Techs {
  return techsIn(rulesetIndex(ruleset), ruleset).techs;
}

function findNamedTechs(ruleset: World['ruleset'], { effects, extras, bridgeTechs }: RulesetIndex): Techs {
  const ofEffects = YIELD_EFFECTS.flatMap((type) => effects.get(type) ?? []);
  // Extras that come with a city change the yields of its centre.
  const ofExtras = extras.filter(({ flags }) => flags.has('EF_AUTO_ON_CITY_CENTER'));
  const direct = [...ofEffects, ...ofExtras].flatMap(({ reqs }) => reqs);
  const buildings = direct.filter(({ type }) => type === 'VUT_IMPROVEMENT');
  const obsolete = buildings.flatMap(({ value }) => ruleset.improvements.get(value)?.obsReqs ?? []);
  const requirements = [...direct, ...obsolete];
  if (requirements.some(({ type }) => ANY_TECH.has(type))) return undefined;
  const named = requirements.filter(({ type }) => type === 'VUT_ADVANCE');
  return new Set([...named.map(({ value }) => value), ...bridgeTechs]);
}
